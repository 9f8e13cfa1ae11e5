package org.epiwrap.data.table;

import java.util.Arrays;

/** Numbers without an object for each. */
final class IntList {
    private int[] values = new int[1024];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, (int) Math.min(RowLoader.MAX_ROWS, 2L * size));
        }
        values[size++] = value;
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
