package org.epiwrap.report;

/**
 * What one axis of a plot shows.
 *
 * @param upper above lower
 */
record Axis(String label, double lower, double upper) {

    /** From 0 to 1. */
    static Axis share(String label) {
        return new Axis(label, 0, 1);
    }
}
