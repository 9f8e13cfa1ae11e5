package org.epiwrap.network;

import org.epiwrap.check.Check;

/**
 * How a network is trained: Adam on cross-entropy + klWeight·KL.
 *
 * @param klWeight the weight of the divergence from the prior in the loss a batch, at least 0
 */
public record TrainingPlan(int epochs, int batchSize, double learningRate, double klWeight, Estimator estimator) {

    public TrainingPlan {
        Check.atLeast("epochs", epochs, 1);
        Check.atLeast("batchSize", batchSize, 1);
        Check.positive("learningRate", learningRate);
        Check.nonNegative("klWeight", klWeight);
    }

    /** 20 epochs in batches of 64 with the divergence weighed as the evidence bound has it, 1/images. */
    public static TrainingPlan sound(int images, Estimator estimator) {
        Check.atLeast("images", images, 1);
        return new TrainingPlan(20, 64, 1e-3, 1.0 / images, estimator);
    }

    /** The paper's: the divergence is weighed by 1/batches, sixty-four times as much. */
    public static TrainingPlan paper(int images, Estimator estimator) {
        Check.atLeast("images", images, 1);
        return new TrainingPlan(20, 64, 1e-3, 1 / Math.ceil(images / 64.0), estimator);
    }

    public TrainingPlan withEpochs(int newEpochs) {
        return new TrainingPlan(newEpochs, batchSize, learningRate, klWeight, estimator);
    }

    /** Batches an epoch; the last may be smaller. */
    public int batches(int images) {
        return (images + batchSize - 1) / batchSize;
    }
}
