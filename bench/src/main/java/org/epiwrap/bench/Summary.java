package org.epiwrap.bench;

import java.util.Locale;

/** The lines printed at the end, and whether one of them misses its target. */
final class Summary {
    private boolean missed;

    void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    /** The word for a line's end. */
    String verdict(boolean met) {
        missed |= !met;
        return met ? "met" : "MISSED";
    }

    boolean missed() {
        return missed;
    }
}
