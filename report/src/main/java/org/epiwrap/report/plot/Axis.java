package org.epiwrap.report.plot;

/**
 * The label and the ends of one axis of a plot.
 *
 * @param upper above lower
 */
public record Axis(String label, double lower, double upper) {

    /** Returns an axis from 0 to 1. */
    public static Axis share(String label) {
        return new Axis(label, 0, 1);
    }
}
