package org.epiwrap.hybrid;

import org.epiwrap.check.Check;
import org.epiwrap.network.LearningRate;

/**
 * How an interval network is fine-tuned: Adam on the cross-entropy of its averaged logits.
 *
 * @param rule what is trained of an interval
 * @param averaging what the network predicts by
 */
public record TuningPlan(int epochs, int batchSize, LearningRate learningRate, BoundsRule rule, Averaging averaging) {

    public TuningPlan {
        Check.atLeast("epochs", epochs, 1);
        Check.atLeast("batchSize", batchSize, 1);
    }

    /** 10 epochs in batches of 64, intervals stay intervals. */
    public static TuningPlan sound() {
        return new TuningPlan(10, 64, LearningRate.constant(1e-3), BoundsRule.ORDERED, Averaging.LOGITS);
    }

    /** The paper's: the ends of the intervals move freely. */
    public static TuningPlan paper() {
        return sound().with(BoundsRule.FREE);
    }

    public TuningPlan withEpochs(int newEpochs) {
        return new TuningPlan(newEpochs, batchSize, learningRate, rule, averaging);
    }

    public TuningPlan with(BoundsRule newRule) {
        return new TuningPlan(epochs, batchSize, learningRate, newRule, averaging);
    }

    public TuningPlan with(Averaging newAveraging) {
        return new TuningPlan(epochs, batchSize, learningRate, rule, newAveraging);
    }
}
