package org.epiwrap.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.familiarity.HarmonicCombination;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Abstention.Reason;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Of trained models that abstain by UF, ONNX Runtime computes our UF and p-values and decides for our reasons, on digits and on
 * clothes.
 *
 * <p>UF rests on counts: an example whose score in some layer is within rounding of a held-out score may be counted on either
 * side of it. It is excused if UF is what the members' scores, moved by no more than rounding, give; such examples are few.
 */
class OnnxUnfamiliarityTest {
    private static final int EACH = 200;
    private static final int MAX_EXCUSED = 5;
    /** Of a member's score, which is a logarithm or an energy: what single precision costs its features. */
    private static final double ROUNDING = 1e-5;

    private static final double TOLERANCE = 1e-5;
    private static final Volume IMAGE = new Volume(1, 28, 28);
    private static final Dataset DIGITS = Mnist.DIGITS.load(Part.TRAIN);
    private static final Dataset TRAIN = DIGITS.subset(0, 1_200);
    private static final CalibrationSet HELD_OUT = CalibrationSet.of(DIGITS.subset(1_200, 2_000));

    @TempDir
    private Path folder;

    static List<Arguments> networks() {
        return List.of(
                Arguments.of("MLP", Architecture.mlp(IMAGE, 10, 32), PictureInput.unit(IMAGE)),
                Arguments.of("MLP of two hidden layers", Architecture.mlp(IMAGE, 10, 40, 12), PictureInput.unit(IMAGE)),
                Arguments.of("LeNet-5", Architecture.leNet5(IMAGE, 10), PictureInput.unit(IMAGE)),
                Arguments.of(
                        "norms and blocks",
                        residual(),
                        new PictureInput(IMAGE, new Normalisation(List.of(0.13), List.of(0.31)))));
    }

    /**
     * Norms that count as their layer's, and norms that do not: behind a pool, at the start of a branch, behind a sum.
     */
    private static Architecture residual() {
        return new Architecture(
                IMAGE,
                List.of(
                        new Layer.Convolution(4, 5, 1, 2),
                        new Layer.MaxPool(2),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Residual(
                                List.of(
                                        new Layer.Convolution(6, 3, 2, 1),
                                        new Layer.BatchNorm(),
                                        Layer.relu(),
                                        new Layer.Convolution(6, 3, 1, 1)),
                                List.of(new Layer.Convolution(6, 1, 2, 0), new Layer.BatchNorm())),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Convolution(6, 3, 1, 1),
                        new Layer.Residual(
                                List.of(new Layer.BatchNorm(), Layer.relu(), new Layer.Convolution(6, 3, 1, 1)),
                                List.of()),
                        new Layer.AveragePool(7),
                        new Layer.Dense(12),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Dropout(0.1),
                        new Layer.Dense(10)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void onnxRuntimeFindsUnfamiliarWhatWeDo(String name, Architecture architecture, Input input) throws Exception {
        Path file = folder.resolve("model.onnx");
        try (EpistemicModel model = model(architecture, input, Promise.falseAlarm(0.05), Promise.coverage(0.8))) {
            assertThat(model.predictor().abstention().scores()).contains(Score.UNFAMILIARITY);
            OnnxExport.of(model).write(file);
            OnnxRules.check(file);
            long familiar = check(file, model, Mnist.DIGITS.load(Part.TEST).subset(0, EACH));
            long foreign = check(file, model, Mnist.FASHION.load(Part.TEST).subset(0, EACH));
            assertThat(familiar).isBetween(0L, EACH / 4L);
            assertThat(foreign).isGreaterThan(EACH / 2);
        }
    }

    /** Of a table some layers have features that hardly vary, since its input of novelty is 0 for all training rows. */
    @Test
    void rowsAreAsUnfamiliar() throws Exception {
        Path file = folder.resolve("rows.onnx");
        Dataset letters = BuiltInData.LETTERS.load(Part.TRAIN);
        Dataset train = letters.subset(0, 1_200);
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(Backbone.named("mlp:24-16:gelu"))
                .withEpochs(3)
                .withWarmStart(1);
        try (BayesianModel bayesian = training.train(train);
                EpistemicModel model = EpistemicWrapping.withDefaults()
                        .with(Promise.falseAlarm(0.05))
                        .with(Promise.coverage(0.8))
                        .wrap(bayesian, train, CalibrationSet.of(letters.subset(1_200, 2_000)))) {
            OnnxExport.of(model).write(file);
            long familiar =
                    check(file, model, BuiltInData.LETTERS.load(Part.TEST).subset(0, EACH));
            assertThat(familiar).isBetween(0L, EACH / 4L);
        }
    }

    private static EpistemicModel model(Architecture architecture, Input input, Promise... promises) throws Exception {
        ModelCard card =
                new ModelCard(input, TRAIN.classNames(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
        EpistemicWrapping wrapping = EpistemicWrapping.withDefaults();
        for (Promise promise : promises) {
            wrapping = wrapping.with(promise);
        }
        try (BayesianModel bayesian =
                new BayesianModel(BayesianNetwork.untrained(architecture, Bias.POINT, RunSeeds.of(5)), card)) {
            TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT)
                    .withEpochs(3)
                    .withWarmStart(1);
            Trainer.train(bayesian.network(), TRAIN, input, plan, TrainingListener.NONE);
            return wrapping.wrap(bayesian, TRAIN, HELD_OUT);
        }
    }

    /** Returns how many examples are unfamiliar. */
    private static long check(Path file, EpistemicModel model, Dataset images) throws Exception {
        Predictions ours = model.predict(images);
        OnnxRun theirs = OnnxRun.of(file, model, images);
        double[] uf = theirs.doubles("uf");
        HarmonicCombination combination = model.predictor()
                .scorer()
                .orElseThrow()
                .unfamiliarity()
                .orElseThrow()
                .combination();
        Set<Integer> excused = new TreeSet<>();
        for (int i = 0; i < EACH; i++) {
            if (Math.abs(uf[i] - ours.score(Score.UNFAMILIARITY, i)) > TOLERANCE) {
                Unfamiliarity own = ours.get(i).unfamiliarity().orElseThrow();
                Unfamiliarity lower = moved(combination, own, -ROUNDING);
                Unfamiliarity higher = moved(combination, own, ROUNDING);
                assertThat(uf[i]).as("UF of example %d", i).isBetween(lower.value() - 1e-12, higher.value() + 1e-12);
                for (int m = 0; m < own.members().size(); m++) {
                    assertThat(lower.pValue(m) - higher.pValue(m))
                            .as("p-value of %s of example %d", own.members().get(m), i)
                            .isLessThan(1.5 / (combination.size() + 1));
                }
                excused.add(i);
            }
        }
        checkDecisions(theirs, ours, (Abstention.ByReason) model.predictor().abstention(), excused);
        assertThat(excused).as("counted on the other side").hasSizeLessThanOrEqualTo(MAX_EXCUSED);
        return Arrays.stream(theirs.integers(OnnxExport.Port.REASON))
                .filter(reason -> reason == 1)
                .count();
    }

    private static Unfamiliarity moved(HarmonicCombination combination, Unfamiliarity own, double by) {
        return combination.of(IntStream.range(0, own.members().size())
                .mapToDouble(m -> own.score(m) + by * Math.max(1, Math.abs(own.score(m))))
                .toArray());
    }

    /**
     * Decisions, reasons and p-values are ours for all examples that are not excused. The error score is compared with its
     * threshold and counted among scores itself: there, too, rounding decides about a tie.
     */
    private static void checkDecisions(
            OnnxRun theirs, Predictions ours, Abstention.ByReason rule, Set<Integer> excused) {
        long[] abstains = theirs.integers(OnnxExport.Port.ABSTAINS);
        long[] reasons = theirs.integers(OnnxExport.Port.REASON);
        Abstention.Limit ambiguous = rule.ambiguous().orElseThrow();
        for (int i = 0; i < EACH; i++) {
            Prediction own = ours.get(i);
            double error = ours.score(ambiguous.score(), i);
            ConformalPValues errors = ambiguous.calibration();
            assertThat(theirs.doubles("p_ambiguous")[i])
                    .as("p of the error score of example %d", i)
                    .isBetween(errors.of(error + TOLERANCE), errors.of(error - TOLERANCE));
            assertThat(abstains[i]).isEqualTo(reasons[i] == 0 ? 0 : 1);
            if (Math.abs(error - ambiguous.threshold()) < TOLERANCE) {
                excused.add(i);
            }
            if (!excused.contains(i)) {
                assertThat(theirs.doubles("p_unfamiliar")[i])
                        .as("p of UF of example %d", i)
                        .isEqualTo(own.pValues().get(Reason.UNFAMILIAR));
                assertThat(reasons[i])
                        .as("reason of example %d", i)
                        .isEqualTo(own.reason()
                                .map(why -> why == Reason.UNFAMILIAR ? 1L : 2L)
                                .orElse(0L));
            }
        }
    }

    /** A model may abstain by a threshold on UF that rests on no promise; then all that it abstains from is unfamiliar. */
    @Test
    void aThresholdOfUnfamiliarityIsExported() throws Exception {
        Path file = folder.resolve("model.onnx");
        Dataset images = Mnist.FASHION.load(Part.TEST).subset(0, EACH);
        try (EpistemicModel model = model(Architecture.mlp(IMAGE, 10, 8), PictureInput.unit(IMAGE))) {
            double[] scores = model.predict(images).scores(Score.UNFAMILIARITY);
            Arrays.sort(scores);
            // A score that an example has: with it the example is decided.
            EpistemicModel abstaining = model.with(
                    new AbstentionRecord(Score.UNFAMILIARITY, scores[EACH / 4], AbstentionRecord.Goal.COVERAGE, 0.25));
            OnnxExport.of(abstaining).write(file);
            OnnxRun theirs = OnnxRun.of(file, abstaining, images);
            Predictions ours = abstaining.predict(images);
            long different = IntStream.range(0, EACH)
                    .filter(i -> theirs.integers(OnnxExport.Port.REASON)[i]
                            != (ours.get(i).abstains() ? 1 : 0))
                    .count();
            assertThat(different).isLessThanOrEqualTo(1);
            assertThat(theirs.outputs()).doesNotContainKeys("p_unfamiliar", "p_ambiguous", "prediction_set");
            assertThat(theirs.metadata())
                    .containsEntry("abstention_score", "uf")
                    .doesNotContainKey("promises");
        }
    }

    /** What we refuse is unfamiliar there. */
    @Test
    void whatIsNotANumberIsUnfamiliar() throws Exception {
        Path file = folder.resolve("model.onnx");
        float[] pixels = new float[2 * IMAGE.size()];
        Arrays.fill(pixels, 0, IMAGE.size(), Float.NaN);
        Arrays.fill(pixels, IMAGE.size(), pixels.length, Float.POSITIVE_INFINITY);
        try (EpistemicModel model =
                model(Architecture.mlp(IMAGE, 10, 8), PictureInput.unit(IMAGE), Promise.falseAlarm(0.05))) {
            OnnxExport.of(model).write(file);
            OnnxRun theirs = OnnxRun.of(file, IMAGE, pixels);
            assertThat(theirs.integers(OnnxExport.Port.REASON)).containsExactly(1, 1);
            assertThat(theirs.outputs()).doesNotContainKey("p_ambiguous");
        }
    }

    /** Sets by the probabilities alone are exported, with one quantile for all classes or one for each. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leastAmbiguousSetsAreOurs(boolean byClass) throws Exception {
        Path file = folder.resolve("model.onnx");
        SetCoveragePromise promise = Promise.setCoverage(0.9).by(SetScore.LAC);
        Dataset images = Mnist.DIGITS.load(Part.TEST).subset(0, EACH);
        try (EpistemicModel model = model(
                Architecture.mlp(IMAGE, 10, 8),
                PictureInput.unit(IMAGE),
                Promise.falseAlarm(0.05),
                byClass ? promise.forEachClass() : promise)) {
            OnnxExport.of(model).write(file);
            OnnxRun theirs = OnnxRun.of(file, model, images);
            Predictions ours = model.predict(images);
            for (int i = 0; i < EACH; i++) {
                for (int c = 0; c < 10; c++) {
                    assertThat(theirs.classes(OnnxExport.Port.PREDICTION_SET)[i][c])
                            .as("class %d of example %d", c, i)
                            .isEqualTo(ours.set(i).contains(c) ? 1 : 0);
                }
            }
            assertThat(ours.sets()).anyMatch(set -> set.size() > 1);
            assertThat(theirs.metadata())
                    .containsEntry(
                            "promises",
                            "at most 5 % of familiar examples called unfamiliar; prediction sets contain the true"
                                    + " class for at least 90 % of examples" + (byClass ? " of every class" : ""))
                    .hasEntrySatisfying(
                            "promises_hold_for",
                            basis -> assertThat(basis).contains("exchangeable", "not for shifted"));
        }
    }

    /** Sets that take more than the probabilities are not, and nothing is said of them. */
    @Test
    void otherSetsAreLeftOut() throws Exception {
        Path file = folder.resolve("model.onnx");
        try (EpistemicModel model =
                model(Architecture.mlp(IMAGE, 10, 8), PictureInput.unit(IMAGE), Promise.setCoverage(0.9))) {
            OnnxExport.of(model).write(file);
            OnnxRun theirs = OnnxRun.of(file, IMAGE, new float[IMAGE.size()]);
            assertThat(theirs.outputs()).containsKey("uf").doesNotContainKeys("prediction_set", "abstains");
            assertThat(theirs.metadata()).doesNotContainKeys("promises", "promises_hold_for");
        }
    }
}
