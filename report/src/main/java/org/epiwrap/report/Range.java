package org.epiwrap.report;

/** The least and the largest of the numbers an axis has to show. */
record Range(double lower, double upper) {

    static Range empty() {
        return new Range(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }

    Range with(double[] values) {
        double least = lower;
        double most = upper;
        for (double value : values) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return new Range(least, most);
    }

    /** With some air above and below, so that a curve does not run along the frame. */
    Range padded() {
        double air = 0.04 * (upper - lower);
        return new Range(lower - air, upper + air);
    }

    /** An axis over the range; where all numbers are equal, one with room on both sides. */
    Axis axis(String label) {
        if (lower < upper) {
            return new Axis(label, lower, upper);
        }
        double air = Math.max(0.5, 0.1 * Math.abs(lower));
        return new Axis(label, lower - air, upper + air);
    }
}
