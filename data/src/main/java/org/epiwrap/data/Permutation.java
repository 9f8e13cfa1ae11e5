package org.epiwrap.data;

import org.apache.commons.rng.UniformRandomProvider;

/** Draws random permutations. */
public final class Permutation {
    private Permutation() {}

    /** Returns the numbers from 0 to {@code size} − 1 in random order, all orders being equally likely (Fisher–Yates). */
    public static int[] random(int size, UniformRandomProvider random) {
        int[] values = new int[size];
        for (int i = 0; i < size; i++) {
            values[i] = i;
        }
        for (int i = size - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
        return values;
    }

    /** Returns such an order by the inside-out variant, which fills the array as it goes. */
    public static int[] insideOut(int size, UniformRandomProvider random) {
        int[] values = new int[size];
        for (int i = 0; i < size; i++) {
            int other = random.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
        return values;
    }
}
