package org.epiwrap.prediction.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.PromiseOutcome;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Digits;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.Promises;
import org.epiwrap.promise.SetScore;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Promises of a network that was trained on real digits, shuffled since those of a writer stand together. */
class PromiseCalibrationTest {
    private static final Dataset DIGITS =
            Mnist.DIGITS.load(Part.TRAIN).shuffled(1).subset(0, 6500);
    private static final Dataset TRAIN = DIGITS.subset(0, 2500);
    private static final CalibrationSet CALIBRATION = CalibrationSet.of(DIGITS.subset(2500, 4500));
    private static final Dataset TEST = DIGITS.subset(4500, 6500);
    private static final Dataset CLOTHES = Mnist.FASHION.load(Part.TEST).subset(0, 200);
    private static final Promises ALL = Promises.none()
            .with(Promise.falseAlarm(0.05))
            .with(Promise.accuracy(0.9))
            .with(Promise.setCoverage(0.95));

    private static final BayesianNetwork BAYESIAN =
            Digits.trained(TRAIN, 8, RunSeeds.of(1), Digits.plan(6).withBatchSize(32));
    private static final IntervalNetwork NETWORK = IntervalNetwork.wrap(BAYESIAN, Wrapping.withDefaults());
    private static final IntervalPredictor PREDICTOR = IntervalPredictor.of(
                    EpistemicScorer.fit(NETWORK, TRAIN, Digits.UNIT).withUnfamiliarity(TRAIN, CALIBRATION.choices()),
                    Digits.NAMES)
            .with(Averaging.WEIGHTS);

    @AfterAll
    static void close() {
        NETWORK.close();
        BAYESIAN.close();
    }

    private static CalibratedPromises calibrate(Promises promises) {
        return PromiseCalibration.calibrate(promises, PREDICTOR, CALIBRATION);
    }

    private static IntervalPredictor promising(CalibratedPromises promises) {
        return PREDICTOR.with(promises.abstention()).with(promises.conformalSets());
    }

    @Test
    void bothReasonsAndSetsRestOnTheirPartsOfTheCalibrationSet() {
        CalibratedPromises given = calibrate(ALL);
        assertThat(given.promises()).isEqualTo(ALL);
        assertThat(given.falseAlarm().orElseThrow().examples()).isEqualTo(500);
        assertThat(given.decisions().orElseThrow().selection().examples()).isEqualTo(500);
        assertThat(given.sets().orElseThrow().examples()).isEqualTo(1000);
        assertThat(given.scores())
                .hasSize(2)
                .startsWith(Score.UNFAMILIARITY)
                .containsAnyOf(Score.TU0, Score.MAX_SOFTMAX);
        assertThat(given.inWords("digits", Digits.NAMES))
                .hasSize(3)
                .anyMatch(line -> line.startsWith(
                        "at most 5 % of familiar examples called unfamiliar: abstains as" + " unfamiliar if UF > 0."))
                .anyMatch(line -> line.matches(
                        "accuracy of decisions at least 90 % .* decides \\d+ of 500 calibration" + " digits .*"));
        Evaluation evaluation = Evaluator.of(promising(given)).evaluate(TEST);
        assertThat(PromiseOutcome.of(given, evaluation))
                .hasSize(3)
                .allSatisfy(outcome -> assertThat(outcome.verdict())
                        .isNotIn(PromiseOutcome.Verdict.MISSED, PromiseOutcome.Verdict.UNTESTED));
    }

    /** Who scores examples once may give many promises on them, the same as those of a predictor. */
    @Test
    void examplesMayHaveBeenScoredBefore() {
        Optional<SetScore> sets = Optional.of(SetScore.CONTOUR);
        IntervalPredictor scoring =
                PromiseCalibration.scoring(PREDICTOR.with(IntervalPredictor.Detail.PROBABILITIES), sets);
        assertThat(scoring.abstention()).isEqualTo(Abstention.never());
        Dataset first = CALIBRATION.promises().subset(0, 300);
        Dataset rest = CALIBRATION.promises().subset(300, CALIBRATION.promises().size());
        ScoredExamples scored = ScoredExamples.of(scoring.predict(first), first, sets)
                .and(ScoredExamples.of(scoring.predict(rest), rest, sets));
        ScoredExamples choices = ScoredExamples.of(scoring.predict(CALIBRATION.choices()), CALIBRATION.choices(), sets);
        CalibratedPromises given = PromiseCalibration.calibrate(ALL, choices, scored);
        CalibratedPromises wanted = calibrate(ALL);
        assertThat(given.scores()).isEqualTo(wanted.scores()).startsWith(scored.unfamiliarity());
        assertThat(given.decisions().orElseThrow().selection().kept())
                .isCloseTo(wanted.decisions().orElseThrow().selection().kept(), within(1));
        // Batches of other sizes round otherwise.
        assertThat(given.falseAlarm().orElseThrow().limit().threshold())
                .isCloseTo(wanted.falseAlarm().orElseThrow().limit().threshold(), within(1e-6));
        assertThat(given.sets().orElseThrow().rule().quantiles()[0])
                .isCloseTo(wanted.sets().orElseThrow().rule().quantiles()[0], within(1e-6));
        // Each example is as it was, wherever it stands.
        ScoredExamples turned = scored.select(new int[] {700, 20});
        assertThat(turned.size()).isEqualTo(2);
        assertThat(turned.labels()).containsExactly(scored.labels()[700], scored.labels()[20]);
        assertThat(turned.wrong()).containsExactly(scored.wrong()[700], scored.wrong()[20]);
        assertThat(turned.scores(Score.TU0))
                .containsExactly(scored.scores(Score.TU0)[700], scored.scores(Score.TU0)[20]);
        assertThat(turned.set(given.sets().orElseThrow().rule(), 1))
                .isEqualTo(promising(given).predict(first.subset(20, 21)).set(0));
    }

    /** What is refused is refused for the first reason that applies, and the p-values say so. */
    @Test
    void aPredictionTellsItsReasonAndPValues() {
        IntervalPredictor predictor = promising(calibrate(ALL));
        Predictions clothes = predictor.predict(CLOTHES);
        assertThat(clothes.stream().filter(Prediction::abstains).count()).isGreaterThan(100);
        for (Predictions some : List.of(clothes, predictor.predict(TEST.subset(0, 300)))) {
            some.stream().forEach(prediction -> {
                Map<Abstention.Reason, Double> p = prediction.pValues();
                boolean unfamiliar = p.getOrDefault(Abstention.Reason.UNFAMILIAR, 1.0) <= 0.05;
                assertThat(prediction.reason().equals(Optional.of(Abstention.Reason.UNFAMILIAR)))
                        .isEqualTo(unfamiliar);
                assertThat(prediction.scoreChecks()).hasSize(2);
                assertThat(prediction.set().orElseThrow().contains(prediction.label()))
                        .isTrue();
            });
        }
        Prediction unfamiliar =
                clothes.stream().filter(Prediction::abstains).findFirst().orElseThrow();
        assertThat(unfamiliar.toString()).matches("abstains as .* \\(.* > .*, p .*\\); most likely .*");
        assertThat(unfamiliar.describe()).contains("prediction set", "classes not ruled out");
        assertThat(unfamiliar.fields()).containsKeys("p", "set", "possible", "abstention");
    }

    @ParameterizedTest
    @EnumSource
    void setsCoverWhatWasPromised(SetScore score) {
        CalibratedPromises given =
                calibrate(Promises.none().with(Promise.setCoverage(0.9).by(score)));
        assertThat(given.abstention().applies()).isFalse();
        Evaluation evaluation = Evaluator.of(promising(given)).evaluate(TEST);
        double chance = PromiseOutcome.of(given, evaluation).get(0).chance();
        assertThat(evaluation.sets().orElseThrow().setCoverage()).isBetween(0.9 - chance, 0.9 + 3 * chance);
    }

    @Test
    void everyClassMayHaveAPromiseOfItsOwn() {
        CalibratedPromises given =
                calibrate(Promises.none().with(Promise.setCoverage(0.9).forEachClass()));
        Evaluation evaluation = Evaluator.of(promising(given)).evaluate(TEST);
        assertThat(PromiseOutcome.of(given, evaluation)).hasSize(10).allSatisfy(outcome -> {
            assertThat(outcome.measured().orElseThrow()).isCloseTo(0.9, within(2 * outcome.chance()));
            assertThat(outcome.promise()).contains("of every class: ");
        });
    }

    /** Unfamiliar examples are not decided. */
    @Test
    void aCoverageCountsAllExamples() {
        Promises promises = Promises.none().with(Promise.falseAlarm(0.05)).with(Promise.coverage(0.8));
        CalibratedPromises given = PromiseCalibration.calibrate(promises, PREDICTOR, CALIBRATION);
        assertThat(given.decisions().orElseThrow().selection().coverage()).isBetween(0.8, 0.87);
        Evaluation evaluation = Evaluator.of(promising(given)).evaluate(TEST);
        assertThat(PromiseOutcome.of(given, evaluation).get(1).measured().orElseThrow())
                .isEqualTo(evaluation.coverage())
                .isGreaterThan(0.77);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        calibrate(Promises.none().with(Promise.falseAlarm(0.3)).with(Promise.coverage(0.95))))
                .withMessageContaining("are already left undecided as unfamiliar");
    }

    @Test
    void whatCannotBePromisedIsRefused() {
        CalibrationSet few = CalibrationSet.of(CALIBRATION.promises().subset(0, 80));
        assertThatExceptionOfType(PromiseException.class)
                .isThrownBy(() -> PromiseCalibration.calibrate(ALL, PREDICTOR, few))
                .withMessageContaining("at least");
        IntervalPredictor unscored = IntervalPredictor.of(NETWORK, Digits.UNIT, Digits.NAMES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromiseCalibration.calibrate(ALL, unscored, CALIBRATION))
                .withMessageContaining("promises need calibrated scores");
        CalibratedPromises given = calibrate(ALL);
        Abstention.Limit limit = given.falseAlarm().orElseThrow().limit();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CalibratedPromises.FalseAlarm(
                        Promise.falseAlarm(0.05),
                        new Abstention.Limit(limit.score(), limit.threshold() + 1, limit.calibration())))
                .withMessageContaining("a threshold must be the one that its promise was given for");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CalibratedPromises.Decisions(
                        Promise.falseAlarm(0.05),
                        limit,
                        given.decisions().orElseThrow().selection()))
                .withMessageContaining("must have a promise of accuracy or of coverage");
    }
}
