package org.epiwrap.network;

import org.epiwrap.check.Check;

/**
 * How a network is trained: Adam on cross-entropy + klWeight·KL.
 *
 * @param warmStart epochs before the others in which the means alone are trained, as a plain network: where a deep one
 *     would find nothing through the noise of its first weights
 * @param klWeight the weight of the divergence from the prior in the loss a batch, at least 0
 */
public record TrainingPlan(
        int epochs, int warmStart, int batchSize, LearningRate learningRate, double klWeight, Estimator estimator) {

    private static final int MAX_EPOCHS = 1_000_000;

    public TrainingPlan {
        Check.between("epochs", epochs, warmStart > 0 ? 0 : 1, MAX_EPOCHS);
        Check.between("warmStart", warmStart, 0, MAX_EPOCHS);
        Check.atLeast("batchSize", batchSize, 1);
        Check.nonNegative("klWeight", klWeight);
    }

    /** 20 epochs in batches of 64 with the divergence weighed as the evidence bound has it, 1/images. */
    public static TrainingPlan sound(int images, Estimator estimator) {
        Check.atLeast("images", images, 1);
        return new TrainingPlan(20, 0, 64, LearningRate.constant(1e-3), 1.0 / images, estimator);
    }

    /** Returns the paper's plan: the divergence is weighed by 1/batches, sixty-four times as much. */
    public static TrainingPlan paper(int images, Estimator estimator) {
        Check.atLeast("images", images, 1);
        return new TrainingPlan(20, 0, 64, LearningRate.constant(1e-3), 1 / Math.ceil(images / 64.0), estimator);
    }

    /** Returns the means alone, to the end: a plain network, of which the mean predicts. */
    public TrainingPlan plain() {
        return new TrainingPlan(0, allEpochs(), batchSize, learningRate, 0, estimator);
    }

    public TrainingPlan withEpochs(int newEpochs) {
        return new TrainingPlan(newEpochs, warmStart, batchSize, learningRate, klWeight, estimator);
    }

    public TrainingPlan withWarmStart(int newWarmStart) {
        return new TrainingPlan(epochs, newWarmStart, batchSize, learningRate, klWeight, estimator);
    }

    public TrainingPlan withLearningRate(LearningRate newRate) {
        return new TrainingPlan(epochs, warmStart, batchSize, newRate, klWeight, estimator);
    }

    public TrainingPlan withBatchSize(int newSize) {
        return new TrainingPlan(epochs, warmStart, newSize, learningRate, klWeight, estimator);
    }

    public TrainingPlan withKlWeight(double newWeight) {
        return new TrainingPlan(epochs, warmStart, batchSize, learningRate, newWeight, estimator);
    }

    /** Returns the number of epochs, those of the warm start included. */
    public int allEpochs() {
        return warmStart + epochs;
    }
}
