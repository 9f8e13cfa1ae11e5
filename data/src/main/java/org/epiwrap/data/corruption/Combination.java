package org.epiwrap.data.corruption;

import java.util.Locale;
import org.epiwrap.data.Volume;

/** A way to make one image of two. If they show different classes, the result shows neither: it is out-of-distribution. */
public enum Combination {
    /** The mean of two images. */
    MIXTURES {
        @Override
        public void combine(float[] image, float[] other, Volume shape) {
            for (int i = 0; i < image.length; i++) {
                image[i] = (image[i] + other[i]) / 2;
            }
        }
    },
    /** The left half of one image, with the middle column if there is one, and the right half of another. */
    HALVES {
        @Override
        public void combine(float[] image, float[] other, Volume shape) {
            int right = shape.width() / 2;
            for (int end = shape.width(); end <= image.length; end += shape.width()) {
                System.arraycopy(other, end - right, image, end - right, right);
            }
        }
    };

    /**
     * Changes an image by another.
     *
     * @param image values from 0 to 1 in the order of the shape, as they are afterwards
     */
    public abstract void combine(float[] image, float[] other, Volume shape);

    /** Returns the name, such as {@code halves}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
