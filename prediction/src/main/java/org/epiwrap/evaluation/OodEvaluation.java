package org.epiwrap.evaluation;

import org.epiwrap.metrics.Detection;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;

/**
 * How well scores separate out-of-distribution examples from in-distribution ones, and from how many the predictor
 * abstains.
 *
 * @param inDistribution the predictions of the test data
 * @param predictions those of the out-of-distribution examples
 */
public record OodEvaluation(Predictions inDistribution, Predictions predictions) {

    /** Returns how well a score detects the out-of-distribution examples, which are the positives. */
    public Detection detection(Score score) {
        return Detection.between(inDistribution.scores(score), predictions.scores(score));
    }

    /** Returns the share of out-of-distribution examples from which the predictor abstains. */
    public double abstained() {
        return (double) predictions.stream().filter(Prediction::abstains).count() / predictions.size();
    }
}
