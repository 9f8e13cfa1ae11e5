package org.epiwrap.baseline;

import org.epiwrap.data.Dataset;

/** Scores an image by the number of its bytes that are not zero: for digits, the amount of ink. */
public record NonZeroPixels() implements InputBaseline {
    public static final String NAME = "non-zero pixels";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] scores(Dataset data) {
        double[] scores = new double[data.size()];
        int length = data.shape().size();
        data.forEachBatch((first, images, pixels) -> {
            for (int i = 0; i < images * length; i++) {
                if (pixels[i] != 0) {
                    scores[first + i / length]++;
                }
            }
        });
        return scores;
    }
}
