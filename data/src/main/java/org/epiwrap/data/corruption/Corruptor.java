package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;

/** Changes single images of one shape. It reuses memory between images: for one thread. */
@FunctionalInterface
public interface Corruptor {
    /**
     * Changes an image in place. The result depends on the image and the random numbers alone.
     *
     * @param image values from 0 to 1 in the order of a {@link org.epiwrap.data.Volume}, as they are afterwards
     */
    void apply(float[] image, UniformRandomProvider random);
}
