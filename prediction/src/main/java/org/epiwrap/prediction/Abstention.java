package org.epiwrap.prediction;

import org.epiwrap.check.Check;

/**
 * When to say "I don't know": for images whose score is above a threshold. {@link Predictor#thresholdForAccuracy} and
 * {@link Predictor#thresholdForCoverage} choose one on held-out images.
 */
public record Abstention(Score score, double threshold) {

    public Abstention {
        Check.number("threshold", threshold);
    }

    /** Every image is told a class. */
    public static Abstention never() {
        return new Abstention(Score.TU, Double.POSITIVE_INFINITY);
    }

    boolean appliesTo(Prediction prediction) {
        return score.of(prediction) > threshold;
    }
}
