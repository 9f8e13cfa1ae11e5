package org.epiwrap.network;

import org.epiwrap.check.Check;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.tensor.LearningRate;

/**
 * How a network is trained: Adam on cross-entropy + klWeight·KL.
 *
 * @param warmStart epochs before the others in which the means alone are trained, as a plain network: where a deep one
 *     would find nothing through the noise of its first weights
 * @param klWeight the weight of the divergence from the prior in the loss a batch, at least 0
 * @param patience the number of epochs without a lower loss on a tenth of the training examples, kept apart, after which
 *     training stops and the best epoch's network is taken; 0 trains on all examples to the last epoch
 * @param balanced whether examples are weighted so that all classes count the same
 * @param augmentation how images are changed at random
 */
public record TrainingPlan(
        int epochs,
        int warmStart,
        int batchSize,
        LearningRate learningRate,
        double klWeight,
        Estimator estimator,
        int patience,
        boolean balanced,
        Augmentation augmentation) {

    private static final int MAX_EPOCHS = 1_000_000;
    /** More steps hardly help a small network. */
    private static final long TABLE_STEPS = 6_000;

    /** What a table's divergence weighs of what the evidence bound asks for, which leaves small networks too noisy. */
    private static final double TABLE_DIVERGENCE = 0.1;

    public TrainingPlan {
        Check.between("epochs", epochs, warmStart > 0 ? 0 : 1, MAX_EPOCHS);
        Check.between("warmStart", warmStart, 0, MAX_EPOCHS);
        Check.atLeast("batchSize", batchSize, 1);
        Check.nonNegative("klWeight", klWeight);
        Check.between("patience", patience, 0, MAX_EPOCHS);
    }

    /** 20 epochs in batches of 64 with the divergence weighed as the evidence bound has it, 1/images. */
    public static TrainingPlan sound(int images, Estimator estimator) {
        Check.atLeast("images", images, 1);
        return new TrainingPlan(
                20, 0, 64, LearningRate.constant(1e-3), 1.0 / images, estimator, 0, false, Augmentation.NONE);
    }

    /**
     * Returns the plan for the rows of a table: some 6,000 steps, fewer if there are few rows, in batches that grow with
     * their number, while the learning rate falls along a cosine. The network of the epoch with the lowest loss on a part
     * of the rows is taken; nothing stops before the last epoch, since the loss falls most when the rate is low.
     */
    public static TrainingPlan table(int rows, Estimator estimator) {
        Check.atLeast("rows", rows, 1);
        int batch = Math.max(32, Math.min(256, Integer.highestOneBit(Math.max(1, rows / 100))));
        int epochs = (int) Math.max(10, Math.min(150, TABLE_STEPS * batch / rows));
        LearningRate rate = LearningRate.cosine(3e-3);
        return new TrainingPlan(
                epochs, 0, batch, rate, TABLE_DIVERGENCE / rows, estimator, epochs, false, Augmentation.NONE);
    }

    /** Returns the paper's plan: the divergence is weighed by 1/batches, sixty-four times as much. */
    public static TrainingPlan paper(int images, Estimator estimator) {
        Check.atLeast("images", images, 1);
        return new TrainingPlan(
                20,
                0,
                64,
                LearningRate.constant(1e-3),
                1 / Math.ceil(images / 64.0),
                estimator,
                0,
                false,
                Augmentation.NONE);
    }

    /** Returns the means alone, to the end: a plain network, of which the mean predicts. */
    public TrainingPlan plain() {
        return new TrainingPlan(
                0, allEpochs(), batchSize, learningRate, 0, estimator, patience, balanced, augmentation);
    }

    public TrainingPlan withEpochs(int newEpochs) {
        return new TrainingPlan(
                newEpochs, warmStart, batchSize, learningRate, klWeight, estimator, patience, balanced, augmentation);
    }

    public TrainingPlan withWarmStart(int newWarmStart) {
        return new TrainingPlan(
                epochs, newWarmStart, batchSize, learningRate, klWeight, estimator, patience, balanced, augmentation);
    }

    public TrainingPlan withLearningRate(LearningRate newRate) {
        return new TrainingPlan(
                epochs, warmStart, batchSize, newRate, klWeight, estimator, patience, balanced, augmentation);
    }

    public TrainingPlan withBatchSize(int newSize) {
        return new TrainingPlan(
                epochs, warmStart, newSize, learningRate, klWeight, estimator, patience, balanced, augmentation);
    }

    public TrainingPlan withKlWeight(double newWeight) {
        return new TrainingPlan(
                epochs, warmStart, batchSize, learningRate, newWeight, estimator, patience, balanced, augmentation);
    }

    public TrainingPlan withPatience(int newPatience) {
        return new TrainingPlan(
                epochs, warmStart, batchSize, learningRate, klWeight, estimator, newPatience, balanced, augmentation);
    }

    public TrainingPlan withBalanced(boolean newBalanced) {
        return new TrainingPlan(
                epochs, warmStart, batchSize, learningRate, klWeight, estimator, patience, newBalanced, augmentation);
    }

    public TrainingPlan with(Augmentation newAugmentation) {
        return new TrainingPlan(
                epochs, warmStart, batchSize, learningRate, klWeight, estimator, patience, balanced, newAugmentation);
    }

    /** Returns the number of epochs, those of the warm start included. */
    public int allEpochs() {
        return warmStart + epochs;
    }
}
