package org.epiwrap.network;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Random numbers for one pass. They are made here, not by the engine, whose generator is one for the whole process. */
final class Noise {
    private final UniformRandomProvider random;
    private final SharedStateContinuousSampler normal;

    Noise(UniformRandomProvider random) {
        this.random = random;
        this.normal = ZigguratSampler.NormalizedGaussian.of(random);
    }

    /** Fills with draws of N(0, 1). */
    void normals(float[] target, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] = (float) normal.sample();
        }
    }

    /** Fills with -1 and 1, each as likely: 64 of them from one random number. */
    void signs(float[] target) {
        long bits = 0;
        for (int i = 0; i < target.length; i++) {
            if ((i & 63) == 0) {
                bits = random.nextLong();
            }
            // A branch would be guessed wrongly every other time.
            target[i] = 1 - 2 * (int) (bits & 1);
            bits >>>= 1;
        }
    }

    /** Fills with 0 at the given rate and 1/(1 - rate) elsewhere. */
    void dropout(float[] target, int from, int to, double rate) {
        float kept = (float) (1 / (1 - rate));
        for (int i = from; i < to; i++) {
            target[i] = random.nextFloat() < rate ? 0 : kept;
        }
    }
}
