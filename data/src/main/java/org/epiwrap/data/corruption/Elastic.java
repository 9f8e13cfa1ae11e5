package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Moves every pixel by a distance of its own, much as its neighbours. */
final class Elastic implements Corruptor {
    /** Neighbours move alike within this part of the shorter side. */
    private static final double STIFFNESS = 0.09;

    private final Volume shape;
    private final double distance;
    private final SmoothField down;
    private final SmoothField right;
    private final Sampling sampling;

    Elastic(Volume shape, double distance) {
        this.shape = shape;
        // In pixels along each of two directions.
        this.distance = distance * Math.min(shape.height(), shape.width()) / Math.sqrt(2);
        this.down = new SmoothField(shape, STIFFNESS);
        this.right = new SmoothField(shape, STIFFNESS);
        this.sampling = new Sampling(shape);
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        float[] downwards = down.draw(random);
        float[] rightwards = right.draw(random);
        sampling.remember(image);
        for (int pixel = 0; pixel < shape.plane(); pixel++) {
            int row = pixel / shape.width();
            sampling.copy(
                    row + distance * downwards[pixel],
                    pixel % shape.width() + distance * rightwards[pixel],
                    image,
                    pixel);
        }
    }
}
