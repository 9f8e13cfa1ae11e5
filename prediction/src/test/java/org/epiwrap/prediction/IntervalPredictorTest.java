package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.metrics.Detection;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.promise.Promise;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.scoring.Assessment;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions of a network that was trained on a few thousand real digits. */
class IntervalPredictorTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000);
    private static final Dataset HELD_OUT = Mnist.DIGITS.load(Part.TRAIN).subset(4000, 5000);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 700);
    private static final Input UNIT = Digits.UNIT;

    private static final ClassNames NAMES = Digits.NAMES;
    private static final List<String> DIGITS = NAMES.all();
    private static final BayesianNetwork BAYESIAN = Digits.trained(TRAIN, 8, RunSeeds.of(1), Digits.plan(5));

    private static final IntervalNetwork NETWORK = IntervalNetwork.wrap(BAYESIAN, Wrapping.withDefaults());
    private static final EpistemicScorer SCORER =
            EpistemicScorer.fit(NETWORK, TRAIN, UNIT).withUnfamiliarity(TRAIN, HELD_OUT.subset(0, 500));
    private static final IntervalPredictor PREDICTOR = IntervalPredictor.of(SCORER, NAMES);

    @AfterAll
    static void close() {
        NETWORK.close();
        BAYESIAN.close();
    }

    /** In the order of the examples, over more than one batch, and the same as the parts give for the whole dataset. */
    @Test
    void aDatasetIsPredictedAsItsPartsAre() {
        Predictions whole = IntervalPredictor.of(NETWORK, UNIT, NAMES)
                .with(Averaging.LOGITS)
                .with(IntervalPredictor.Detail.INTERVALS)
                .predict(TEST);
        List<Assessment> assessments = new ArrayList<>();
        InputBatch.forEach(TEST, UNIT, NETWORK.architecture(), batch -> assessments.addAll(SCORER.assess(batch)));
        int[] truthIsPossible = new int[1];
        Digits.forEach(PREDICTOR, TEST, (prediction, i) -> {
            assertThat(prediction.label()).isEqualTo(whole.label(i));
            assertThat(prediction.labelName()).isEqualTo(DIGITS.get(prediction.label()));
            ClassSet set = prediction.possible().orElseThrow();
            assertThat(set.contains(prediction.label())).isTrue();
            Assessment assessment = assessments.get(i).decidedBy(whole.probabilities(i));
            assertThat(score(prediction, Score.EU)).isEqualTo(assessment.epistemic(), offset(1e-9));
            assertThat(score(prediction, Score.TU)).isEqualTo(assessment.total(), offset(1e-9));
            assertThat(score(prediction, Score.TU0)).isEqualTo(assessment.totalInDistribution(), offset(1e-9));
            assertThat(score(prediction, Score.DELTA)).isEqualTo(assessment.discount(), offset(1e-9));
            Unfamiliarity unfamiliarity = prediction.unfamiliarity().orElseThrow();
            assertThat(score(prediction, Score.UNFAMILIARITY)).isEqualTo(unfamiliarity.value());
            assertThat(unfamiliarity.score(2))
                    .isEqualTo(assessment.unfamiliarity().orElseThrow().score(2), offset(1e-4));
            ProbabilityIntervals intervals = prediction.intervals().orElseThrow();
            for (int c = 0; c < 10; c++) {
                assertThat(prediction.probabilities()[c])
                        .isEqualTo(prediction.probability(c))
                        .isEqualTo(prediction.probability(DIGITS.get(c)))
                        .isEqualTo(whole.probability(i, c))
                        .isBetween(intervals.lower(c) - 1e-6, intervals.upper(c) + 1e-6);
                assertThat(intervals.lower(c)).isEqualTo(whole.intervals(i).lower(c));
            }
            assertThat(intervals.lowerEntropy().proven()).isLessThanOrEqualTo(intervals.upperEntropy());
            assertThat(prediction.abstains()).isFalse();
            assertThat(prediction.randomSet()).isEmpty();
            truthIsPossible[0] += set.contains(TEST.label(i)) ? 1 : 0;
        });
        assertThat(truthIsPossible[0] / 700.0).isGreaterThan(Digits.accuracy(whole, TEST));
    }

    private static double score(Prediction prediction, Score score) {
        return prediction.score(score).orElseThrow();
    }

    /**
     * UF needs no labels to tell clothes from digits; by the p-values of held-out examples that nothing else rests on, it
     * alarms at digits about as often as promised.
     */
    @Test
    void unfamiliarityFindsClothes() {
        double[] digits = PREDICTOR.predict(TEST).scores(Score.UNFAMILIARITY);
        double[] clothes =
                PREDICTOR.predict(Mnist.FASHION.load(Part.TEST).subset(0, 700)).scores(Score.UNFAMILIARITY);
        assertThat(Detection.between(digits, clothes).auroc()).isGreaterThan(0.9);
        ConformalPValues alarms = ConformalPValues.of(
                PREDICTOR.predict(HELD_OUT.subset(500, 1000)).scores(Score.UNFAMILIARITY));
        assertThat(Arrays.stream(digits)
                        .map(score -> alarms.of(score) <= 0.05 ? 1 : 0)
                        .average()
                        .orElseThrow())
                .isBetween(0.02, 0.1);
    }

    /** The members are fields of a prediction, by the names of the layers. */
    @Test
    void membersOfUnfamiliarityAreFields() {
        Prediction prediction = PREDICTOR.predict(TEST.subset(0, 1)).get(0);
        Unfamiliarity unfamiliarity = prediction.unfamiliarity().orElseThrow();
        assertThat(prediction.fields().get("unfamiliarity"))
                .isEqualTo(Map.of(
                        "dense0", Map.of("score", unfamiliarity.score(0), "p_value", unfamiliarity.pValue(0)),
                        "dense1", Map.of("score", unfamiliarity.score(1), "p_value", unfamiliarity.pValue(1)),
                        "energy", Map.of("score", unfamiliarity.score(2), "p_value", unfamiliarity.pValue(2))));
        Prediction without = IntervalPredictor.of(NETWORK, UNIT, NAMES)
                .predict(TEST.subset(0, 1))
                .get(0);
        assertThat(without.unfamiliarity()).isEmpty();
        assertThat(without.fields()).doesNotContainKey("unfamiliarity");
    }

    @ParameterizedTest
    @EnumSource
    void theLabelIsAlwaysPossible(Averaging averaging) {
        Digits.forEach(
                PREDICTOR.with(averaging),
                TEST.subset(0, 200),
                (prediction, i) -> assertThat(
                                prediction.possible().orElseThrow().contains(prediction.label()))
                        .isTrue());
    }

    @Test
    void beliefsAreConsonantAndDiscounted() {
        Digits.forEach(PREDICTOR, TEST.subset(0, 100), (prediction, i) -> {
            ClassSet even = ClassSet.of(0, 2, 4, 6, 8);
            ClassSet odd = ClassSet.of(1, 3, 5, 7, 9);
            assertThat(prediction.belief(even)).isCloseTo(1 - prediction.plausibility(odd), offset(1e-12));
            assertThat(Math.min(prediction.belief(even), prediction.belief(odd)))
                    .as("of a set and the rest at most one is believed in")
                    .isZero();
            assertThat(prediction.belief(ClassSet.of(prediction.label())))
                    .isLessThanOrEqualTo(1 - score(prediction, Score.DELTA) + 1e-12);
            assertThat(DIGITS.stream()
                            .mapToDouble(prediction::plausibility)
                            .max()
                            .orElseThrow())
                    .isCloseTo(1, offset(1e-12));
            assertThat(prediction.belief("zero", "two", "four", "six", "eight")).isEqualTo(prediction.belief(even));
            assertThat(prediction.belief().orElseThrow().nonSpecificity() / (Math.log(10) / Math.log(2)))
                    .as("EU is the non-specificity of the discounted belief")
                    .isCloseTo(score(prediction, Score.EU), offset(1e-12));
        });
    }

    /** The radii start from the network of the midpoints: its label is fully plausible. */
    @Test
    void theMidpointsLabelIsFullyPlausible() {
        Digits.forEach(
                PREDICTOR.with(Averaging.WEIGHTS),
                TEST.subset(0, 100),
                (prediction, i) -> assertThat(prediction.plausibility(prediction.labelName()))
                        .isCloseTo(1, offset(1e-12)));
    }

    /** Standardised, so that some numbers are negative: nothing rests on inputs being at least 0. */
    @Test
    void singleImagesOfAnyNormalisation() {
        Input standard = new PictureInput(TRAIN.shape(), Normalisation.of(TRAIN));
        Predictor other = IntervalPredictor.of(EpistemicScorer.fit(NETWORK, TRAIN, standard), NAMES);
        assertThat(other.predict(Digits.image(TEST, 3)).probabilities())
                .isEqualTo(other.predict(TEST.subset(3, 4)).probabilities(0));
    }

    @Test
    void singleImagesArePredictedAsInADataset() {
        byte[] bytes = Digits.image(TEST, 3);
        float[] shares = new float[784];
        UNIT.encoder(TEST).encode(3, shares, 0);
        Prediction expected = PREDICTOR.predict(TEST.subset(3, 4)).get(0);
        assertThat(PREDICTOR.predict(bytes).describe()).isEqualTo(expected.describe());
        assertThat(PREDICTOR.predict(shares).describe()).isEqualTo(expected.describe());
        assertThat(PREDICTOR.predict(bytes).probabilities()).isEqualTo(expected.probabilities());
    }

    /** Noise is no digit: with a threshold that keeps 95 % of digits hardly any of it is kept. */
    @Test
    void abstainsFromNoise() {
        double[] scores = PREDICTOR.predict(HELD_OUT).scores(Score.EU);
        double threshold = Promise.falseAlarm(0.05).threshold(ConformalPValues.of(scores));
        assertThat(Arrays.stream(scores).filter(score -> score <= threshold).count())
                .isBetween((long) (0.95 * scores.length), (long) (0.96 * scores.length));
        Predictor careful = PREDICTOR.with(Abstention.above(Score.EU, threshold));
        assertThat(abstained(careful, TEST)).isLessThan(0.15);
        assertThat(abstained(careful, Shift.noise(3).apply(TEST))).isGreaterThan(0.9);
    }

    private static double abstained(Predictor predictor, Dataset data) {
        return (double) predictor.predict(data).stream()
                        .filter(Prediction::abstains)
                        .count()
                / data.size();
    }

    /** Scores that a predictor lacks are never taken for zeros. */
    @ParameterizedTest
    @EnumSource(names = {"MUTUAL_INFORMATION", "EXPECTED_ENTROPY", "CLASS_VARIANCE"})
    void aScoreThatIsNotComputedIsRefused(Score score) {
        Dataset few = HELD_OUT.subset(0, 5);
        Predictions predictions = PREDICTOR.predict(few);
        assertThat(predictions.get(0).score(score)).isEmpty();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> predictions.scores(score),
                () -> predictions.score(score, 0),
                () -> predictions.with(Abstention.above(score, 0.5)),
                () -> PREDICTOR.with(Abstention.above(score, 0.5)).predict(few))) {
            assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(score.symbol());
        }
    }

    @Test
    void drawnNetworksAreReportedToo() {
        try (RandomSetPredictor draws = RandomSetPredictor.of(BAYESIAN, Wrapping.withDefaults(), 3, 5)) {
            Dataset few = TEST.subset(0, 60);
            int[] decided = new int[60];
            double[] belief = new double[60];
            draws.predict(few, UNIT, (image, set) -> {
                decided[image] = set.decided();
                belief[image] = set.belief().belief(ClassSet.of(set.decided()));
            });
            Digits.forEach(PREDICTOR.with(draws), few, (prediction, image) -> {
                assertThat(prediction.randomSet().orElseThrow().decided()).isEqualTo(decided[image]);
                assertThat(prediction.describe())
                        .contains("random set: " + DIGITS.get(decided[image])
                                + String.format(Locale.ROOT, ", belief %.3f", belief[image]));
            });
        }
    }

    @Test
    void aPersonCanReadIt() {
        byte[] seven = Digits.image(TEST, 0);
        Prediction prediction = PREDICTOR.predict(seven);
        assertThat(prediction).asString().matches("seven \\(probability 0\\.\\d{3}\\)");
        assertThat(prediction.describe().lines())
                .hasSize(5
                        + 10
                        + PREDICTOR.predict(TEST.subset(0, 1)).available().size())
                .startsWith(prediction.toString())
                .anyMatch(line -> line.matches("probability 0\\.\\d{3}, between 0\\.\\d{3} and [01]\\.\\d{3} for any"
                        + " weights inside their intervals"))
                .anyMatch(line -> line.matches("classes not ruled out: \\{.*seven.*}"))
                .anyMatch(line ->
                        line.matches("belief 0\\.\\d{3} and plausibility 1\\.000 that it is seven, by how far all"
                                + " intervals could widen before another class might win"))
                .anyMatch(line -> line.matches("EU 0\\.\\d{3}: epistemic uncertainty, 1 − \\(1 − U\\)\\(1 − δ\\)"))
                .anyMatch(line -> line.matches("TU 0\\.\\d{3}: total uncertainty, .*"))
                .anyMatch(line -> line.matches("  nine: 0\\.\\d{3}, between 0\\.\\d{3} and [01]\\.\\d{3}"))
                .anyMatch(line -> line.matches("H 0\\.\\d{3}, between 0\\.\\d{3} and [01]\\.\\d{3} for any weights.*"));
        assertThat(PREDICTOR.with(Abstention.above(Score.TU, 0)).predict(seven))
                .asString()
                .matches(
                        "abstains as ambiguous \\(TU 0\\.\\d{3} > 0\\.000\\); most likely seven \\(probability 0\\.\\d{3}\\)");
    }

    /** Radii so wide that nothing is known: every class is possible, and the text names none. */
    @Test
    void whereNothingIsKnownAllClassesArePossible() {
        try (IntervalNetwork wide = NETWORK.scaled(300, 300)) {
            Predictor vague = IntervalPredictor.of(EpistemicScorer.fit(wide, TRAIN, UNIT), NAMES);
            assertThat(vague.predict(Digits.image(TEST, 0)).describe()).contains("classes not ruled out: all 10");
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
                .isThrownBy(() -> PREDICTOR.predict(TEST.subset(0, 0)))
                .withMessageContaining("the number of examples of")
                .withMessageContaining("must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        PREDICTOR.predict(Dataset.of("small", new Volume(1, 2, 2), DIGITS, new byte[4], new byte[1])))
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
                .isThrownBy(() -> IntervalPredictor.of(SCORER, new ClassNames(List.of("a", "b"))))
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
            Predictor overflowing = IntervalPredictor.of(EpistemicScorer.fit(huge, TRAIN, UNIT), NAMES);
            byte[] black = new byte[784];
            assertThatThrownBy(() -> overflowing.predict(black))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessage("the bounds overflow at dense1; scale the radii by a smaller factor k, below 1 at that"
                            + " layer and those before it");
        }
    }
}
