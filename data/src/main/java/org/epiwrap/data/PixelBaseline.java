package org.epiwrap.data;

/**
 * Scores images without a network, the higher the stranger. What a network says of strange images is worth something
 * if it says more than these.
 */
public sealed interface PixelBaseline permits NonZeroPixels, PixelMahalanobis {

    String name();

    /** The score of each image, in the order of the view. */
    double[] scores(Dataset data);
}
