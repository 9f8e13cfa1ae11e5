package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Locale;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ImageShape;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Shift;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalOverflowException;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.RandomSetPredictor;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.metrics.RejectionThreshold;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions of a network that was trained on a few thousand real digits. */
class PredictorTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000);
    private static final Dataset HELD_OUT = Mnist.DIGITS.load(Part.TRAIN).subset(4000, 5000);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 700);
    private static final Normalisation UNIT = Normalisation.unit();

    private static final List<String> DIGITS =
            List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine");
    private static final BayesianNetwork BAYESIAN =
            BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 28, 28), 10, 8), RunSeeds.of(1));

    private static final IntervalNetwork NETWORK = train();
    private static final Predictor PREDICTOR = Predictor.of(EpistemicScorer.fit(NETWORK, TRAIN, UNIT), DIGITS);

    private static IntervalNetwork train() {
        TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(5);
        Trainer.train(BAYESIAN, TRAIN, UNIT, plan, TrainingListener.NONE);
        return IntervalNetwork.wrap(BAYESIAN, Wrapping.withDefaults());
    }

    @AfterAll
    static void close() {
        NETWORK.close();
        BAYESIAN.close();
    }

    /** In the order of the images, over more than one batch, and the same as the parts say for the whole dataset. */
    @Test
    void aDatasetIsPredictedAsItsPartsSay() {
        IntervalPredictive whole = IntervalPredictive.of(NETWORK, TEST, UNIT, Averaging.LOGITS);
        EpistemicScorer.Scores scores =
                EpistemicScorer.fit(NETWORK, TRAIN, UNIT).score(TEST).decidedBy(whole);
        int[] seen = new int[1];
        int[] truthIsPossible = new int[1];
        PREDICTOR.predict(TEST, (image, prediction) -> {
            assertThat(image).isEqualTo(seen[0]++);
            assertThat(prediction.label()).isEqualTo(whole.label(0, image));
            assertThat(prediction.labelName()).isEqualTo(DIGITS.get(prediction.label()));
            assertThat(prediction.possible().contains(prediction.label())).isTrue();
            assertThat(prediction.epistemic()).isEqualTo(scores.epistemic()[image], offset(1e-9));
            assertThat(prediction.total()).isEqualTo(scores.total()[image], offset(1e-9));
            assertThat(prediction.totalInDistribution()).isEqualTo(scores.totalInDistribution()[image], offset(1e-9));
            double[] probabilities = prediction.probabilities();
            for (int c = 0; c < 10; c++) {
                assertThat(probabilities[c])
                        .isEqualTo(prediction.probability(c))
                        .isEqualTo(prediction.probability(DIGITS.get(c)))
                        .isBetween(
                                prediction.intervals().lower(c) - 1e-6,
                                prediction.intervals().upper(c) + 1e-6);
            }
            assertThat(prediction.lowerEntropy().proven()).isLessThanOrEqualTo(prediction.upperEntropy());
            assertThat(prediction.abstains()).isFalse();
            assertThat(prediction.randomSet()).isEmpty();
            truthIsPossible[0] += prediction.possible().contains(TEST.label(image)) ? 1 : 0;
        });
        assertThat(seen[0]).isEqualTo(700);
        assertThat(truthIsPossible[0] / 700.0).isGreaterThan(whole.accuracy(0, TEST));
    }

    @ParameterizedTest
    @EnumSource
    void theLabelIsAlwaysPossible(Averaging averaging) {
        PREDICTOR
                .with(averaging)
                .predict(
                        TEST.subset(0, 200),
                        (image, prediction) -> assertThat(prediction.possible().contains(prediction.label()))
                                .isTrue());
    }

    @Test
    void beliefsAreConsonantAndDiscounted() {
        PREDICTOR.predict(TEST.subset(0, 100), (image, prediction) -> {
            ClassSet even = ClassSet.of(0, 2, 4, 6, 8);
            ClassSet odd = ClassSet.of(1, 3, 5, 7, 9);
            assertThat(prediction.belief(even)).isCloseTo(1 - prediction.plausibility(odd), offset(1e-12));
            assertThat(Math.min(prediction.belief(even), prediction.belief(odd)))
                    .as("of a set and the rest at most one is believed in")
                    .isZero();
            assertThat(prediction.belief(ClassSet.of(prediction.label())))
                    .isLessThanOrEqualTo(1 - prediction.discount() + 1e-12);
            assertThat(DIGITS.stream()
                            .mapToDouble(prediction::plausibility)
                            .max()
                            .orElseThrow())
                    .isCloseTo(1, offset(1e-12));
            assertThat(prediction.belief("zero", "two", "four", "six", "eight")).isEqualTo(prediction.belief(even));
            assertThat(prediction.belief().nonSpecificity() / (Math.log(10) / Math.log(2)))
                    .as("EU is the non-specificity of the discounted belief")
                    .isCloseTo(prediction.epistemic(), offset(1e-12));
        });
    }

    /** The radii start from the network of the midpoints: what that one says is fully plausible. */
    @Test
    void theMidpointsLabelIsFullyPlausible() {
        PREDICTOR
                .with(Averaging.WEIGHTS)
                .predict(
                        TEST.subset(0, 100),
                        (image, prediction) -> assertThat(prediction.plausibility(prediction.labelName()))
                                .isCloseTo(1, offset(1e-12)));
    }

    /** Standardised, so that some numbers are negative: nothing rests on inputs being at least 0. */
    @Test
    void singleImagesOfAnyNormalisation() {
        Normalisation standard = Normalisation.of(TRAIN);
        Predictor other = Predictor.of(EpistemicScorer.fit(NETWORK, TRAIN, standard), DIGITS);
        byte[] bytes = new byte[784];
        TEST.pixels(3, 4, bytes);
        other.predict(
                TEST.subset(3, 4),
                (image, expected) ->
                        assertThat(other.predict(bytes).probabilities()).isEqualTo(expected.probabilities()));
    }

    @Test
    void singleImagesArePredictedAsInADataset() {
        byte[] bytes = new byte[784];
        TEST.pixels(3, 4, bytes);
        float[] shares = new float[784];
        TEST.pixels(3, 4, shares, Normalisation.unit());
        PREDICTOR.predict(TEST.subset(3, 4), (image, expected) -> {
            assertThat(PREDICTOR.predict(bytes).describe()).isEqualTo(expected.describe());
            assertThat(PREDICTOR.predict(shares).describe()).isEqualTo(expected.describe());
            assertThat(PREDICTOR.predict(bytes).probabilities()).isEqualTo(expected.probabilities());
        });
    }

    /** Noise is no digit: with a threshold that keeps 95 % of digits hardly any of it is kept. */
    @Test
    void abstainsFromNoise() {
        RejectionThreshold threshold = PREDICTOR.thresholdForCoverage(HELD_OUT, Score.EU, 0.95);
        assertThat(threshold.coverage()).isBetween(0.95, 0.96);
        Predictor careful = PREDICTOR.with(new Abstention(Score.EU, threshold.value()));
        int[] abstained = new int[2];
        careful.predict(TEST, (image, prediction) -> abstained[0] += prediction.abstains() ? 1 : 0);
        careful.predict(
                Shift.noise(3).apply(TEST), (image, prediction) -> abstained[1] += prediction.abstains() ? 1 : 0);
        assertThat(abstained[0] / 700.0).isLessThan(0.15);
        assertThat(abstained[1] / 700.0).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @EnumSource
    void anAccuracyIsReachedByAbstaining(Score score) {
        double all = PREDICTOR.thresholdForCoverage(HELD_OUT, score, 1).accuracy();
        double wanted = 0.5 * (1 + all);
        RejectionThreshold threshold = PREDICTOR.thresholdForAccuracy(HELD_OUT, score, wanted);
        assertThat(threshold.accuracy()).isGreaterThanOrEqualTo(wanted);
        int[] kept = new int[1];
        int[] right = new int[1];
        PREDICTOR.with(new Abstention(score, threshold.value())).predict(HELD_OUT, (image, prediction) -> {
            kept[0] += prediction.abstains() ? 0 : 1;
            right[0] += !prediction.abstains() && prediction.label() == HELD_OUT.label(image) ? 1 : 0;
        });
        assertThat((double) kept[0] / HELD_OUT.size()).isEqualTo(threshold.coverage());
        assertThat((double) right[0] / kept[0]).isEqualTo(threshold.accuracy());
    }

    /** Under labels that are all wrong no accuracy can be reached. */
    @Test
    void anAccuracyOutOfReachIsRefused() {
        byte[] pixels = new byte[20 * 784];
        HELD_OUT.pixels(0, 20, pixels);
        byte[] labels = new byte[20];
        PREDICTOR.predict(
                HELD_OUT.subset(0, 20), (image, prediction) -> labels[image] = (byte) ((prediction.label() + 1) % 10));
        Dataset mislabelled = Dataset.of("mislabelled", HELD_OUT.shape(), DIGITS, pixels, labels);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PREDICTOR.thresholdForAccuracy(mislabelled, Score.TU, 0.5))
                .withMessageContaining("the best reachable is 0.0000");
    }

    @Test
    void drawsAreToldToo() {
        try (RandomSetPredictor draws = RandomSetPredictor.of(BAYESIAN, Wrapping.withDefaults(), 3, 5)) {
            Dataset few = TEST.subset(0, 60);
            int[] decided = new int[60];
            double[] belief = new double[60];
            draws.predict(few, UNIT, (image, set) -> {
                decided[image] = set.decided();
                belief[image] = set.belief().belief(ClassSet.of(set.decided()));
            });
            PREDICTOR.with(draws).predict(few, (image, prediction) -> {
                assertThat(prediction.randomSet().orElseThrow().decided()).isEqualTo(decided[image]);
                assertThat(prediction.describe())
                        .contains("drawn networks: " + DIGITS.get(decided[image])
                                + String.format(Locale.ROOT, ", belief %.3f", belief[image]));
            });
        }
    }

    @Test
    void aPersonCanReadIt() {
        byte[] seven = new byte[784];
        TEST.pixels(0, 1, seven);
        Prediction prediction = PREDICTOR.predict(seven);
        assertThat(prediction).asString().matches("seven \\(probability 0\\.\\d{3}\\)");
        assertThat(prediction.describe().lines())
                .hasSize(7)
                .startsWith(prediction.toString())
                .anyMatch(line -> line.matches("probability 0\\.\\d{3}, between 0\\.\\d{3} and [01]\\.\\d{3} for any"
                        + " weights inside their intervals"))
                .anyMatch(line -> line.matches("classes not ruled out: \\{.*seven.*}"))
                .anyMatch(line -> line.matches("belief 0\\.\\d{3} and plausibility 1\\.000 that it is seven"))
                .anyMatch(line -> line.startsWith("epistemic uncertainty (EU) 0."))
                .anyMatch(line -> line.startsWith("total uncertainty (TU) 0."))
                .anyMatch(line -> line.matches("entropy of the class between .* nats"));
        assertThat(PREDICTOR.with(new Abstention(Score.TU, 0)).predict(seven))
                .asString()
                .matches("unknown, perhaps seven \\(probability 0\\.\\d{3}, TU 0\\.\\d{3} > 0\\.000\\)");
    }

    /** Radii so wide that nothing is known: every class is possible, and the text says so shortly. */
    @Test
    void whereNothingIsKnownAllClassesArePossible() {
        try (IntervalNetwork wide = NETWORK.scaled(300, 300)) {
            Predictor vague = Predictor.of(EpistemicScorer.fit(wide, TRAIN, UNIT), DIGITS);
            byte[] seven = new byte[784];
            TEST.pixels(0, 1, seven);
            assertThat(vague.predict(seven).describe()).contains("classes not ruled out: all 10");
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -0.1f, 255})
    void pixelsThatAreNoSharesOfWhiteAreRefused(float pixel) {
        float[] pixels = new float[784];
        pixels[5] = pixel;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PREDICTOR.predict(pixels))
                .withMessage("a pixel must be a number from 0 (black) to 1 (white), but pixel 5 is " + pixel);
    }

    @Test
    void foreignInputIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PREDICTOR.predict(new float[100]))
                .withMessage("an image must have 784 pixels (1×28×28) for this network, but has 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PREDICTOR.predict(new byte[3 * 784]))
                .withMessage("an image must have 784 pixels (1×28×28) for this network, but has 2352");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PREDICTOR.predict(TEST.subset(0, 0), (image, prediction) -> {}))
                .withMessageContaining("the number of images of")
                .withMessageContaining("must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PREDICTOR.predict(
                        Dataset.of("small", new ImageShape(1, 2, 2), DIGITS, new byte[4], new byte[1]),
                        (image, prediction) -> {}))
                .withMessageContaining("the images of small must be 1×28×28");
        Prediction prediction = PREDICTOR.predict(new byte[784]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prediction.belief("seven", "cat"))
                .withMessage("there is no class \"cat\"; the classes are zero, one, two, three, four, five, six, seven,"
                        + " eight, nine");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prediction.plausibility(ClassSet.of(1, 10)))
                .withMessage("class must be a whole number from 0 to 9, but is 10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prediction.probability(-1))
                .withMessage("class must be a whole number from 0 to 9, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClassNames(List.of("cat", "cat")))
                .withMessage("class names must differ, but are [cat, cat]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Predictor.of(EpistemicScorer.fit(NETWORK, TRAIN, UNIT), List.of("a", "b")))
                .withMessageContaining("classNames must be as long as the network's outputs (10)");
        assertThat(PREDICTOR.classNames().all()).isEqualTo(DIGITS);
    }

    @Test
    void drawsOfAnotherArchitectureAreRefused() {
        try (BayesianNetwork other =
                        BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 28, 28), 10, 3), RunSeeds.of(1));
                RandomSetPredictor draws = RandomSetPredictor.of(other, Wrapping.withDefaults(), 1, 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PREDICTOR.with(draws))
                    .withMessageContaining("draws must be of the architecture");
        }
    }

    /** The cure is named, too: a smaller k. */
    @Test
    void anOverflowNamesTheLayerAndTheCure() {
        float[] lower = NETWORK.lower();
        float[] upper = NETWORK.upper();
        // Only the bounds of the last layer leave the range of float; the scorer was calibrated before.
        int last = lower.length - 1;
        lower[last] = -3e38f;
        upper[last] = 3e38f;
        try (IntervalNetwork huge = IntervalNetwork.of(
                NETWORK.architecture(),
                NETWORK.bias(),
                NETWORK.seeds(),
                lower,
                upper,
                NETWORK.points(),
                NETWORK.statistics())) {
            Predictor overflowing = Predictor.of(EpistemicScorer.fit(huge, TRAIN, UNIT), DIGITS);
            byte[] black = new byte[784];
            assertThatThrownBy(() -> overflowing.predict(black))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessage("the bounds overflow at dense1; scale the radii by a smaller factor k, below 1 at that"
                            + " layer and those before it");
        }
    }
}
