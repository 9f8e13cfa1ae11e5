package org.epiwrap.baseline;

/**
 * A baseline for out-of-distribution detection that looks at the last hidden layer or the logits of a plain network, as it was
 * published. Higher scores mean further from the training distribution.
 */
public sealed interface FeatureBaseline
        permits LogitScore, FeatureNeighbours, FeatureMahalanobis, RelativeMahalanobis, VirtualLogit {

    /** Returns the name, as in reports. */
    String name();

    /** Returns the score of each example. */
    double[] scores(Features examples);
}
