package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.FocalSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every kind of predictor. */
class PredictorContractTest {
    private static final Dataset DATA = Mnist.DIGITS.load(Part.TEST).subset(0, 300);
    private static final Dataset FEW = DATA.subset(0, 20);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Architecture MLP = Architecture.mlp(new Volume(1, 28, 28), 10, 8);
    private static final BayesianNetwork BAYESIAN = BayesianNetwork.untrained(MLP, RunSeeds.of(1));
    private static final IntervalNetwork WRAPPED = IntervalNetwork.wrap(BAYESIAN, Wrapping.withDefaults());

    /** Every kind of predictor, of an open network. */
    enum Kind {
        AVERAGE,
        MEAN,
        PASS,
        INTERVALS,
        DROPOUT,
        ENSEMBLE;

        Predictor of(BayesianNetwork network) {
            return switch (this) {
                case AVERAGE -> BayesianAverage.of(network, UNIT, Digits.NAMES, 4);
                case MEAN -> MeanNetwork.of(network, UNIT, Digits.NAMES);
                case PASS -> SinglePass.of(network, UNIT, Digits.NAMES, Estimator.FLIPOUT);
                case INTERVALS -> IntervalPredictor.of(EpistemicScorer.fit(wrapped(network), DATA, UNIT), Digits.NAMES);
                case DROPOUT -> MonteCarloDropout.of(wrapped(network), UNIT, Digits.NAMES, Averaging.LOGITS, 3);
                case ENSEMBLE -> Ensemble.of(List.of(MEAN.of(network), AVERAGE.of(network)));
            };
        }

        private static IntervalNetwork wrapped(BayesianNetwork network) {
            return network == BAYESIAN ? WRAPPED : IntervalNetwork.wrap(network, Wrapping.withDefaults());
        }

        Predictor predictor() {
            return of(BAYESIAN);
        }
    }

    @AfterAll
    static void close() {
        WRAPPED.close();
        BAYESIAN.close();
    }

    private static float[][] rows(Dataset data) {
        float[][] rows = new float[data.size()][784];
        for (int i = 0; i < rows.length; i++) {
            UNIT.encoder(data).encode(i, rows[i], 0);
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource
    void unlabelledRowsArePredictedLikeADataset(Kind kind) {
        Predictor predictor = kind.predictor();
        Predictions expected = predictor.predict(FEW);
        Predictions actual = predictor.predict(rows(FEW));
        assertThat(actual.size()).isEqualTo(20);
        assertThat(actual.probabilities()).isEqualTo(expected.probabilities());
        assertThat(actual.available()).isEqualTo(expected.available());
        for (Score score : expected.available()) {
            assertThat(actual.scores(score)).as(score.symbol()).isEqualTo(expected.scores(score));
        }
        assertThat(predictor.predict(Arrays.stream(rows(FEW))).map(Prediction::fields))
                .isEqualTo(expected.stream().map(Prediction::fields).toList());
    }

    @ParameterizedTest
    @EnumSource
    void oneImageIsPredictedByItsBytes(Kind kind) {
        Predictor predictor = kind.predictor();
        Prediction prediction = predictor.predict(Digits.image(DATA, 0));
        assertThat(prediction.fields())
                .isEqualTo(predictor.predict(rows(FEW)[0]).fields())
                .isEqualTo(predictor.predict(DATA.subset(0, 1)).get(0).fields());
    }

    @ParameterizedTest
    @EnumSource
    void everyPredictionHasTheSameShape(Kind kind) {
        Predictions predictions = kind.predictor().predict(FEW);
        assertThat(predictions.hasLogits()).isEqualTo(kind == Kind.MEAN);
        assertThat(predictions.hasIntervals()).isEqualTo(kind == Kind.INTERVALS);
        assertThat(predictions.hasPossible()).isEqualTo(kind == Kind.INTERVALS);
        predictions.stream().forEach(prediction -> {
            double[] probabilities = prediction.probabilities();
            double largest = Arrays.stream(probabilities).max().orElseThrow();
            assertThat(Arrays.stream(probabilities).sum()).isCloseTo(1, offset(1e-5));
            assertThat(prediction.confidence()).isEqualTo(largest).isEqualTo(probabilities[prediction.label()]);
            assertThat(prediction.score(Score.MAX_SOFTMAX)).hasValue(1 - largest);
            assertThat(prediction.score(Score.ENTROPY).orElseThrow())
                    .isCloseTo(
                            -Arrays.stream(probabilities)
                                            .map(p -> p * Math.log(p))
                                            .sum()
                                    / Math.log(10),
                            offset(1e-6));
            assertThat(prediction.abstains()).isFalse();
            assertThat(prediction.intervals().isPresent()).isEqualTo(kind == Kind.INTERVALS);
        });
    }

    /** No example is asked for before its prediction is, save those of the same batch. */
    @ParameterizedTest
    @EnumSource(names = {"MEAN", "ENSEMBLE"})
    void aStreamIsReadABatchAtATime(Kind kind) {
        List<Integer> read = new ArrayList<>();
        boolean[] closed = new boolean[1];
        float[][] rows = rows(DATA);
        Stream<float[]> endless = Stream.iterate(0, i -> i + 1)
                .peek(read::add)
                .map(i -> rows[i % rows.length])
                .onClose(() -> closed[0] = true);
        try (Stream<Prediction> predictions = kind.predictor().predict(endless)) {
            assertThat(read).isEmpty();
            assertThat(predictions.limit(Predictor.STREAM_BATCH + 1).count()).isEqualTo(Predictor.STREAM_BATCH + 1);
        }
        assertThat(read.size()).isBetween(Predictor.STREAM_BATCH + 1, 2 * Predictor.STREAM_BATCH + 1);
        assertThat(closed[0]).isTrue();
    }

    @Test
    void logitsGiveTheProbabilities() {
        Prediction prediction = Kind.MEAN.predictor().predict(FEW).get(3);
        double[] logits = prediction.logits().orElseThrow();
        double sum = Arrays.stream(logits).map(Math::exp).sum();
        for (int c = 0; c < 10; c++) {
            assertThat(prediction.probability(c)).isCloseTo(Math.exp(logits[c]) / sum, offset(1e-6));
        }
        assertThat(prediction.logitFields()).containsExactly(entry("logits", byName(logits)));
        assertThat(prediction.describeLogits().orElseThrow())
                .startsWith(String.format(Locale.ROOT, "logits %.3f ", logits[0]));
    }

    private static Map<String, Double> byName(double[] values) {
        Map<String, Double> named = new LinkedHashMap<>();
        for (int c = 0; c < values.length; c++) {
            named.put(Digits.NAMES.of(c), values[c]);
        }
        return named;
    }

    @Test
    void boundsOfLogitsGiveTheIntervals() {
        Predictions predictions = Kind.INTERVALS.predictor().predict(FEW);
        ProbabilityIntervals expected =
                ProbabilityIntervals.ofLogits(predictions.lowerLogits(2), predictions.upperLogits(2));
        ProbabilityIntervals intervals = predictions.get(2).intervals().orElseThrow();
        for (int c = 0; c < 10; c++) {
            assertThat(predictions.lowerLogits(2)[c])
                    .isLessThanOrEqualTo(predictions.upperLogits(2)[c]);
            assertThat(intervals.lower(c)).isEqualTo(expected.lower(c));
            assertThat(intervals.upper(c)).isEqualTo(expected.upper(c));
        }
        assertThat(predictions.get(2).logitFields())
                .containsExactly(
                        entry("lower_logits", byName(predictions.lowerLogits(2))),
                        entry("upper_logits", byName(predictions.upperLogits(2))));
        assertThat(Kind.AVERAGE.predictor().predict(FEW).get(0).describeLogits())
                .isEmpty();
    }

    @Test
    void anEnsembleIsTheMeanOfItsMembers() {
        ClassNames names = new ClassNames(List.of("a", "b"));
        Predictions predictions = Ensemble.of(
                names,
                List.of(
                        Predictions.of(names, new float[][] {{1, 0}, {0.75f, 0.25f}}),
                        Predictions.of(names, new float[][] {{0, 1}, {0.75f, 0.25f}})));
        assertThat(predictions.probabilities()).containsExactly(0.5f, 0.5f, 0.75f, 0.25f);
        // Sure members that contradict each other, and unsure ones that agree.
        double entropy = -0.75 * Math.log(0.75) - 0.25 * Math.log(0.25);
        assertThat(predictions.scores(Score.MUTUAL_INFORMATION))
                .containsExactly(new double[] {Math.log(2), 0}, offset(1e-12));
        assertThat(predictions.scores(Score.EXPECTED_ENTROPY))
                .containsExactly(new double[] {0, entropy}, offset(1e-12));
        Abstention rule = Abstention.above(Score.MUTUAL_INFORMATION, 0.5);
        assertThat(predictions.with(rule).stream().map(Prediction::reason))
                .containsExactly(Optional.of(Abstention.Reason.UNFAMILIAR), Optional.empty());
    }

    /** A wrapped member leaves what its intervals cannot rule out, and all classes where its bounds overflow. */
    @Test
    void wrappedMembersLeaveSets() {
        MeanNetwork mean = MeanNetwork.of(BAYESIAN, UNIT, Digits.NAMES);
        IntervalPredictor intervals = IntervalPredictor.of(WRAPPED, UNIT, Digits.NAMES);
        Predictions plain = Ensemble.of(List.of(mean, mean)).predict(FEW);
        Predictions wrapped = Ensemble.of(List.of(mean, mean))
                .with(List.of(intervals, intervals))
                .predict(FEW);
        for (int i = 0; i < FEW.size(); i++) {
            assertThat(plain.get(i).randomSet().orElseThrow().belief().focal())
                    .containsExactly(new FocalSet(ClassSet.of(plain.label(i)), 1));
            assertThat(wrapped.get(i).randomSet().orElseThrow().belief().focal())
                    .containsExactly(new FocalSet(intervals.predict(FEW).possible(i), 1));
        }
        try (IntervalNetwork huge = WRAPPED.scaled(1e30, 1e30)) {
            IntervalPredictor overflowing = IntervalPredictor.of(huge, UNIT, Digits.NAMES);
            Predictions all =
                    Ensemble.of(List.of(mean)).with(List.of(overflowing)).predict(FEW);
            assertThat(all.probabilities()).containsExactly(mean.predict(FEW).probabilities());
            assertThat(all.get(0)
                            .randomSet()
                            .orElseThrow()
                            .belief()
                            .focal()
                            .get(0)
                            .set()
                            .size())
                    .isEqualTo(10);
        }
    }

    /** What is between the draws of a member is part of what the ensemble disagrees on. */
    @Test
    void disagreementInsideOfMembersCounts() {
        Predictions average = Kind.AVERAGE.predictor().predict(FEW);
        Predictions twice = Ensemble.of(Digits.NAMES, List.of(average, average));
        assertThat(twice.scores(Score.MUTUAL_INFORMATION))
                .containsExactly(average.scores(Score.MUTUAL_INFORMATION), offset(1e-6));
        assertThat(twice.scores(Score.EXPECTED_ENTROPY))
                .containsExactly(average.scores(Score.EXPECTED_ENTROPY), offset(1e-5));
    }

    @Test
    void membersOfAnEnsembleHaveTheSameNormalisationAndClasses() {
        ClassNames other = new ClassNames(List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"));
        Input scaled = new PictureInput(new Volume(1, 28, 28), new Normalisation(List.of(0.5), List.of(0.5)));
        Predictor first = MeanNetwork.of(BAYESIAN, UNIT, Digits.NAMES);
        for (Predictor second :
                List.of(MeanNetwork.of(BAYESIAN, UNIT, other), MeanNetwork.of(BAYESIAN, scaled, Digits.NAMES))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Ensemble.of(List.of(first, second)))
                    .withMessageContaining("must have the same inputs and classes");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ensemble.of(List.of()))
                .withMessageContaining("the number of members must be a whole number >= 1");
    }

    /** The distance to the training examples is the reason where it is the larger part of the score. */
    @ParameterizedTest
    @CsvSource({"TU, TU0", "EU, U"})
    void theLargerPartOfTheScoreIsTheReason(Score score, Score rest) {
        IntervalPredictor predictor = (IntervalPredictor) Kind.INTERVALS.predictor();
        for (Prediction prediction : predictor.with(Abstention.above(score, 0)).predict(DATA).stream()
                .toList()) {
            boolean unfamiliar = prediction.score(Score.DELTA).orElseThrow()
                    >= prediction.score(rest).orElseThrow();
            assertThat(prediction.reason())
                    .contains(unfamiliar ? Abstention.Reason.UNFAMILIAR : Abstention.Reason.AMBIGUOUS);
            assertThat(prediction.abstention().orElseThrow().score()).isEqualTo(score);
        }
    }

    /** What leaves out the distance to the training examples only says that classes remain open. */
    @Test
    void withoutTheDistanceAPredictionIsAmbiguous() {
        IntervalPredictor predictor = (IntervalPredictor) Kind.INTERVALS.predictor();
        assertThat(predictor.with(Abstention.above(Score.TU0, 0)).predict(DATA).stream()
                        .flatMap(prediction -> prediction.reason().stream()))
                .isNotEmpty()
                .containsOnly(Abstention.Reason.AMBIGUOUS);
    }

    @ParameterizedTest
    @EnumSource
    void aClosedNetworkSaysSo(Kind kind) {
        BayesianNetwork network = BayesianNetwork.untrained(MLP, RunSeeds.of(2));
        Predictor predictor;
        if (kind == Kind.INTERVALS || kind == Kind.DROPOUT) {
            IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults());
            predictor = kind == Kind.INTERVALS
                    ? IntervalPredictor.of(wrapped, UNIT, Digits.NAMES)
                    : MonteCarloDropout.of(wrapped, UNIT, Digits.NAMES, Averaging.LOGITS, 2);
            wrapped.close();
        } else {
            predictor = kind.of(network);
        }
        network.close();
        assertThatThrownBy(() -> predictor.predict(FEW))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("network is closed; predict before closing its model");
    }
}
