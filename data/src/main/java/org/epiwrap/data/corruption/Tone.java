package org.epiwrap.data.corruption;

import org.epiwrap.data.Volume;

/** Changes of values that are the same everywhere in an image. */
final class Tone {
    private Tone() {}

    /** Moves values towards the mean of all of them, so that colours fade, too. */
    static Corruptor contrast(Volume shape, double left) {
        return (image, random) -> {
            double sum = 0;
            for (float value : image) {
                sum += value;
            }
            double mean = sum / image.length;
            for (int i = 0; i < image.length; i++) {
                image[i] = clipped(mean + left * (image[i] - mean));
            }
        };
    }

    static Corruptor brightness(Volume shape, double added) {
        return (image, random) -> {
            for (int i = 0; i < image.length; i++) {
                image[i] = clipped(image[i] + added);
            }
        };
    }

    static void clip(float[] image) {
        for (int i = 0; i < image.length; i++) {
            image[i] = clipped(image[i]);
        }
    }

    static float clipped(double value) {
        return (float) Math.max(0, Math.min(1, value));
    }
}
