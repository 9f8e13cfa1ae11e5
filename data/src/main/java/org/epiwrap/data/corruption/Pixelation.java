package org.epiwrap.data.corruption;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Replaces blocks of pixels by their mean. */
final class Pixelation implements Corruptor {
    private final Volume shape;
    /** The block of every pixel of a channel. */
    private final int[] blocks;

    private final int[] sizes;
    private final double[] sums;

    /** Creates blocks of whole pixels, whose number along a side is a part of the number of pixels. */
    Pixelation(Volume shape, double part) {
        this.shape = shape;
        int rows = blocks(shape.height(), part);
        int columns = blocks(shape.width(), part);
        blocks = new int[shape.plane()];
        sizes = new int[rows * columns];
        sums = new double[sizes.length];
        for (int i = 0; i < blocks.length; i++) {
            int row = (int) ((long) (i / shape.width()) * rows / shape.height());
            int column = (int) ((long) (i % shape.width()) * columns / shape.width());
            blocks[i] = row * columns + column;
            sizes[blocks[i]]++;
        }
    }

    private static int blocks(int pixels, double part) {
        return Math.max(1, (int) Math.rint(part * pixels));
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        for (int start = 0; start < image.length; start += shape.plane()) {
            Arrays.fill(sums, 0);
            for (int i = 0; i < blocks.length; i++) {
                sums[blocks[i]] += image[start + i];
            }
            for (int i = 0; i < blocks.length; i++) {
                image[start + i] = Tone.clipped(sums[blocks[i]] / sizes[blocks[i]]);
            }
        }
    }
}
