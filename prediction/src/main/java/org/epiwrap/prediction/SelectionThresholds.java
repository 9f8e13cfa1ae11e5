package org.epiwrap.prediction;

import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.RejectionThreshold;

/** Chooses from which score on a predictor abstains, on held-out examples it was not trained on. */
public final class SelectionThresholds {
    private final double[] scores;
    private final boolean[] correct;

    private SelectionThresholds(double[] scores, boolean[] correct) {
        this.scores = scores;
        this.correct = correct;
    }

    /** Returns the thresholds of a score that a predictor gives held-out examples. */
    public static SelectionThresholds of(Predictor predictor, Dataset heldOut, Score score) {
        double[] scores = new double[heldOut.size()];
        boolean[] correct = new boolean[heldOut.size()];
        predictor.forEachBatch(heldOut, (first, batch) -> {
            for (int i = 0; i < batch.size(); i++) {
                scores[first + i] = batch.score(score, i);
                correct[first + i] = batch.label(i) == heldOut.label(first + i);
            }
        });
        return new SelectionThresholds(scores, correct);
    }

    /**
     * Returns the threshold of the highest coverage at which the decided examples have an accuracy.
     *
     * @param accuracy above 0 and at most 1
     * @throws org.epiwrap.metrics.UnreachableAccuracyException if no threshold reaches it
     */
    public RejectionThreshold forAccuracy(double accuracy) {
        return RejectionThreshold.forAccuracy(scores, correct, accuracy);
    }

    /** Returns the threshold that decides a share of the held-out examples, and as few more as possible. */
    public RejectionThreshold forCoverage(double coverage) {
        return RejectionThreshold.forCoverage(scores, correct, Check.share("coverage", coverage));
    }
}
