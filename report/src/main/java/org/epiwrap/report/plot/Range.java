package org.epiwrap.report.plot;

/** The smallest and the largest of the numbers that an axis shows. */
public record Range(double lower, double upper) {

    /** Returns the range of no numbers. */
    public static Range empty() {
        return new Range(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    /** Returns the range that holds these numbers as well. */
    public Range with(double... values) {
        double smallest = lower;
        double largest = upper;
        for (double value : values) {
            smallest = Math.min(smallest, value);
            largest = Math.max(largest, value);
        }
        return new Range(smallest, largest);
    }

    /** Returns a range with a margin on both sides, so that a curve does not run along the frame. */
    public Range padded() {
        double margin = 0.04 * (upper - lower);
        return new Range(lower - margin, upper + margin);
    }

    /** Returns an axis over the range; where all numbers are equal, one with room on both sides. */
    public Axis axis(String label) {
        if (lower < upper) {
            return new Axis(label, lower, upper);
        }
        double margin = Math.max(0.5, 0.1 * Math.abs(lower));
        return new Axis(label, lower - margin, upper + margin);
    }
}
