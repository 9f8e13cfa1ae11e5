package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/**
 * Replaces every value by the largest or the smallest one in a square around it. Between squares of whole pixels the results are
 * interpolated, since one pixel is a lot for a stroke of three.
 */
final class Morphology implements Corruptor {
    private final Volume shape;
    /** 1 to find the largest, −1 to find the smallest. */
    private final int sign;

    private final int radius;
    private final double part;
    private final float[] smaller;
    private final float[] larger;
    private final float[] line;
    /** Places of the line whose values fall from the first to the last. */
    private final int[] candidates;

    private Morphology(Volume shape, double distance, int sign) {
        this.shape = shape;
        this.sign = sign;
        double pixels = distance * Math.min(shape.height(), shape.width());
        radius = (int) pixels;
        part = pixels - radius;
        smaller = new float[shape.plane()];
        larger = new float[shape.plane()];
        line = new float[Math.max(shape.height(), shape.width())];
        candidates = new int[line.length];
    }

    static Corruptor dilation(Volume shape, double distance) {
        return new Morphology(shape, distance, 1);
    }

    static Corruptor erosion(Volume shape, double distance) {
        return new Morphology(shape, distance, -1);
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        for (int start = 0; start < image.length; start += smaller.length) {
            extremes(image, start, smaller, radius);
            extremes(image, start, larger, radius + 1);
            for (int i = 0; i < smaller.length; i++) {
                image[start + i] = Tone.clipped(smaller[i] + part * (larger[i] - smaller[i]));
            }
        }
    }

    /** A square's extreme is that of its rows' extremes. */
    private void extremes(float[] image, int start, float[] target, int reach) {
        System.arraycopy(image, start, target, 0, target.length);
        for (int y = 0; y < shape.height(); y++) {
            slide(target, y * shape.width(), 1, shape.width(), reach);
        }
        for (int x = 0; x < shape.width(); x++) {
            slide(target, x, shape.width(), shape.height(), reach);
        }
    }

    /** Every place enters and leaves the candidates once: the cost does not depend on the reach. */
    private void slide(float[] values, int start, int step, int length, int reach) {
        for (int i = 0; i < length; i++) {
            line[i] = sign * values[start + i * step];
        }
        int first = 0;
        int end = 0;
        int coming = 0;
        for (int i = 0; i < length; i++) {
            for (; coming < length && coming <= i + reach; coming++) {
                while (end > first && line[candidates[end - 1]] <= line[coming]) {
                    end--;
                }
                candidates[end++] = coming;
            }
            if (candidates[first] < i - reach) {
                first++;
            }
            values[start + i * step] = sign * line[candidates[first]];
        }
    }
}
