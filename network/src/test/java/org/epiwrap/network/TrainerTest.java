package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.tensor.LearningRate;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.epiwrap.tensor.TensorEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Short trainings on a few thousand real digits. */
class TrainerTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 3000);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 1000);
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final long AFTER_TRAINING = 1L << 31;
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));

    @ParameterizedTest
    @EnumSource
    void everyEstimatorLearns(Estimator estimator) {
        TrainingPlan plan = TrainingPlan.sound(60_000, estimator).withEpochs(4);
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 16), RunSeeds.of(1))) {
            List<Double> losses = new ArrayList<>();
            Trainer.train(network, TRAIN, UNIT, plan, step -> losses.add(step.loss()));
            assertThat(losses).hasSize(4 * 47);
            assertThat(losses.get(losses.size() - 1)).isLessThan(0.7 * losses.get(0));
            assertThat(accuracy(network, network::meanLogits)).isGreaterThan(0.7);
            assertThat(accuracy(network, input -> network.logitsWith(network.draw(AFTER_TRAINING), input)))
                    .isGreaterThan(0.6);
            assertThat(accuracy(network, input -> network.randomLogits(input, estimator, AFTER_TRAINING)))
                    .isGreaterThan(0.6);
        }
    }

    /** The share of the test images whose largest logit is that of their class. */
    private static double accuracy(BayesianNetwork network, UnaryOperator<Tensor> logits) {
        int[] correct = new int[1];
        InputBatch.forEach(TEST, UNIT, network.architecture(), batch -> {
            float[] values = logits.apply(batch.input()).toArray();
            for (int i = 0; i < batch.count(); i++) {
                correct[0] += largest(values, 10 * i) == TEST.label(batch.first() + i) ? 1 : 0;
            }
        });
        return (double) correct[0] / TEST.size();
    }

    private static int largest(float[] values, int from) {
        return IntStream.range(0, 10)
                .boxed()
                .max(Comparator.comparing(c -> values[from + c]))
                .orElseThrow();
    }

    @Test
    void aSeedFixesEveryBit() {
        float[] first = trained(new RunSeeds(1, List.of(5L)));
        assertThat(Arrays.equals(trained(new RunSeeds(1, List.of(5L))), first)).isTrue();
        assertThat(trained(new RunSeeds(1, List.of(6L)))).isNotEqualTo(first);
        assertThat(trained(new RunSeeds(2, List.of(5L)))).isNotEqualTo(first);
    }

    /** A whole training of three runs at once, each against the same run on its own. */
    @Test
    void runsTrainedTogetherAreRunsTrainedAlone() {
        float[] together = trained(new RunSeeds(1, List.of(5L, 6L, 7L)));
        float[] alone = trained(new RunSeeds(1, List.of(6L)));
        for (int i = 0; i < alone.length; i++) {
            assertThat(together[alone.length + i]).isCloseTo(alone[i], offset(2e-3f));
        }
    }

    private static float[] trained(RunSeeds seeds) {
        TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT).withEpochs(1);
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 8), seeds)) {
            Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE);
            return network.mu().toArray();
        }
    }

    @Test
    void aConvolutionalNetworkLearns() {
        TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.LOCAL_REPARAMETERISATION)
                .withEpochs(3);
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.leNet5(INPUT, 10), RunSeeds.of(1))) {
            Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE);
            assertThat(accuracy(network, network::meanLogits)).isGreaterThan(0.5);
        }
    }

    @Test
    void divergenceIsOneSentence() {
        TrainingPlan plan =
                TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT).withLearningRate(LearningRate.constant(1e30));
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 8), RunSeeds.of(1))) {
            assertThatThrownBy(() -> Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE))
                    .isInstanceOf(DivergedException.class)
                    .hasMessageMatching("training diverged in epoch 1, batch \\d+: the (loss|cross-entropy) is \\S+;"
                            + " try a learning rate below 1.0E30");
        }
    }

    /** In the warm start the widths stay as they are and the noise is off: the means learn faster. */
    @Test
    void aWarmStartTrainsTheMeansAlone() {
        TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT).withEpochs(1);
        List<Double> warm = new ArrayList<>();
        List<Double> cold = new ArrayList<>();
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 8), RunSeeds.of(1))) {
            float[] before = network.rho().toArray();
            Trainer.train(network, TRAIN, UNIT, plan.withWarmStart(2), step -> {
                warm.add(step.loss());
                if (step.epoch() == 1 && step.endsEpoch()) {
                    assertThat(network.rho().toArray()).isEqualTo(before);
                }
            });
            assertThat(network.rho().toArray()).isNotEqualTo(before);
        }
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 8), RunSeeds.of(1))) {
            Trainer.train(network, TRAIN, UNIT, plan.withEpochs(2), step -> cold.add(step.loss()));
        }
        assertThat(warm).hasSize(3 * 47);
        // Without the divergence, and further down.
        assertThat(warm.get(93)).isLessThan(cold.get(93) - 1);
    }

    /** Each number of threads gives its own bits every time; between numbers, sums are rounded in another order. */
    @Test
    void threadsChangeNoMoreThanRounding() {
        int before = TensorEngine.threads();
        try {
            TensorEngine.useThreads(1);
            float[] one = trained(RunSeeds.of(3));
            TensorEngine.useThreads(2);
            assertThat(TensorEngine.threads()).isEqualTo(2);
            float[] two = trained(RunSeeds.of(3));
            assertThat(Arrays.equals(trained(RunSeeds.of(3)), two)).isTrue();
            for (int i = 0; i < one.length; i++) {
                assertThat(two[i]).isCloseTo(one[i], offset(1e-4f));
            }
        } finally {
            TensorEngine.useThreads(before);
        }
    }

    @Test
    void foreignDataIsRefused() {
        TrainingPlan plan = TrainingPlan.sound(10, Estimator.FLIPOUT);
        try (BayesianNetwork small =
                        BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 4, 4), 10, 2), RunSeeds.of(1));
                BayesianNetwork few = BayesianNetwork.untrained(Architecture.mlp(INPUT, 3, 2), RunSeeds.of(1));
                BayesianNetwork fits = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 2), RunSeeds.of(1))) {
            assertThatThrownBy(() -> new Trainer(small, TRAIN, UNIT, plan))
                    .hasMessage("examples must be 1×4×4 for this network, but are 1×28×28");
            assertThatThrownBy(() -> new Trainer(few, TRAIN, UNIT, plan))
                    .hasMessage("the classes of mnist-train must be at most 3 for this network, but are 10");
            assertThatThrownBy(() -> new Trainer(fits, TRAIN.subset(0, 0), UNIT, plan))
                    .hasMessage("data must have at least one example, but mnist-train has none");
        }
    }

    @Test
    void aStateOfAnotherTrainingIsRefused() {
        TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT).withEpochs(1);
        try (BayesianNetwork two = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 2), RunSeeds.of(1));
                BayesianNetwork three = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 3), RunSeeds.of(1));
                Trainer trainer = new Trainer(two, TRAIN, UNIT, plan);
                Trainer other = new Trainer(three, TRAIN, UNIT, plan)) {
            TrainingState state = trainer.state();
            assertThatThrownBy(() -> other.restore(state)).hasMessageStartingWith("mu must have ");
            assertThatThrownBy(() -> trainer.restore(new TrainingState(48, 0, state.numbers())))
                    .hasMessage("steps must be from 0 to 47 for this plan, but are 48");
            assertThatThrownBy(() -> trainer.restore(new TrainingState(1, 0, Map.of())))
                    .hasMessageStartingWith("the state must hold [mu, ");
        }
    }

    /** The loss of a step is cross-entropy + klWeight·KL: two weights, one and the same pass. */
    @Test
    void theDivergenceHasItsWeight() {
        double[] losses = new double[2];
        double[] divergence = new double[1];
        for (int i = 0; i < 2; i++) {
            TrainingPlan plan =
                    TrainingPlan.sound(64, Estimator.FLIPOUT).withEpochs(1).withKlWeight(i * 1e-3);
            int which = i;
            try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 8), RunSeeds.of(1))) {
                divergence[0] = Scope.get(() -> network.divergence().toFloat());
                Trainer.train(network, TRAIN.subset(0, 64), UNIT, plan, step -> losses[which] = step.loss());
            }
        }
        assertThat(losses[1] - losses[0]).isCloseTo(1e-3 * divergence[0], offset(1e-4 * divergence[0]));
    }

    @Test
    void imagesOfAnotherShapeAreNotPredicted() {
        Architecture colour = Architecture.mlp(new Volume(3, 32, 32), 10, 4);
        try (BayesianNetwork network = BayesianNetwork.untrained(colour, RunSeeds.of(1))) {
            assertThatThrownBy(() -> InputBatch.forEach(TEST, UNIT, colour, batch -> {}))
                    .hasMessage("examples must be 3×32×32 for this network, but are 1×28×28");
            assertThatThrownBy(() -> network.meanInputs(TEST, UNIT)).hasMessageContaining("must be 3×32×32");
        }
    }

    /** The deep backbones, a step each, and a lone last image, which batch norm could not norm. */
    @Test
    void deepBackbonesTrainAndPredict() {
        Dataset few = TRAIN.subset(0, 5);
        for (Architecture deep : List.of(Architecture.resNet18(INPUT, 10), Architecture.vgg16(INPUT, 10))) {
            TrainingPlan plan =
                    TrainingPlan.sound(5, Estimator.FLIPOUT).withBatchSize(4).withEpochs(1);
            try (BayesianNetwork network = BayesianNetwork.untrained(deep, RunSeeds.of(1))) {
                List<TrainingStep> steps = new ArrayList<>();
                Trainer.train(network, few, UNIT, plan, steps::add);
                assertThat(steps).hasSize(1);
                assertThat(steps.get(0).loss()).isPositive();
                InputBatch.forEach(
                        few,
                        UNIT,
                        deep,
                        batch -> assertThat(network.randomLogits(batch.input(), Estimator.FLIPOUT, AFTER_TRAINING)
                                        .toArray())
                                .hasSize(50)
                                .doesNotContain(Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));
            }
        }
    }

    /** Stopped in the warm start and after it; the rest ends in the same bits. */
    @Test
    void aRestoredTrainingEndsTheSame() {
        TrainingPlan plan =
                TrainingPlan.sound(640, Estimator.FLIPOUT).withWarmStart(1).withEpochs(1);
        Dataset few = TRAIN.subset(0, 640);
        Architecture normed = new Architecture(
                INPUT,
                List.of(
                        new Layer.AveragePool(4),
                        new Layer.Convolution(2, 3, 1, 0),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Dense(10)));
        List<TrainingState> states = new ArrayList<>();
        try (BayesianNetwork whole = BayesianNetwork.untrained(normed, RunSeeds.of(1));
                Trainer trainer = new Trainer(whole, few, UNIT, plan)) {
            TrainingListener keep = step -> states.add(trainer.state());
            trainer.run(keep.and(TrainingListener.NONE));
            for (int after : new int[] {3, 14}) {
                try (BayesianNetwork second = BayesianNetwork.untrained(normed, RunSeeds.of(1));
                        Trainer rest = new Trainer(second, few, UNIT, plan)) {
                    rest.restore(states.get(after));
                    rest.run(TrainingListener.NONE);
                    assertThat(rest.epochLoss()).isEqualTo(trainer.epochLoss());
                    for (int i = 0; i < whole.blocks(0).size(); i++) {
                        assertThat(Arrays.equals(
                                        second.blocks(0).get(i).values(),
                                        whole.blocks(0).get(i).values()))
                                .isTrue();
                    }
                }
            }
            assertThat(whole.runningStatistics()).containsOnlyKeys("norm0.mean", "norm0.variance");
        }
    }

    /** What a training is measured by when it gets worse is a part of its state: taken up later, it is judged alike. */
    @Test
    void theFirstMisfitSurvivesAnInterruption() {
        TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT).withEpochs(1);
        Architecture mlp = Architecture.mlp(INPUT, 10, 2);
        try (BayesianNetwork one = BayesianNetwork.untrained(mlp, RunSeeds.of(1));
                BayesianNetwork other = BayesianNetwork.untrained(mlp, RunSeeds.of(1));
                Trainer trainer = new Trainer(one, TRAIN, UNIT, plan);
                Trainer later = new Trainer(other, TRAIN, UNIT, plan)) {
            trainer.run(TrainingListener.NONE);
            float[] first = Objects.requireNonNull(trainer.state().numbers().get("first-misfit"));
            assertThat(first).hasSize(1);
            assertThat(first[0]).isBetween(1f, 10f);
            later.restore(trainer.state());
            assertThat(later.state().numbers().get("first-misfit")).isEqualTo(first);
        }
    }
}
