package org.epiwrap.bench.handwritten;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.epiwrap.data.Permutation;
import org.epiwrap.random.RandomStreams;

/** The random numbers of the training written by hand. The network draws the same, so that losses can be compared. */
final class Noise {
    private static final long STEPS = 1L << 32;

    private final UniformRandomProvider random;

    private Noise(long seed, long purpose, long number) {
        this.random = new RandomStreams(seed).stream(purpose * STEPS + number);
    }

    static Noise weights(long seed) {
        return new Noise(seed, 0, 0);
    }

    static Noise kernels(long seed, long step) {
        return new Noise(seed, 1, step);
    }

    static Noise dropout(long seed, long step) {
        return new Noise(seed, 2, step);
    }

    static Noise signs(long seed, long step) {
        return new Noise(seed, 3, step);
    }

    static Noise order(long seed, long epoch) {
        return new Noise(seed, 4, epoch);
    }

    void normals(float[] target) {
        SharedStateContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (int i = 0; i < target.length; i++) {
            target[i] = (float) normal.sample();
        }
    }

    void signs(float[] target) {
        long bits = 0;
        for (int i = 0; i < target.length; i++) {
            if (i % Long.SIZE == 0) {
                bits = random.nextLong();
            }
            target[i] = (bits & 1) == 0 ? 1 : -1;
            bits >>>= 1;
        }
    }

    /** Fills with 0 at the given rate and with 1/(1 - rate) elsewhere. */
    void mask(float[] target, double rate) {
        float kept = (float) (1 / (1 - rate));
        for (int i = 0; i < target.length; i++) {
            target[i] = random.nextFloat() < rate ? 0 : kept;
        }
    }

    /** A random order of 0 to count - 1. */
    int[] order(int count) {
        return Permutation.insideOut(count, random);
    }
}
