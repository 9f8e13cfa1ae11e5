package org.epiwrap.intervalnet;

import java.util.Optional;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.tensor.LearningRate;

/**
 * How an interval network is fine-tuned: Adam on the cross-entropy of its averaged logits.
 *
 * @param rule what is trained of an interval
 * @param averaging what the network predicts by; not {@link Averaging#WEIGHTS}, by which a prediction changes with the
 *     centres of the intervals alone, so that there is nothing their radii could learn
 * @param seed of the images' order and of dropout; if there is none, they follow from the network's own seeds
 * @param augmentation how images are changed at random
 */
public record TuningPlan(
        int epochs,
        int batchSize,
        LearningRate learningRate,
        BoundsRule rule,
        Averaging averaging,
        Optional<Long> seed,
        Augmentation augmentation) {
    public static final int EPOCHS = 10;
    public static final int BATCH_SIZE = 64;
    public static final double LEARNING_RATE = 1e-3;

    public TuningPlan {
        Check.atLeast("epochs", epochs, 1);
        Check.atLeast("batchSize", batchSize, 1);
        if (averaging == Averaging.WEIGHTS) {
            throw new IllegalArgumentException("averaging must not be of the weights' midpoints in fine-tuning, since"
                    + " the radii of the intervals would learn nothing; take logits, activations or softmaxes");
        }
    }

    /** Creates a plan that uses the network's own seeds and takes images as they are. */
    public TuningPlan(int epochs, int batchSize, LearningRate learningRate, BoundsRule rule, Averaging averaging) {
        this(epochs, batchSize, learningRate, rule, averaging, Optional.empty(), Augmentation.NONE);
    }

    /** 10 epochs in batches of 64, intervals stay intervals, and the averaging suits the depth of the network. */
    public static TuningPlan sound(Architecture architecture) {
        return of(BoundsRule.ORDERED, Averaging.usual(architecture));
    }

    /** Returns the paper's plan: the ends of the intervals move freely, and midpoints are taken of the logits. */
    public static TuningPlan paper() {
        return of(BoundsRule.FREE, Averaging.LOGITS);
    }

    private static TuningPlan of(BoundsRule rule, Averaging averaging) {
        return new TuningPlan(EPOCHS, BATCH_SIZE, LearningRate.constant(LEARNING_RATE), rule, averaging);
    }

    public TuningPlan withEpochs(int newEpochs) {
        return new TuningPlan(newEpochs, batchSize, learningRate, rule, averaging, seed, augmentation);
    }

    public TuningPlan with(BoundsRule newRule) {
        return new TuningPlan(epochs, batchSize, learningRate, newRule, averaging, seed, augmentation);
    }

    public TuningPlan with(Averaging newAveraging) {
        return new TuningPlan(epochs, batchSize, learningRate, rule, newAveraging, seed, augmentation);
    }

    public TuningPlan withSeed(long newSeed) {
        return new TuningPlan(epochs, batchSize, learningRate, rule, averaging, Optional.of(newSeed), augmentation);
    }

    public TuningPlan with(Augmentation newAugmentation) {
        return new TuningPlan(epochs, batchSize, learningRate, rule, averaging, seed, newAugmentation);
    }

    /** Returns the seeds of the order of the images and of dropout, for a network with these seeds. */
    RunSeeds seeds(RunSeeds own) {
        return Purpose.TUNING.seeds(seed.map(first -> new RunSeeds(
                        first,
                        LongStream.range(first, first + own.runs()).boxed().toList()))
                .orElse(own));
    }
}
