package org.epiwrap.data.corruption;

import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.epiwrap.data.Volume;

/** Independent noise of every value. */
final class Noise {
    private Noise() {}

    static Corruptor gaussian(Volume shape, double deviation) {
        return (image, random) -> {
            SharedStateContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
            for (int i = 0; i < image.length; i++) {
                image[i] = Tone.clipped(image[i] + deviation * normal.sample());
            }
        };
    }

    /** Counts photons, of which a white pixel sends so many on average; black ones stay black. */
    static Corruptor shot(Volume shape, double photons) {
        return (image, random) -> {
            for (int i = 0; i < image.length; i++) {
                if (image[i] > 0) {
                    int count = PoissonSampler.of(random, image[i] * photons).sample();
                    image[i] = Tone.clipped(count / photons);
                }
            }
        };
    }
}
