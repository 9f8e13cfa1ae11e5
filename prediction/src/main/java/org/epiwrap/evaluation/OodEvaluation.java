package org.epiwrap.evaluation;

import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.metrics.Detection;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;

/**
 * How well scores separate out-of-distribution examples from in-distribution ones, from how many the predictor abstains, and
 * how many it decides wrongly.
 *
 * @param inDistribution the predictions of the test data
 * @param predictions those of the out-of-distribution examples
 * @param labelled the same beside the examples' own classes, where these are classes of the test data: a shift that changes
 *     images may leave what they show
 */
public record OodEvaluation(Predictions inDistribution, Predictions predictions, Optional<Evaluation> labelled) {

    /** Returns how well a score detects the out-of-distribution examples, which are the positives. */
    public Detection detection(Score score) {
        return Detection.between(inDistribution.scores(score), predictions.scores(score));
    }

    /** Returns the share of out-of-distribution examples from which the predictor abstains. */
    public double abstained() {
        return (double) IntStream.range(0, predictions.size())
                        .filter(predictions::abstains)
                        .count()
                / predictions.size();
    }

    /**
     * Returns the share of all out-of-distribution examples that are decided and wrong. Of examples that are of none of the
     * classes, every decision is.
     */
    public double wrongYetDecided() {
        return labelled.map(Evaluation::wrongYetDecided).orElseGet(() -> 1 - abstained());
    }
}
