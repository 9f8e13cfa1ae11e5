package org.epiwrap.credal;

import org.epiwrap.check.Check;

/** The class with the highest value; among equals the first, so that no prediction depends on anything but its numbers. */
public final class TopClass {
    private TopClass() {}

    public static int of(double[] values) {
        Check.atLeast("the number of values", values.length, 1);
        int best = 0;
        for (int c = 1; c < values.length; c++) {
            best = values[c] > values[best] ? c : best;
        }
        return best;
    }

    /** Returns the index of the largest of {@code classes} values, counted from the place {@code from}. */
    public static int of(float[] values, int from, int classes) {
        int best = 0;
        for (int c = 1; c < classes; c++) {
            best = values[from + c] > values[from + best] ? c : best;
        }
        return best;
    }
}
