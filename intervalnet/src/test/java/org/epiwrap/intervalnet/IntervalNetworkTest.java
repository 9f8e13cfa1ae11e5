package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Shift;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.Predictive;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.network.TrainingState;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.tensor.Scope;
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
    private static final Normalisation UNIT = Normalisation.unit();
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

    @Test
    void aWrappedNetworkPredictsAsItsMean() {
        Predictive mean = Predictive.mean(bayesian, TEST, UNIT);
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            IntervalPredictive predictive = IntervalPredictive.of(wrapped, TEST, UNIT, Averaging.WEIGHTS);
            IntervalPredictive logits = IntervalPredictive.of(wrapped, TEST, UNIT, wrapped.usualAveraging());
            for (int run = 0; run < 2; run++) {
                assertThat(predictive.accuracy(run, TEST)).isCloseTo(mean.accuracy(run, TEST), offset(0.002));
                assertThat(logits.accuracy(run, TEST)).isGreaterThan(mean.accuracy(run, TEST) - 0.05);
                for (int image = 0; image < 50; image++) {
                    double sum = 0;
                    for (int c = 0; c < 10; c++) {
                        assertThat(predictive.lowerLogit(run, image, c))
                                .isLessThan(predictive.upperLogit(run, image, c));
                        sum += logits.probability(run, image, c);
                    }
                    assertThat(sum).isCloseTo(1, offset(1e-5));
                }
            }
            assertThat(IntervalPredictive.accuracies(wrapped, TEST, UNIT, Averaging.LOGITS))
                    .containsExactly(logits.accuracy(0, TEST), logits.accuracy(1, TEST));
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

    /** Colours are centred, so that inputs have both signs and means near 0; it is their size that carries. */
    @Test
    void impactIsKnownForInputsOfEitherSign() {
        Wrapping wrapping = Wrapping.withDefaults()
                .with(Budget.impact(0.5))
                .with(new Reach(TRAIN.subset(0, 100), Normalisation.of(TRAIN)));
        float[] reach = new Reach(TRAIN.subset(0, 100), Normalisation.of(TRAIN)).of(bayesian, 0);
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

    /** What is said and the sets from one pass are those of one pass each. */
    @Test
    void boundsAndSetsAreOfOnePass() {
        for (Averaging averaging : Averaging.values()) {
            try (BayesianNetwork one = bayesian.run(0);
                    IntervalNetwork network = IntervalNetwork.wrap(one, Wrapping.withDefaults())) {
                Dataset images = TRAIN.subset(0, 40);
                ImageBatch.forEach(images, UNIT, network.architecture(), batch -> {
                    IntervalPredictive.WithSets both = IntervalPredictive.withSets(network, batch, averaging);
                    IntervalPredictive alone = IntervalPredictive.of(network, batch, averaging);
                    assertThat(both.possible()).isEqualTo(network.maximal(batch));
                    for (int i = 0; i < 40; i++) {
                        for (int c = 0; c < 10; c++) {
                            assertThat(both.said().probability(0, i, c)).isEqualTo(alone.probability(0, i, c));
                            assertThat(both.said().lowerLogit(0, i, c)).isEqualTo(alone.lowerLogit(0, i, c));
                            assertThat(both.said().upperLogit(0, i, c)).isEqualTo(alone.upperLogit(0, i, c));
                        }
                    }
                });
            }
        }
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
            TRAIN.pixels(i, i + 1, image, UNIT);
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
            assertThat(IntervalPredictive.accuracies(points, TEST, UNIT, Averaging.LOGITS))
                    .isEqualTo(IntervalPredictive.accuracies(points, TEST, UNIT, Averaging.WEIGHTS));
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
            double before = IntervalPredictive.accuracies(start, TEST, UNIT, Averaging.LOGITS)[0];
            trainer.run(TrainingListener.NONE);
            try (IntervalNetwork tuned = trainer.network()) {
                assertThat(IntervalPredictive.accuracies(tuned, TEST, UNIT, Averaging.LOGITS)[0])
                        .isGreaterThan(before + 0.2);
                if (rule == BoundsRule.FREE) {
                    assertThat(tuned.crossed()).isBetween(0.01, 0.5);
                    assertThatThrownBy(() -> IntervalPredictive.of(tuned, TEST, UNIT, Averaging.LOGITS))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("inOrder()");
                } else {
                    assertThat(tuned.crossed()).isZero();
                }
                try (IntervalNetwork ordered = tuned.inOrder()) {
                    assertThat(ordered.crossed()).isZero();
                    assertThat(IntervalPredictive.of(ordered, TEST, UNIT, Averaging.LOGITS)
                                    .images())
                            .isEqualTo(TEST.size());
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

    /** Clothes and noise after digits: the network has never seen such, and says so. */
    @Test
    void scoresTellWhatIsForeign() {
        try (BayesianNetwork one = bayesian.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults())) {
            EpistemicScorer scorer = EpistemicScorer.fit(wrapped, TRAIN, UNIT);
            double[] known = scorer.score(TEST).epistemic();
            for (Dataset foreign : List.of(
                    Mnist.FASHION.load(Part.TEST).subset(0, 1000),
                    Shift.noise(3).apply(TEST),
                    Shift.inverted().apply(TEST))) {
                double[] unknown = scorer.score(foreign).epistemic();
                assertThat(Detection.between(known, unknown).auroc())
                        .as(foreign.name())
                        .isGreaterThan(0.9);
            }
            EpistemicScorer.Scores scores = scorer.score(TEST);
            EpistemicScorer.Scores again =
                    EpistemicScorer.of(wrapped, UNIT, scorer.calibration()).score(TEST);
            assertThat(again.epistemic()).isEqualTo(scores.epistemic());
            assertThat(again.total()).isEqualTo(scores.total());
            assertThat(again.totalInDistribution()).isEqualTo(scores.totalInDistribution());
            for (int i = 0; i < 1000; i++) {
                assertThat(scores.epistemic()[i]).isBetween(0.0, 1.0);
                assertThat(scores.total()[i]).isBetween(scores.epistemic()[i] - 1e-12, 1.0);
                assertThat(scores.totalInDistribution()[i]).isBetween(0.0, 1.0);
                assertThat(1 - (1 - scores.nonSpecificity()[i]) * (1 - scores.discount()[i]))
                        .isEqualTo(scores.epistemic()[i], offset(1e-12));
            }
            CentreDistance distance = CentreDistance.fit(wrapped, TRAIN, UNIT);
            assertThat(Detection.between(
                                    distance.scores(TEST),
                                    distance.scores(Shift.noise(3).apply(TEST)))
                            .auroc())
                    .isGreaterThan(0.9);
        }
    }

    /** Fine-tuning moves what the bounds' midpoints say away from what the weights' say: errors are those of the former. */
    @Test
    void errorsAreFoundByTheEntropyOfWhatDecides() {
        try (BayesianNetwork one = bayesian.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalTrainer trainer = new IntervalTrainer(
                        wrapped,
                        TRAIN,
                        UNIT,
                        TuningPlan.sound(wrapped.architecture()).withEpochs(5))) {
            trainer.run(TrainingListener.NONE);
            try (IntervalNetwork tuned = trainer.network()) {
                IntervalPredictive predictive = IntervalPredictive.of(tuned, TEST, UNIT, tuned.usualAveraging());
                boolean[] right = new boolean[TEST.size()];
                for (int i = 0; i < right.length; i++) {
                    right[i] = predictive.label(0, i) == TEST.label(i);
                }
                EpistemicScorer.Scores centre =
                        EpistemicScorer.fit(tuned, TRAIN, UNIT).score(TEST);
                EpistemicScorer.Scores decided = centre.decidedBy(predictive);
                assertThat(decided.epistemic()).isEqualTo(centre.epistemic());
                assertThat(RejectionCurve.of(decided.totalInDistribution(), right)
                                .area())
                        .isGreaterThan(RejectionCurve.of(centre.totalInDistribution(), right)
                                .area());
            }
        }
    }

    /** The sets hold the truth more often than the top class does, and decide no worse than the mean network by much. */
    @Test
    void drawnNetworksLeaveSetsOfClasses() {
        Dataset few = TEST.subset(0, 600);
        try (BayesianNetwork one = bayesian.run(0);
                RandomSetPredictor predictor = RandomSetPredictor.of(one, Wrapping.withDefaults(), 5, 3);
                RandomSetPredictor narrow = RandomSetPredictor.of(one, Wrapping.withDefaults(), 2, 3, 0, 0)) {
            int[] covered = new int[1];
            int[] right = new int[1];
            int[] seen = new int[1];
            predictor.predict(few, UNIT, (image, set) -> {
                assertThat(image).isEqualTo(seen[0]++);
                ClassSet truth = ClassSet.of(few.label(image));
                covered[0] += set.belief().plausibility(truth) > 0 ? 1 : 0;
                right[0] += set.decided() == few.label(image) ? 1 : 0;
                assertThat(set.belief().belief(truth))
                        .isLessThanOrEqualTo(set.belief().plausibility(truth));
            });
            double mean = Predictive.mean(one, few, UNIT).accuracy(0, few);
            assertThat(seen[0]).isEqualTo(600);
            assertThat(covered[0] / 600.0).isGreaterThan(mean);
            assertThat(right[0] / 600.0).isGreaterThan(mean - 0.05);
            // Without radii every draw is a plain network, which leaves one class but where two are level.
            double[] bits = new double[1];
            narrow.predict(few, UNIT, (image, set) -> bits[0] += set.belief().nonSpecificity() / 600);
            assertThat(bits[0]).isLessThan(0.01);
        }
    }

    /** What is visited a batch at a time is what is kept of all images, in order. */
    @Test
    void visitorsSeeTheSame() {
        Dataset data = TEST.subset(0, 700);
        try (BayesianNetwork one = bayesian.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalNetwork both = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            IntervalPredictive all = IntervalPredictive.of(both, data, UNIT, Averaging.LOGITS);
            int[] next = new int[3];
            IntervalPredictive.forEachBatch(both, data, UNIT, Averaging.LOGITS, (first, part) -> {
                assertThat(first).isEqualTo(next[0]);
                next[0] += part.images();
                for (int run = 0; run < part.runs(); run++) {
                    assertThat(part.upperLogit(run, 1, 2)).isEqualTo(all.upperLogit(run, first + 1, 2));
                    assertThat(part.probability(run, 1, 2)).isEqualTo(all.probability(run, first + 1, 2));
                }
            });
            both.bounds(data, UNIT, (first, count, lower, upper) -> {
                assertThat(first).isEqualTo(next[1]);
                next[1] += count;
                assertThat(lower[(count + 1) * 10 + 2]).isEqualTo(all.lowerLogit(1, first + 1, 2));
                assertThat(upper[10 + 2]).isEqualTo(all.upperLogit(0, first + 1, 2));
            });
            EpistemicScorer scorer = EpistemicScorer.fit(wrapped, TRAIN, UNIT);
            EpistemicScorer.Scores scores = scorer.score(data);
            scorer.score(data, (first, part) -> {
                assertThat(first).isEqualTo(next[2]);
                next[2] += part.images();
                assertThat(part.epistemic()[1]).isEqualTo(scores.epistemic()[first + 1]);
                assertThat(part.total()[1]).isEqualTo(scores.total()[first + 1]);
            });
            assertThat(next).containsExactly(700, 700, 700);
            assertThat(scores.images()).isEqualTo(700);
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
                                new Layer.Relu(),
                                new Layer.Residual(block, List.of()),
                                new Layer.Dense(10))),
                new Architecture(
                        small,
                        List.of(new Layer.AveragePool(4), new Layer.Residual(block, block), new Layer.Dense(10))))) {
            try (IntervalNetwork untrained = IntervalNetwork.untrained(architecture, RunSeeds.of(1))) {
                float[] pixels = new float[20 * 784];
                TEST.pixels(0, 20, pixels, UNIT);
                Scope.run(() -> {
                    Tensor input = Tensor.of(pixels, 20, 1, 28, 28);
                    Passes.Outputs outputs = untrained.passes().outputs(input, true, averaging);
                    assertThat(outputs.bounds().values().toArray())
                            .containsExactly(untrained
                                    .passes()
                                    .bounds(input, true)
                                    .values()
                                    .toArray());
                    assertThat(outputs.probabilities().toArray())
                            .containsExactly(
                                    Passes.averaged(untrained.passes().near(input, true, averaging, null), averaging)
                                            .toArray());
                });
            }
        }
    }

    @Test
    void deepNetworksAreScoredToo() {
        Architecture leNet = Architecture.leNet5(new Volume(1, 28, 28), 10);
        try (BayesianNetwork network = BayesianNetwork.untrained(leNet, Bias.BAYESIAN, RunSeeds.of(1))) {
            Trainer.train(
                    network,
                    TRAIN,
                    UNIT,
                    TrainingPlan.sound(60_000, Estimator.FLIPOUT)
                            .withWarmStart(1)
                            .withEpochs(1),
                    TrainingListener.NONE);
            try (IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
                EpistemicScorer scorer = EpistemicScorer.fit(wrapped, TRAIN.subset(0, 2000), UNIT);
                double auroc = Detection.between(
                                scorer.score(TEST).epistemic(),
                                scorer.score(Shift.noise(3).apply(TEST)).epistemic())
                        .auroc();
                assertThat(auroc).isGreaterThan(0.9);
            }
        }
    }

    @Test
    void aCalibrationBelongsToNetworksOfOneWidth() {
        Architecture narrow = Architecture.mlp(new Volume(1, 28, 28), 10, 4);
        assertThat(EpistemicScorer.features(MLP)).isEqualTo(16);
        assertThat(EpistemicScorer.features(Architecture.leNet5(new Volume(1, 28, 28), 10)))
                .isEqualTo(168);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EpistemicScorer.features(new Architecture(new Volume(1, 1, 3), List.of())))
                .withMessage("a network must end in a dense layer to be scored, but does not");
        try (BayesianNetwork one = bayesian.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalNetwork other = IntervalNetwork.untrained(narrow, RunSeeds.of(1))) {
            EpistemicScorer scorer = EpistemicScorer.fit(wrapped, TRAIN.subset(0, 500), UNIT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EpistemicScorer.of(other, UNIT, scorer.calibration()))
                    .withMessage("the calibration's features must be as long as the network's (8), but its length is"
                            + " 16");
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
            assertThatThrownBy(() -> IntervalPredictive.of(huge, TEST.subset(0, 10), UNIT, Averaging.LOGITS))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageContaining("the bounds overflow at dense1; scale the radii by a smaller factor");
            assertThatThrownBy(() -> huge.bounds(TEST.subset(0, 10), UNIT, (first, count, lower, upper) -> {}))
                    .isInstanceOf(IntervalOverflowException.class);
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
}
