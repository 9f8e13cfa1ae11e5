package org.epiwrap.statistics;

/** Counts in sorted values. */
public final class SortedValues {
    private SortedValues() {}

    /** Returns how many of ascending values are below one. */
    public static int below(double[] ascending, double value) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
