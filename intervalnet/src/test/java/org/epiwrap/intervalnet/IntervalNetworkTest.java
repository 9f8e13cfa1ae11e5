package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.TopClass;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.intervalnet.pass.Passes;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.network.TrainingState;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.tensor.Tensor;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Interval networks made from a Bayesian network that was trained on a few thousand real digits. */
class IntervalNetworkTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 1000);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Architecture MLP = Architecture.mlp(new Volume(1, 28, 28), 10, 8);

    private static BayesianNetwork bayesian = BayesianNetwork.untrained(MLP, new RunSeeds(1, List.of(1L, 2L)));

    @BeforeAll
    static void train() {
        TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(5);
        Trainer.train(bayesian, TRAIN, UNIT, plan, TrainingListener.NONE);
    }

    @AfterAll
    static void close() {
        bayesian.close();
    }

    /** The accuracy of each run with every weight at its mean. */
    private static double[] meanAccuracies() {
        double[] accuracies = new double[2];
        InputBatch.forEach(TEST, UNIT, MLP, batch -> {
            float[] logits = bayesian.meanLogits(batch.input()).toArray();
            for (int i = 0; i < logits.length; i += 10) {
                int run = i / 10 / batch.count();
                int image = batch.first() + i / 10 % batch.count();
                accuracies[run] += TopClass.of(logits, i, 10) == TEST.label(image) ? 1.0 / TEST.size() : 0;
            }
        });
        return accuracies;
    }

    @Test
    void setsAreThoseOfOneRunAndOfSeveralClasses() {
        Activations hidden = Activations.points(Tensor.zeros(1, 8), true);
        try (IntervalNetwork twoRuns = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                IntervalNetwork oneClass =
                        IntervalNetwork.untrained(Architecture.mlp(MLP.input(), 1, 4), RunSeeds.of(1))) {
            Passes passes = twoRuns.passes();
            List<Consumer<InputBatch>> ofOneRun = List.of(
                    batch -> passes.bounded(batch, Averaging.LOGITS),
                    passes::hidden,
                    passes::lastHidden,
                    batch -> passes.lastLayer(true),
                    batch -> passes.maximal(hidden),
                    batch -> passes.nonDominated(hidden, batch),
                    batch -> passes.atMidpoints(hidden));
            for (Consumer<InputBatch> use : ofOneRun) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> InputBatch.forEach(TEST.subset(0, 1), UNIT, MLP, use))
                        .withMessage("the number of runs must be a whole number from 1 to 1, but is 2");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> InputBatch.of(
                            new byte[784],
                            UNIT,
                            batch -> oneClass.passes().maximal(oneClass.passes().hidden(batch))))
                    .withMessage("the number of classes must be a whole number >= 2, but is 1");
        }
    }

    @Test
    void everyWeightGetsTheIntervalOfItsPosterior() {
        float[] mu = bayesian.means(1);
        float[] sigma = bayesian.deviations(1);
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            float[] lower = wrapped.lower();
            float[] upper = wrapped.upper();
            for (int i : new int[] {0, 100, mu.length - 1}) {
                var expected = EpistemicWrapper.withDefaults()
                        .wrap(Posterior.gaussian(mu[i], sigma[i]))
                        .interval();
                assertThat((double) lower[mu.length + i]).isCloseTo(expected.lower(), offset(1e-6));
                assertThat((double) upper[mu.length + i]).isCloseTo(expected.upper(), offset(1e-6));
            }
        }
    }

    @Test
    void theMeanNetworkIsAPoint() {
        try (IntervalNetwork means = IntervalNetwork.ofMeans(bayesian)) {
            assertThat(means.lower()).isEqualTo(means.upper());
            assertThat(Arrays.copyOf(means.lower(), bayesian.means(0).length)).isEqualTo(bayesian.means(0));
            assertThat(means.accuracies(TEST, UNIT, Averaging.WEIGHTS)).containsExactly(meanAccuracies(), within(1e-3));
        }
    }

    @Test
    void weightsOutsideOfTheBudgetKeepTheirDeviation() {
        float[] mu = bayesian.means(0);
        float[] sigma = bayesian.deviations(0);
        for (Budget budget : List.of(Budget.highest(Criterion.SIGMA, 0.1), Budget.impact(0.1))) {
            Wrapping wrapping = Wrapping.withDefaults().with(budget).with(new Reach(TRAIN.subset(0, 500), UNIT));
            try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, wrapping)) {
                float[] lower = wrapped.lower();
                int kept = 0;
                for (int i = 0; i < mu.length; i++) {
                    kept += Math.abs(mu[i] - sigma[i] - lower[i]) < 1e-7f ? 1 : 0;
                }
                assertThat(kept).isEqualTo(mu.length - Math.round(0.1f * mu.length));
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        IntervalNetwork.wrap(bayesian, Wrapping.withDefaults().with(Budget.impact(0.1))))
                .withMessageContaining("a budget by impact must be given images");
    }

    @Test
    void aWrappedNetworkClassifiesAsItsMean() {
        double[] mean = meanAccuracies();
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            double[] weights = wrapped.accuracies(TEST, UNIT, Averaging.WEIGHTS);
            double[] usual = wrapped.accuracies(TEST, UNIT, wrapped.usualAveraging());
            for (int run = 0; run < 2; run++) {
                assertThat(weights[run]).isCloseTo(mean[run], offset(0.002));
                assertThat(usual[run]).isGreaterThan(mean[run] - 0.05);
            }
            InputBatch.forEach(TEST.subset(0, 50), UNIT, MLP, batch -> {
                Passes.Outputs outputs = wrapped.passes().outputs(batch, wrapped.usualAveraging());
                float[] lower = outputs.bounds().lower().toArray();
                float[] upper = outputs.bounds().upper().toArray();
                float[] probabilities = outputs.probabilities().toArray();
                assertThat(probabilities).hasSize(2 * 50 * 10);
                for (int i = 0; i < probabilities.length; i += 10) {
                    double sum = 0;
                    for (int c = i; c < i + 10; c++) {
                        assertThat(lower[c]).isLessThan(upper[c]);
                        sum += probabilities[c];
                    }
                    assertThat(sum).isCloseTo(1, offset(1e-5));
                }
            });
        }
    }

    /** Outputs and sets from one pass are those of one pass each. */
    @ParameterizedTest
    @EnumSource
    void boundsAndSetsAreOfOnePass(Averaging averaging) {
        try (BayesianNetwork one = bayesian.run(0);
                IntervalNetwork network = IntervalNetwork.wrap(one, Wrapping.withDefaults())) {
            InputBatch.forEach(TRAIN.subset(0, 40), UNIT, MLP, batch -> {
                Passes.Bounded both = network.passes().bounded(batch, averaging);
                assertThat(both.possible())
                        .isEqualTo(network.passes().maximal(network.passes().hidden(batch)));
                assertEqual(both.outputs(), network.passes().outputs(batch, averaging));
            });
        }
    }

    private static void assertEqual(Passes.Outputs actual, Passes.Outputs expected) {
        assertThat(actual.bounds().values().toArray())
                .containsExactly(expected.bounds().values().toArray());
        assertThat(actual.probabilities().toArray())
                .containsExactly(expected.probabilities().toArray());
    }

    /** Computes finite bounds of every class of every image. */
    static void checkBounds(IntervalNetwork network, Dataset data) {
        AtomicInteger numbers = new AtomicInteger();
        InputBatch.forEach(
                data,
                UNIT,
                network.architecture(),
                batch -> numbers.addAndGet(
                        network.passes().finiteBounds(batch).values().toArray().length));
        assertThat(numbers).hasValue(network.seeds().runs() * data.size() * 2 * 10);
    }

    /** Colours are centred, so that inputs have both signs and means near 0; it is their size that carries. */
    @Test
    void impactIsKnownForInputsOfEitherSign() {
        Wrapping wrapping = Wrapping.withDefaults()
                .with(Budget.impact(0.5))
                .with(new Reach(TRAIN.subset(0, 100), new PictureInput(TRAIN.shape(), Normalisation.of(TRAIN))));
        float[] reach = new Reach(TRAIN.subset(0, 100), new PictureInput(TRAIN.shape(), Normalisation.of(TRAIN)))
                .of(bayesian, 0);
        float[] sigma = bayesian.deviations(0);
        BitSet selected = wrapping.selected(bayesian, 0).orElseThrow();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 0; i < reach.length; i++) {
            double impact = reach[i] * sigma[i];
            least = selected.get(i) ? Math.min(least, impact) : least;
            most = selected.get(i) ? most : Math.max(most, impact);
        }
        assertThat(reach[0])
                .as("a pixel that is always black is no 0 after normalisation")
                .isPositive();
        assertThat(least).as("impact of those selected").isGreaterThanOrEqualTo(most);
    }

    /** The pixels at the rim are always black: their weights reach nothing, however wide they are. */
    @Test
    void theReachOfAWeightIsItsInputTimesWhatFollows() {
        float[] reach = new Reach(TRAIN.subset(0, 500), UNIT).of(bayesian, 0);
        float[] mu = bayesian.means(0);
        assertThat(reach[0]).isZero();
        int pixel = 14 * 28 + 14;
        double mean = 0;
        float[] image = new float[784];
        for (int i = 0; i < 500; i++) {
            UNIT.encoder(TRAIN).encode(i, image, 0);
            mean += image[pixel] / 500;
        }
        double downstream = 0;
        for (int c = 0; c < 10; c++) {
            downstream += Math.abs(mu[8 * 784 + c * 8 + 3]);
        }
        assertThat((double) reach[3 * 784 + pixel]).isCloseTo(mean * downstream, offset(1e-4));
    }

    @Test
    void drawsAreIntervalsThatASeedFixes() {
        Wrapping one = Wrapping.withDefaults().with(Draws.single(7));
        Wrapping other = Wrapping.withDefaults().with(Draws.single(8));
        try (IntervalNetwork a = IntervalNetwork.wrap(bayesian, one);
                IntervalNetwork b = IntervalNetwork.wrap(bayesian, one);
                IntervalNetwork c = IntervalNetwork.wrap(bayesian, other)) {
            assertThat(Arrays.equals(a.lower(), b.lower())).isTrue();
            assertThat(Arrays.equals(a.lower(), c.lower())).isFalse();
        }
    }

    @Test
    void scalesShrinkTheRadii() {
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                IntervalNetwork scaled = wrapped.scaled(0.5, 0);
                IntervalNetwork points = wrapped.scaled(0, 0)) {
            int n = wrapped.lower().length / 2;
            assertThat(scaled.upper()[5] - scaled.lower()[5])
                    .isCloseTo(0.5f * (wrapped.upper()[5] - wrapped.lower()[5]), offset(1e-7f));
            assertThat(scaled.upper()[n - 1]).isEqualTo(scaled.lower()[n - 1]);
            assertThat(points.accuracies(TEST, UNIT, Averaging.LOGITS))
                    .isEqualTo(points.accuracies(TEST, UNIT, Averaging.WEIGHTS));
            assertThat(wrapped.byFanIn()).containsExactly(1 / 28.0, 1 / Math.sqrt(8));
            assertThatIllegalArgumentException().isThrownBy(() -> wrapped.scaled(1));
            assertThatIllegalArgumentException().isThrownBy(() -> wrapped.scaled(1, -1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void fineTuningHelps(BoundsRule rule) {
        try (IntervalNetwork start = IntervalNetwork.untrained(MLP, new RunSeeds(1, List.of(1L, 2L)));
                IntervalTrainer trainer = new IntervalTrainer(
                        start,
                        TRAIN,
                        UNIT,
                        TuningPlan.sound(start.architecture()).with(rule).withEpochs(2))) {
            double before = start.accuracies(TEST, UNIT, Averaging.LOGITS)[0];
            trainer.run(TrainingListener.NONE);
            try (IntervalNetwork tuned = trainer.network()) {
                assertThat(tuned.accuracies(TEST, UNIT, Averaging.LOGITS)[0]).isGreaterThan(before + 0.2);
                if (rule == BoundsRule.FREE) {
                    assertThat(tuned.crossed()).isBetween(0.01, 0.5);
                    assertThatThrownBy(() -> checkBounds(tuned, TEST))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("inOrder()");
                } else {
                    assertThat(tuned.crossed()).isZero();
                }
                try (IntervalNetwork ordered = tuned.inOrder()) {
                    assertThat(ordered.crossed()).isZero();
                    checkBounds(ordered, TEST);
                }
            }
        }
    }

    /** Apart and together again, every number is where it was. */
    @Test
    void runsComeApartAndTogether() {
        try (IntervalNetwork both = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                IntervalNetwork first = both.run(0);
                IntervalNetwork second = both.run(1);
                IntervalNetwork again = IntervalNetwork.together(List.of(first, second));
                IntervalNetwork other =
                        IntervalNetwork.untrained(Architecture.mlp(new Volume(1, 28, 28), 10, 4), RunSeeds.of(1))) {
            assertThat(again.seeds()).isEqualTo(both.seeds());
            assertThat(again.lower()).containsExactly(both.lower());
            assertThat(again.upper()).containsExactly(both.upper());
            assertThat(again.points()).containsExactly(both.points());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IntervalNetwork.together(List.of(first, other)))
                    .withMessageContaining("one architecture");
        }
        Architecture lenet = Architecture.leNet5(new Volume(1, 28, 28), 10);
        try (IntervalNetwork one = IntervalNetwork.untrained(lenet, RunSeeds.of(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IntervalNetwork.together(List.of(one, one)))
                    .withMessageContaining("convolutions");
        }
    }

    /** Runs tuned together are runs tuned alone, and a tuning that was stopped goes on to the same bits. */
    @Test
    void tuningCanBeStoppedAndRunsAreIndependent() {
        TuningPlan plan = TuningPlan.paper()
                .with(BoundsRule.ORDERED)
                .with(Averaging.SOFTMAXES)
                .withEpochs(1);
        Dataset few = TRAIN.subset(0, 640);
        try (IntervalNetwork both = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                BayesianNetwork second = bayesian.run(1);
                IntervalNetwork alone = IntervalNetwork.wrap(second, Wrapping.withDefaults());
                IntervalTrainer whole = new IntervalTrainer(both, few, UNIT, plan);
                IntervalTrainer interrupted = new IntervalTrainer(both, few, UNIT, plan);
                IntervalTrainer resumed = new IntervalTrainer(both, few, UNIT, plan);
                IntervalTrainer single = new IntervalTrainer(alone, few, UNIT, plan)) {
            whole.run(TrainingListener.NONE);
            TrainingState[] state = new TrainingState[1];
            interrupted.run(step -> {
                if (step.batch() == 3) {
                    state[0] = interrupted.state();
                }
            });
            resumed.restore(state[0]);
            resumed.run(TrainingListener.NONE);
            single.run(TrainingListener.NONE);
            try (IntervalNetwork a = whole.network();
                    IntervalNetwork b = resumed.network();
                    IntervalNetwork c = single.network()) {
                assertThat(Arrays.equals(a.lower(), b.lower())).isTrue();
                assertThat(Arrays.equals(a.upper(), b.upper())).isTrue();
                assertThat(resumed.epochLoss()).isEqualTo(whole.epochLoss()).isPositive();
                int n = c.lower().length;
                for (int i = 0; i < n; i++) {
                    assertThat(a.lower()[n + i]).isCloseTo(c.lower()[i], offset(2e-4f));
                }
            }
        }
    }

    @Test
    void aConvolutionalNetworkIsWrappedAndTuned() {
        Architecture leNet = Architecture.leNet5(new Volume(1, 28, 28), 10);
        try (BayesianNetwork network = BayesianNetwork.untrained(leNet, Bias.BAYESIAN, RunSeeds.of(1));
                IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults());
                IntervalNetwork narrow = wrapped.scaled(wrapped.byFanIn());
                IntervalTrainer trainer = new IntervalTrainer(
                        narrow,
                        TRAIN.subset(0, 1000),
                        UNIT,
                        TuningPlan.sound(narrow.architecture()).withEpochs(1))) {
            assertThat(TuningPlan.sound(narrow.architecture()).averaging()).isEqualTo(Averaging.ACTIVATIONS);
            double[] losses = new double[2];
            trainer.run(step -> losses[step.batch() == 0 ? 0 : 1] = step.loss());
            assertThat(losses[1]).isLessThan(losses[0]);
        }
    }

    /** One pass for bounds and probabilities gives what a pass for each gives, to the bit. */
    @ParameterizedTest
    @EnumSource
    void boundsAndProbabilitiesShareAPass(Averaging averaging) {
        Volume small = new Volume(1, 28, 28);
        List<Layer> block = List.of(new Layer.Convolution(2, 3, 1, 1), new Layer.BatchNorm());
        for (Architecture architecture : List.of(
                MLP,
                Architecture.leNet5(small, 10),
                new Architecture(small, List.of(new Layer.Dense(10))),
                new Architecture(
                        small,
                        List.of(
                                new Layer.Convolution(2, 5, 2, 0),
                                new Layer.BatchNorm(),
                                Layer.relu(),
                                new Layer.Residual(block, List.of()),
                                new Layer.Dense(10))),
                new Architecture(
                        small,
                        List.of(new Layer.AveragePool(4), new Layer.Residual(block, block), new Layer.Dense(10))))) {
            try (IntervalNetwork untrained = IntervalNetwork.untrained(architecture, RunSeeds.of(1))) {
                InputBatch.forEach(TEST.subset(0, 20), UNIT, architecture, batch -> {
                    Passes passes = untrained.passes();
                    Passes.Outputs outputs = passes.outputs(batch, averaging);
                    assertThat(outputs.bounds().values().toArray())
                            .containsExactly(passes.bounds(batch.input(), batch.nonNegative())
                                    .values()
                                    .toArray());
                    assertThat(outputs.probabilities().toArray())
                            .containsExactly(passes.probabilities(batch, averaging, Masks.NONE));
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNetworkIsTheBlocksItGives(Bias bias) {
        RunSeeds seeds = new RunSeeds(1, List.of(1L, 2L));
        try (BayesianNetwork network = BayesianNetwork.untrained(MLP, bias, seeds);
                IntervalNetwork both = IntervalNetwork.wrap(network, Wrapping.withDefaults());
                IntervalNetwork second = both.run(1)) {
            int weights = second.lower().length;
            assertThat(second.seeds()).isEqualTo(new RunSeeds(1, List.of(2L)));
            assertThat(second.lower()).isEqualTo(Arrays.copyOfRange(both.lower(), weights, 2 * weights));
            assertThat(second.upper()).isEqualTo(Arrays.copyOfRange(both.upper(), weights, 2 * weights));
            List<Block> blocks = second.blocks(0);
            assertThat(blocks.get(0).shape()).isEqualTo(new BlockShape("dense0.kernel.lower", List.of(8, 784)));
            assertThat(blocks).hasSize(bias == Bias.POINT ? 6 : 8);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IntervalNetwork.of(MLP, bias, second.seeds(), blocks.subList(1, blocks.size())))
                    .withMessageContaining("the blocks must be those of the architecture in its order");
            blocks.get(1).values()[5] = -7;
            try (IntervalNetwork crossed = IntervalNetwork.of(MLP, bias, second.seeds(), blocks)) {
                assertThat(crossed.crossed()).isEqualTo(1.0 / weights);
                assertThat(crossed.upper()[5]).isEqualTo(-7);
                try (IntervalNetwork points = crossed.midpoints()) {
                    assertThat(points.crossed()).isZero();
                    assertThat(points.lower()).isEqualTo(points.upper());
                    assertThat(points.lower()[5]).isEqualTo((crossed.lower()[5] - 7) / 2);
                    assertThat(points.points()).isEqualTo(crossed.points());
                }
            }
            blocks.get(1).values()[6] = Float.NaN;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IntervalNetwork.of(MLP, bias, second.seeds(), blocks))
                    .withMessage("dense0.kernel.upper must hold finite numbers, but element 6 is NaN");
        }
    }

    @Test
    void anOverflowNamesTheLayer() {
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                IntervalNetwork huge = wrapped.scaled(1, 1e38)) {
            Dataset few = TEST.subset(0, 10);
            assertThatThrownBy(() -> checkBounds(huge, few))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageContaining("the bounds overflow at dense1; scale the radii by a smaller factor");
        }
    }

    @Test
    void foreignInputIsRefused() {
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IntervalNetwork.of(
                            MLP,
                            Bias.POINT,
                            wrapped.seeds(),
                            wrapped.upper(),
                            wrapped.lower(),
                            wrapped.points(),
                            wrapped.statistics()))
                    .withMessageContaining("the bounds of a weight must be finite and in order");
            assertThat(TuningPlan.sound(wrapped.architecture()).averaging()).isEqualTo(Averaging.LOGITS);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TuningPlan.sound(wrapped.architecture()).with(Averaging.WEIGHTS))
                    .withMessageContaining("the radii of the intervals would learn nothing");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IntervalNetwork.untrained(
                        Architecture.leNet5(new Volume(1, 28, 28), 10), new RunSeeds(1, List.of(1L, 2L))));
    }

    /** Many budgets from one wrapping are what each would be by itself; means of draws are so up to chance. */
    @Test
    void budgetsCanBeTriedWithoutWrappingAnew() {
        Architecture mlp = Architecture.mlp(new Volume(1, 3, 3), 3, 4);
        Wrapping expected = Wrapping.withDefaults();
        Wrapping drawn = expected.with(Draws.mean(5, 20_000));
        for (Wrapping wrapping : List.of(expected, drawn)) {
            Wrapping some = wrapping.with(Budget.highest(Criterion.SIGMA, 0.3));
            float chance = wrapping.equals(drawn) ? 2e-3f : 0;
            try (BayesianNetwork bayesian = BayesianNetwork.untrained(mlp, RunSeeds.of(2));
                    IntervalNetwork all = IntervalNetwork.wrap(bayesian, wrapping);
                    IntervalNetwork within = all.within(some, bayesian);
                    IntervalNetwork direct = IntervalNetwork.wrap(bayesian, some)) {
                assertThat(within.lower())
                        .containsExactly(direct.lower(), within(chance))
                        .isNotEqualTo(all.lower());
                assertThat(within.upper()).containsExactly(direct.upper(), within(chance));
                // Outside of the budget nothing is left to chance.
                long equal = IntStream.range(0, within.lower().length)
                        .filter(i -> within.lower()[i] == direct.lower()[i])
                        .count();
                assertThat(equal).isGreaterThanOrEqualTo(Math.round(0.7 * within.lower().length));
            }
        }
    }

    /** Whether or not it has predicted before, and kept what that took. */
    @Test
    void aClosedNetworkSaysSo() {
        Dataset few = TEST.subset(0, 2);
        for (boolean used : new boolean[] {false, true}) {
            IntervalNetwork network = IntervalNetwork.untrained(MLP, RunSeeds.of(1));
            if (used) {
                InputBatch.forEach(few, UNIT, MLP, batch -> network.passes().bounded(batch, Averaging.LOGITS));
            }
            network.close();
            List<Consumer<InputBatch>> uses = List.of(
                    batch -> network.lower(),
                    batch -> network.upper(),
                    batch -> network.points(),
                    batch -> network.statistics(),
                    batch -> network.blocks(0),
                    batch -> network.scaled(1, 1),
                    batch -> network.passes().hidden(batch),
                    batch -> network.passes().outputs(batch, Averaging.LOGITS),
                    batch -> network.passes().probabilities(batch, Averaging.WEIGHTS, Masks.NONE),
                    batch -> network.passes().lastHidden(batch),
                    batch -> network.passes().lastLayer(true),
                    batch -> network.passes().nonDominated(Activations.points(Tensor.zeros(2, 8), true), batch));
            for (Consumer<InputBatch> use : uses) {
                assertThatThrownBy(() -> InputBatch.forEach(few, UNIT, MLP, use))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the interval network is closed; predict before closing its model");
            }
        }
    }
}
