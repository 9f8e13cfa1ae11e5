package org.epiwrap.data;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.check.Check;

/**
 * Maps a byte x of a channel to the number (x/255 − mean)/scale.
 *
 * @param mean one value per channel, or a single one that applies to every channel
 * @param scale as many positive values
 */
public record Normalisation(List<Double> mean, List<Double> scale) {
    private static final int LEVELS = 256;
    private static final double WHITE = 255;

    public Normalisation {
        mean = List.copyOf(mean);
        scale = List.copyOf(scale);
        Check.atLeast("mean's length", mean.size(), 1);
        Check.sameLength("scale", scale.size(), "mean", mean.size());
        mean.forEach(value -> Check.finite("mean", value));
        scale.forEach(value -> Check.positive("scale", value));
    }

    /** Returns the normalisation x/255, from 0 to 1. */
    public static Normalisation unit() {
        return new Normalisation(List.of(0.0), List.of(1.0));
    }

    /**
     * Returns the normalisation that gives each channel of the dataset mean 0 and variance 1.
     *
     * @throws IllegalArgumentException if a channel is constant, since no scale gives it variance 1
     */
    public static Normalisation of(Dataset data) {
        Check.atLeast("data's size", data.size(), 1);
        Volume shape = data.shape();
        long[] counts = new long[shape.channels() * LEVELS];
        data.forEachBatch((first, images, pixels) -> {
            for (int plane = 0; plane < images * shape.channels(); plane++) {
                int row = plane % shape.channels() * LEVELS;
                int start = plane * shape.plane();
                for (int i = start; i < start + shape.plane(); i++) {
                    counts[row + (pixels[i] & 0xff)]++;
                }
            }
        });
        double total = (double) data.size() * shape.plane();
        List<Double> mean = new ArrayList<>();
        List<Double> scale = new ArrayList<>();
        for (int channel = 0; channel < shape.channels(); channel++) {
            double centre = 0;
            for (int level = 0; level < LEVELS; level++) {
                centre += counts[channel * LEVELS + level] / total * (level / WHITE);
            }
            double variance = 0;
            for (int level = 0; level < LEVELS; level++) {
                double deviation = level / WHITE - centre;
                variance += counts[channel * LEVELS + level] / total * deviation * deviation;
            }
            mean.add(centre);
            scale.add(Math.sqrt(variance));
        }
        return new Normalisation(mean, scale);
    }

    /**
     * Returns the normalisation to use for a training set unless another is asked for: {@link #unit} for grey images,
     * which often are white on black and so keep their many zeros; {@link #of} for colour images.
     */
    public static Normalisation defaultFor(Dataset train) {
        return train.shape().channels() == 1 ? unit() : of(train);
    }

    /** Returns whether no byte is mapped to a negative number. */
    public boolean isNonNegative() {
        return mean.stream().allMatch(value -> value <= 0);
    }

    /** Returns the numbers that all 256 bytes of channel 0 are mapped to, then those of channel 1 and so on. */
    float[] table(int channels) {
        if (mean.size() > 1) {
            Check.sameLength("normalisation", mean.size(), "the image's channels", channels);
        }
        float[] table = new float[channels * LEVELS];
        for (int i = 0; i < table.length; i++) {
            int channel = mean.size() == 1 ? 0 : i / LEVELS;
            table[i] = (float) ((i % LEVELS / WHITE - mean.get(channel)) / scale.get(channel));
        }
        return table;
    }
}
