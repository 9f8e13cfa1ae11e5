package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.tensor.Scope;
import org.junit.jupiter.api.Test;

/** Four classes of images with a bright bar, whose height tells the class; it is in the left half of all of them. */
class AugmentedTrainingTest {
    private static final Volume SHAPE = new Volume(1, 8, 8);
    private static final PictureInput UNIT = PictureInput.unit(SHAPE);
    private static final Architecture MLP = Architecture.mlp(SHAPE, 4, 12);
    private static final Dataset LEFT = bars(400, false);
    private static final Dataset RIGHT = bars(200, true);
    private static final TrainingPlan PLAIN =
            TrainingPlan.sound(400, Estimator.FLIPOUT).withBatchSize(16).withEpochs(20);
    private static final TrainingPlan FLIPPED = PLAIN.with(Augmentation.NONE.withFlip());

    private static Dataset bars(int images, boolean right) {
        Random random = new Random(right ? 2 : 1);
        byte[] pixels = new byte[64 * images];
        byte[] labels = new byte[images];
        for (int i = 0; i < images; i++) {
            labels[i] = (byte) (i % 4);
            int column = random.nextInt(2);
            for (int x = column; x < column + 3; x++) {
                int place = 16 * (i % 4) + 8 * random.nextInt(2) + (right ? 7 - x : x);
                pixels[64 * i + place] = (byte) (150 + random.nextInt(100));
            }
        }
        return Dataset.of("bars", SHAPE, List.of("a", "b", "c", "d"), pixels, labels);
    }

    @Test
    void mirroredImagesAreLearntOnlyWithFlips() {
        assertThat(accuracy(PLAIN, LEFT)).isGreaterThan(0.95);
        assertThat(accuracy(PLAIN, RIGHT)).isLessThan(0.6);
        assertThat(accuracy(FLIPPED, LEFT)).isGreaterThan(0.95);
        assertThat(accuracy(FLIPPED, RIGHT)).isGreaterThan(0.95);
    }

    private static double accuracy(TrainingPlan plan, Dataset data) {
        try (BayesianNetwork network = BayesianNetwork.untrained(MLP, RunSeeds.of(1))) {
            Trainer.train(network, LEFT, UNIT, plan, TrainingListener.NONE);
            int[] correct = new int[1];
            InputBatch.forEach(data, UNIT, MLP, batch -> {
                float[] losses =
                        network.meanLogits(batch.input()).logSoftmax(-1).toArray();
                for (int i = 0; i < batch.count(); i++) {
                    float[] own = Arrays.copyOfRange(losses, 4 * i, 4 * i + 4);
                    float best = Math.max(Math.max(own[0], own[1]), Math.max(own[2], own[3]));
                    correct[0] += own[data.label(batch.first() + i)] == best ? 1 : 0;
                }
            });
            return (double) correct[0] / data.size();
        }
    }

    private static float[] trained(TrainingPlan plan, RunSeeds seeds) {
        try (BayesianNetwork network = BayesianNetwork.untrained(MLP, seeds)) {
            Trainer.train(network, LEFT, UNIT, plan.withEpochs(2), TrainingListener.NONE);
            return network.mu().toArray();
        }
    }

    @Test
    void aSeedFixesTheChanges() {
        TrainingPlan all = PLAIN.with(new Augmentation(1, 1, true));
        float[] first = trained(all, RunSeeds.of(5));
        assertThat(trained(all, RunSeeds.of(5))).isEqualTo(first);
        assertThat(trained(PLAIN, RunSeeds.of(5))).isNotEqualTo(first);
        float[] together = trained(all, new RunSeeds(1, List.of(5L, 6L)));
        float[] alone = trained(all, new RunSeeds(1, List.of(6L)));
        for (int i = 0; i < alone.length; i++) {
            assertThat(together[alone.length + i]).isCloseTo(alone[i], offset(2e-3f));
        }
    }

    /** A batch is changed by its step alone, whichever were asked for before; in each epoch otherwise. */
    @Test
    void aBatchDependsOnItsStepAlone() {
        Dataset one = LEFT.select(new int[40]);
        Augmentation shift = Augmentation.NONE.withShift(3);
        float[] fourth = numbers(new Batches(one, UNIT, MLP, 10, RunSeeds.of(1)).augmented(shift), 0, 3);
        Batches batches = new Batches(one, UNIT, MLP, 10, RunSeeds.of(1)).augmented(shift);
        assertThat(numbers(batches, 0, 0)).isNotEqualTo(fourth);
        assertThat(numbers(batches, 1, 3)).isNotEqualTo(fourth);
        assertThat(numbers(batches, 0, 3)).isEqualTo(fourth);
        assertThat(numbers(new Batches(one, UNIT, MLP, 10, RunSeeds.of(2)).augmented(shift), 0, 3))
                .isNotEqualTo(fourth);
    }

    private static float[] numbers(Batches batches, int epoch, int batch) {
        return Scope.get(() -> batches.get(epoch, batch).input().toArray());
    }
}
