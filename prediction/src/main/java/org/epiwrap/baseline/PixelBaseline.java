package org.epiwrap.baseline;

import org.epiwrap.data.Dataset;

/**
 * A baseline for out-of-distribution detection: scores images by their pixels alone, without a network. Higher scores mean
 * further from the training distribution. The score of a network is useful if it detects more than these do.
 */
public sealed interface PixelBaseline permits NonZeroPixels, PixelMahalanobis {

    /** Returns the name, as in reports. */
    String name();

    /** Returns the score of each image, in the order of the dataset. */
    double[] scores(Dataset data);
}
