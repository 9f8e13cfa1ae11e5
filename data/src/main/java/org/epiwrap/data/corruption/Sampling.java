package org.epiwrap.data.corruption;

import org.epiwrap.data.Volume;

/** Reads images between their pixels: linearly in both directions. Beyond an edge, its pixels go on. */
final class Sampling {
    private final Volume shape;
    private final float[] before;

    Sampling(Volume shape) {
        this.shape = shape;
        this.before = new float[shape.size()];
    }

    /** Remembers an image as it is, so that it can be read while it is overwritten. */
    void remember(float[] image) {
        System.arraycopy(image, 0, before, 0, before.length);
    }

    /** Writes to all channels of a pixel what the remembered image has at a place. */
    void copy(double y, double x, float[] image, int pixel) {
        double row = clamped(y, shape.height());
        double column = clamped(x, shape.width());
        int top = (int) row;
        int left = (int) column;
        int bottom = Math.min(top + 1, shape.height() - 1);
        int right = Math.min(left + 1, shape.width() - 1);
        double down = row - top;
        double across = column - left;
        for (int start = 0; start < image.length; start += shape.plane()) {
            double upper = mixed(start + top * shape.width(), left, right, across);
            double lower = mixed(start + bottom * shape.width(), left, right, across);
            image[start + pixel] = Tone.clipped(upper + down * (lower - upper));
        }
    }

    private double mixed(int row, int left, int right, double across) {
        return before[row + left] + across * (before[row + right] - before[row + left]);
    }

    private static double clamped(double place, int length) {
        return Math.max(0, Math.min(length - 1, place));
    }
}
