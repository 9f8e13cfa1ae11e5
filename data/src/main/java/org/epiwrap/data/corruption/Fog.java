package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Mixes every pixel with white, more where drifts of fog are. */
final class Fog implements Corruptor {
    /** Drifts are as large as these parts of the shorter side, the smaller ones half as strong. */
    private static final double LARGE = 0.16;

    private static final double SMALL = 0.06;

    /** The mean density and its standard deviation, relative to the densest. */
    private static final double MEAN = 0.65;

    private static final double DEVIATION = 0.2;

    private final int plane;
    private final double densest;
    private final SmoothField large;
    private final SmoothField small;

    Fog(Volume shape, double densest) {
        this.plane = shape.plane();
        this.densest = densest;
        this.large = new SmoothField(shape, LARGE);
        this.small = new SmoothField(shape, SMALL);
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        float[] drifts = large.draw(random);
        float[] wisps = small.draw(random);
        for (int i = 0; i < plane; i++) {
            double density = densest * Tone.clipped(MEAN + DEVIATION * (drifts[i] + 0.5 * wisps[i]));
            for (int k = i; k < image.length; k += plane) {
                image[k] = Tone.clipped(image[k] + density * (1 - image[k]));
            }
        }
    }
}
