package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.PromiseOutcome;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.SetScore;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Promises of a model of digits: given, kept on other digits, stored, given anew, refused. */
class PromisesTest {
    /** Shuffled, since the digits of a writer stand together: neighbouring blocks are not exchangeable. */
    private static final Dataset DIGITS =
            Mnist.DIGITS.load(Part.TRAIN).shuffled(1).subset(0, 10_000);

    private static final Dataset TRAIN = DIGITS.subset(0, 3000);
    private static final CalibrationSet CALIBRATION = CalibrationSet.of(DIGITS.subset(3000, 6000));
    private static final Dataset TEST = DIGITS.subset(6000, 10_000);
    private static final Dataset CLOTHES = Mnist.FASHION.load(Part.TEST).subset(0, 200);
    private static final Calibration ALL = Calibration.withDefaults()
            .with(Promise.falseAlarm(0.05))
            .with(Promise.accuracy(0.93))
            .with(Promise.setCoverage(0.95));

    private static EpistemicModel wrapped;
    private static EpistemicModel promising;

    @TempDir
    private Path folder;

    @BeforeAll
    static void train() throws IOException {
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(Backbone.named("mlp:16"))
                .withEpochs(5)
                .withBatchSize(32);
        try (BayesianModel bayesian = training.train(TRAIN)) {
            wrapped = EpistemicWrapping.withDefaults().wrap(bayesian, TRAIN, CALIBRATION);
        }
        promising = ALL.calibrate(wrapped, CALIBRATION);
    }

    @AfterAll
    static void close() {
        wrapped.close();
    }

    private static CalibratedPromises calibrated(EpistemicModel model) {
        return model.promises().orElseThrow().calibrated();
    }

    @Test
    void eachReasonHasAPromiseOfItsOwn() {
        CalibratedPromises promises = calibrated(promising);
        assertThat(promises.all())
                .containsExactly(Promise.falseAlarm(0.05), Promise.accuracy(0.93), Promise.setCoverage(0.95));
        assertThat(promises.falseAlarm().orElseThrow().examples()).isEqualTo(750);
        assertThat(promises.decisions().orElseThrow().selection().examples()).isEqualTo(750);
        assertThat(promises.sets().orElseThrow().examples()).isEqualTo(1500);
        assertThat(promises.inWords("images", promising.classNames()))
                .hasSize(3)
                .anyMatch(line -> line.matches("accuracy of decisions at least 93 % \\(confidence 95 %\\): abstains as"
                        + " ambiguous if .* > 0\\.\\d{3}; decides \\d+ of 750 calibration images \\(.*"));
        double rate = 0.05;
        for (Dataset data : List.of(TEST.subset(0, 500), CLOTHES)) {
            promising.predict(data).stream().forEach(prediction -> {
                Map<Abstention.Reason, Double> p = prediction.pValues();
                assertThat(p).containsOnlyKeys(Abstention.Reason.UNFAMILIAR, Abstention.Reason.AMBIGUOUS);
                boolean unfamiliar = p.getOrDefault(Abstention.Reason.UNFAMILIAR, 1.0) <= rate;
                assertThat(prediction.reason().equals(Optional.of(Abstention.Reason.UNFAMILIAR)))
                        .isEqualTo(unfamiliar);
                assertThat(prediction.abstains()).isEqualTo(prediction.reason().isPresent());
            });
        }
        Predictions tested = promising.predict(TEST);
        assertThat(tested.stream().map(Prediction::toString))
                .anyMatch(text ->
                        text.matches("abstains as ambiguous \\((TU0|1 − max p) .* > .*, p .*\\); most likely \\d .*"))
                .anyMatch(
                        text -> text.matches("abstains as unfamiliar \\(UF .* > .*, p 0\\.0.*\\); most likely \\d .*"));
        assertThat(promising.predict(CLOTHES).stream()
                        .filter(Prediction::abstains)
                        .count())
                .isGreaterThan(100);
    }

    /** By no more than chance explains: half of the digits gave the promises, others are tested. */
    @Test
    void promisesAreKeptOnOtherDigits() {
        Evaluation evaluation = Evaluator.of(promising).evaluate(TEST);
        assertThat(PromiseOutcome.of(calibrated(promising), evaluation))
                .hasSize(3)
                .allSatisfy(outcome -> {
                    assertThat(outcome.verdict())
                            .isNotIn(PromiseOutcome.Verdict.MISSED, PromiseOutcome.Verdict.UNTESTED);
                    assertThat(outcome.chance()).isBetween(0.001, 0.03);
                });
        assertThat(evaluation.coverage()).isBetween(0.3, 0.99);
    }

    @ParameterizedTest
    @EnumSource
    void setsContainTheTruthAtAboutThePromisedRate(SetScore score) {
        EpistemicModel model = Calibration.withDefaults()
                .with(Promise.setCoverage(0.95).by(score))
                .calibrate(wrapped, CALIBRATION);
        Evaluation evaluation = Evaluator.of(model).evaluate(TEST);
        double covered = evaluation.sets().orElseThrow().setCoverage();
        double chance = PromiseOutcome.of(calibrated(model), evaluation).get(0).chance();
        assertThat(covered).isBetween(0.95 - chance, Math.min(1, 0.95 + 2 * chance));
        assertThat(evaluation.sets().orElseThrow().meanSize()).isBetween(1.0, 4.0);
        assertThat(evaluation.coverage()).as("sets alone never abstain").isEqualTo(1);
    }

    @Test
    void classesTooRareForSetsOfTheirOwnAreNamed() {
        EpistemicModel model = Calibration.withDefaults()
                .with(Promise.setCoverage(0.99).forEachClass())
                .calibrate(wrapped, CalibrationSet.of(DIGITS.subset(3000, 4800)));
        assertThat(calibrated(model).inWords("images", model.classNames()).get(0))
                .contains("; always in, since their calibration examples are too few: ");
        assertThat(PromiseOutcome.of(calibrated(model), Evaluator.of(model).evaluate(TEST)))
                .hasSize(10);
    }

    /** Numbers that decide at random follow from the example alone. */
    @Test
    void aSetIsTheSameInAnyBatch() {
        Dataset some = TEST.subset(0, 60);
        Predictions together = promising.predict(some);
        for (int i = 0; i < some.size(); i++) {
            Prediction alone = promising.predict(some.subset(i, i + 1)).get(0);
            assertThat(alone.set()).isEqualTo(together.get(i).set());
            assertThat(alone.batch().setNumber(0))
                    .isEqualTo(together.setNumber(i))
                    .isBetween(0.0, 1.0);
        }
        assertThat(IntStream.range(0, some.size())
                        .mapToDouble(together::setNumber)
                        .distinct()
                        .count())
                .isEqualTo(60);
    }

    @Test
    void aFileKeepsPromisesToTheBit() throws IOException {
        Path file = folder.resolve("model.safetensors");
        promising.write(file);
        try (EpistemicModel back = EpistemicModel.read(file)) {
            assertThat(back.promises()).isEqualTo(promising.promises());
            assertThat(fields(back)).isEqualTo(fields(promising));
            Path again = folder.resolve("again.safetensors");
            back.write(again);
            assertThat(again).hasSameBinaryContentAs(file);
        }
    }

    private static List<Map<String, Object>> fields(EpistemicModel model) {
        return model.predict(TEST.subset(0, 100)).stream()
                .map(Prediction::fields)
                .toList();
    }

    @Test
    void fieldsHaveTheirPValuesAndSets() {
        Map<String, Object> fields = promising.predict(CLOTHES).get(0).fields();
        assertThat(fields).containsKeys("set", "possible", "abstains", "explanation", "p", "abstention");
        assertThat(wrapped.predict(CLOTHES).get(0).fields())
                .containsKey("possible")
                .doesNotContainKeys("set", "p", "explanation");
    }

    @Test
    void tooFewExamplesAreRefusedWithTheNumberThatWouldDo() {
        CalibrationSet few = CalibrationSet.of(DIGITS.subset(3000, 3080));
        for (Map.Entry<Promise, String> each : Map.<Promise, String>of(
                        Promise.falseAlarm(0.01), "at least 99 are needed",
                        Promise.accuracy(0.99), "at least 299 are needed",
                        Promise.coverage(0.99), "at least 299 are needed",
                        Promise.setCoverage(0.99), "at least 99 are needed")
                .entrySet()) {
            assertThatExceptionOfType(PromiseException.class)
                    .isThrownBy(
                            () -> Calibration.withDefaults().with(each.getKey()).calibrate(wrapped, few))
                    .withMessageContaining("cannot be promised from 40 calibration examples")
                    .withMessageContaining(each.getValue());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Calibration.withDefaults().calibrate(wrapped, few))
                .withMessage("a calibration must have a promise to give, but has none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ALL.with(Promise.coverage(0.9)))
                .withMessageContaining("not both");
    }

    @Test
    void examplesThatWereTrainedOnAreRefused() {
        for (CalibrationSet trained : List.of(
                new CalibrationSet(CALIBRATION.choices(), TRAIN), new CalibrationSet(TRAIN, CALIBRATION.promises()))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ALL.calibrate(wrapped, trained))
                    .withMessageContaining("promises must be given on examples that the model was not trained on");
        }
        assertThatIllegalArgumentException()
                .as("halves of them")
                .isThrownBy(() -> ALL.calibrate(wrapped, TRAIN))
                .withMessageContaining("promises must be given on examples that the model was not trained on");
    }

    /** Selection with guaranteed risk is the strict option. */
    @Test
    void theStrictRuleDecidesNoMore() {
        AccuracyPromise promise = Promise.accuracy(0.93);
        int usual = decided(promise);
        assertThat(decided(promise.by(AccuracyPromise.Rule.SGR))).isBetween(1, usual);
    }

    private static int decided(AccuracyPromise promise) {
        EpistemicModel model = Calibration.withDefaults().with(promise).calibrate(wrapped, CALIBRATION);
        return calibrated(model).decisions().orElseThrow().selection().kept();
    }

    @Test
    void unfamiliarExamplesAreNotDecidedByACoverageEither() {
        EpistemicModel model = Calibration.withDefaults()
                .with(Promise.falseAlarm(0.05))
                .with(Promise.coverage(0.8))
                .calibrate(wrapped, CALIBRATION);
        assertThat(calibrated(model).decisions().orElseThrow().selection().coverage())
                .isBetween(0.8, 0.85);
        assertThat(Evaluator.of(model).evaluate(TEST).coverage()).isGreaterThan(0.78);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Calibration.withDefaults()
                        .with(Promise.falseAlarm(0.2))
                        .with(Promise.coverage(0.95))
                        .calibrate(wrapped, CALIBRATION))
                .withMessageContaining("are already left undecided as unfamiliar");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /promises/unfamiliar/rate      | 2           | the rate of false alarms must be above 0 and below 1
            /promises/unfamiliar/rate      | 0.2         | a threshold must be the one that its promise was given for
            /promises/unfamiliar/threshold | 0.123       | a threshold must be the one that its promise was given for
            /promises/unfamiliar/score     | "tu0"       | manifest.promises.unfamiliar.score must be one of eu, unfamiliarity
            /promises/unfamiliar/scores    | 2147483647  | tensor promises.unfamiliar-scores must be F64 [2147483647]
            /promises/unfamiliar/scores    | -1          | manifest.promises.unfamiliar.scores must be a whole number >= 1
            /promises/ambiguous/accuracy   | 1           | the accuracy must be above 0 and below 1
            /promises/ambiguous/score      | "eu"        | manifest.promises.ambiguous.score must be one of tu0
            /promises/ambiguous/rule       | "luck"      | manifest.promises.ambiguous.rule must be one of
            /promises/ambiguous/wrong      | 100000      | wrong must be a whole number from 0 to
            /promises/ambiguous/kept       | -1          | kept must be a whole number from 0 to
            /promises/ambiguous/examples   | 1           | the examples that are not unfamiliar must be
            /promises/sets/by-class        | true        | tensor promises.set-quantiles must be F64 [10]
            /promises/sets/score           | "size"      | manifest.promises.sets.score must be one of
            /promises/sets/weight          | -1          | weight must be a finite number >= 0
            /promises/sets/examples        | 0           | examples must be a whole number >= 1
            /promises/rests-on/images      | 0           | images must be a whole number >= 1
            /promises/more                 | 1           | manifest.promises must hold
            /promises                      | {}          | manifest.promises must hold the field rests-on
            """)
    void aHostileManifestIsRefused(String place, String value, String message) throws Exception {
        Path file = folder.resolve("model.safetensors");
        promising.write(file);
        Models.rewrite(file, manifest -> Models.set(manifest, place, value));
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message);
    }
}
