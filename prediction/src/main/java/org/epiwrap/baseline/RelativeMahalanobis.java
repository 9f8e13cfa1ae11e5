package org.epiwrap.baseline;

import java.util.Arrays;

/**
 * Scores an example by how much further its hidden features are from the nearest class than from all training examples as if
 * they were one: the difference of the squared Mahalanobis distances (Ren et al., 2021).
 *
 * @param classes the distance from the nearest class
 * @param all the distance from all training examples
 */
public record RelativeMahalanobis(FeatureMahalanobis classes, FeatureMahalanobis all) implements FeatureBaseline {

    /** Fits both distances to training examples, that of the classes by their labels. */
    public static RelativeMahalanobis fit(Features train, int[] labels) {
        return new RelativeMahalanobis(
                FeatureMahalanobis.fit(train, labels), FeatureMahalanobis.fit(train, new int[labels.length]));
    }

    @Override
    public String name() {
        return "relative Mahalanobis";
    }

    @Override
    public double[] scores(Features examples) {
        double[] scores = classes.scores(examples);
        double[] background = all.scores(examples);
        Arrays.setAll(scores, i -> scores[i] - background[i]);
        return scores;
    }
}
