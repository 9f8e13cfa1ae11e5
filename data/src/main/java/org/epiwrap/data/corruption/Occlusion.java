package org.epiwrap.data.corruption;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Covers a square somewhere in the image. */
final class Occlusion implements Corruptor {
    /** Neither the black background of drawings nor white. */
    private static final float GREY = 0.5f;

    private final Volume shape;
    private final int side;

    /** Creates a square whose side is a part of the image's shorter one. */
    Occlusion(Volume shape, double side) {
        this.shape = shape;
        this.side = (int) (side * Math.min(shape.height(), shape.width()));
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        // By shares of the room, so that larger squares cover smaller ones.
        int top = (int) (random.nextDouble() * (shape.height() - side + 1));
        int left = (int) (random.nextDouble() * (shape.width() - side + 1));
        for (int start = 0; start < image.length; start += shape.plane()) {
            for (int y = top; y < top + side; y++) {
                int row = start + y * shape.width() + left;
                Arrays.fill(image, row, row + side, GREY);
            }
        }
    }
}
