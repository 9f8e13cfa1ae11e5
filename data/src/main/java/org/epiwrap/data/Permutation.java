package org.epiwrap.data;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;

/** Draws random permutations. */
public final class Permutation {
    private Permutation() {}

    /** Returns the numbers from 0 to {@code size} − 1 in random order, all orders being equally likely (Fisher–Yates). */
    public static int[] random(int size, UniformRandomProvider random) {
        return ArraySampler.shuffle(random, IntStream.range(0, size).toArray());
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
