package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Split;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.OodEvaluation;
import org.epiwrap.evaluation.RandomSetQuality;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Ensemble;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.ScoreCheck;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.tensor.LearningRate;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Train, wrap, fine-tune, evaluate, predict, write and read, on a few thousand digits. */
class WholeWayTest {
    private static final Split DIGITS = Split.of(Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000), 0.6, 0.3, 0.1, 7);
    private static final Dataset CLOTHES = Mnist.FASHION.load(Part.TEST).subset(0, 200);
    private static final BayesianTraining TRAINING = BayesianTraining.withDefaults()
            .with(Backbone.named("mlp:16"))
            .withEpochs(4)
            .withKlWeight(1e-5)
            .withBatchSize(32);
    private static final EpistemicWrapping WRAPPING =
            EpistemicWrapping.withDefaults().with(Promise.coverage(0.8));

    private static final List<StoredModel> OPEN = new ArrayList<>();
    private static final List<String> STAGES = new ArrayList<>();
    private static BayesianModel bayesian;
    private static EpistemicModel wrapped;
    private static EpistemicModel tuned;

    @TempDir
    private Path folder;

    @BeforeAll
    static void train() throws IOException {
        bayesian = kept(TRAINING.train(DIGITS.train()));
        wrapped = kept(WRAPPING.with(STAGES::add).wrap(bayesian, DIGITS));
        tuned = kept(FineTuning.withDefaults().withEpochs(1).tune(wrapped, DIGITS));
    }

    private static <M extends StoredModel> M kept(M model) {
        OPEN.add(model);
        return model;
    }

    @AfterAll
    static void close() {
        OPEN.forEach(StoredModel::close);
    }

    private static Stream<StoredModel> models() {
        return Stream.of(bayesian, wrapped, tuned);
    }

    /** The examples of all predictions with every bit of them. */
    private static List<Map<String, Object>> fields(StoredModel model) {
        return model.predict(DIGITS.test()).stream().map(Prediction::fields).toList();
    }

    @Test
    void eachStepKeepsTheAccuracy() {
        assertThat(models()).allSatisfy(model -> {
            Evaluation evaluation =
                    Evaluator.of(model).against("clothes", CLOTHES).evaluate(DIGITS.test());
            assertThat(evaluation.accuracy()).isGreaterThan(0.8);
            assertThat(evaluation.meanAuroc(Score.ENTROPY).orElseThrow()).isGreaterThan(0.6);
        });
        assertThat(STAGES).containsExactly("wrapping", "choosing the radii", "calibrating the scores");
    }

    /**
     * Rising, bounded and turning functions learn, are wrapped, tuned, scored, written and read as ReLU is. With two hidden
     * layers each of them, ReLU included, needs more than the 300 steps of the others.
     */
    @ParameterizedTest
    @ValueSource(strings = {"mlp:16:tanh", "mlp:16-12:gelu"})
    void otherActivationsTakeTheWholeWay(String network) throws IOException {
        Path file = folder.resolve("other.safetensors");
        try (BayesianModel other =
                        TRAINING.with(Backbone.named(network)).withEpochs(12).train(DIGITS.train());
                EpistemicModel intervals = WRAPPING.wrap(other, DIGITS);
                EpistemicModel finer = FineTuning.withDefaults().withEpochs(1).tune(intervals, DIGITS)) {
            double mean =
                    Evaluator.of(other.meanNetwork()).evaluate(DIGITS.test()).accuracy();
            assertThat(mean).isGreaterThan(0.8);
            Evaluation evaluation =
                    Evaluator.of(intervals).against(Map.of("clothes", CLOTHES)).evaluate(DIGITS.test());
            assertThat(evaluation.accuracy()).isGreaterThan(mean - 0.02);
            assertThat(evaluation
                            .outOfDistribution("clothes")
                            .detection(Score.EU)
                            .auroc())
                    .isGreaterThan(0.8);
            assertThat(Evaluator.of(finer).evaluate(DIGITS.test()).accuracy()).isGreaterThan(mean - 0.02);
            finer.write(file);
            try (EpistemicModel again = EpistemicModel.read(file)) {
                assertThat(again.architecture()).isEqualTo(other.architecture());
                assertThat(again.predict(DIGITS.test()).probabilities())
                        .containsExactly(finer.predict(DIGITS.test()).probabilities());
            }
        }
    }

    @Test
    void wrappedModelsAbstainForTheirPromise() {
        for (EpistemicModel model : List.of(wrapped, tuned)) {
            CalibratedPromises.Decisions decisions =
                    model.promises().orElseThrow().calibrated().decisions().orElseThrow();
            assertThat(decisions.promise()).isEqualTo(Promise.coverage(0.8));
            assertThat(decisions.selection().coverage()).isBetween(0.8, 0.9);
            Evaluation evaluation =
                    Evaluator.of(model).against("clothes", CLOTHES).evaluate(DIGITS.test());
            assertThat(evaluation.accuracyOfDecided().orElseThrow())
                    .isGreaterThan(evaluation.accuracy())
                    .isGreaterThan(0.9);
            assertThat(evaluation.coverage()).isBetween(0.3, 1.0);
            OodEvaluation clothes = evaluation.outOfDistribution("clothes");
            assertThat(clothes.abstained()).isGreaterThan(evaluation.abstained());
            assertThat(clothes.detection(Score.EU).auroc()).isGreaterThan(0.8);
            Prediction undecided = clothes.predictions().stream()
                    .filter(Prediction::abstains)
                    .findFirst()
                    .orElseThrow();
            assertThat(undecided.abstention())
                    .contains(new ScoreCheck(
                            Abstention.Reason.AMBIGUOUS,
                            decisions.limit().score(),
                            undecided.score(decisions.limit().score()).orElseThrow(),
                            decisions.limit().threshold(),
                            OptionalDouble.of(
                                    undecided.pValues().getOrDefault(Abstention.Reason.AMBIGUOUS, Double.NaN))));
            assertThat(ModelMetrics.of(evaluation))
                    .containsEntry(ModelMetrics.ACCURACY, evaluation.accuracy())
                    .containsEntry(ModelMetrics.COVERAGE, evaluation.coverage())
                    .containsEntry(ModelMetrics.TEST_EXAMPLES, 400.0)
                    .containsKey(ModelMetrics.ACCURACY_OF_DECIDED);
        }
        Evaluation never = Evaluator.of(bayesian).evaluate(DIGITS.test());
        assertThat(ModelMetrics.of(never)).containsOnlyKeys(ModelMetrics.ACCURACY, ModelMetrics.TEST_EXAMPLES);
    }

    @Test
    void whatIsReadPredictsTheSameBits() throws IOException {
        for (StoredModel model : models().toList()) {
            Path file = folder.resolve("model.safetensors");
            model.write(file);
            try (StoredModel back = StoredModel.read(file)) {
                assertThat(back.card()).isEqualTo(model.card());
                assertThat(fields(back)).isEqualTo(fields(model));
            }
        }
    }

    /** A model is a predictor: of single images, of arrays and of batches alike. */
    @Test
    void aModelPredictsAsItsPredictorDoes() {
        Dataset few = DIGITS.test().subset(0, 3);
        byte[] pixels = new byte[few.shape().size()];
        few.pixels(0, 1, pixels);
        float[] values = new float[pixels.length];
        PictureInput.unit(few.shape()).encoder(few).encode(0, values, 0);
        assertThat(models()).allSatisfy(model -> {
            Map<String, Object> expected =
                    model.predictor().predict(few.subset(0, 1)).get(0).fields();
            assertThat(model.predict(pixels).fields()).isEqualTo(expected);
            assertThat(model.predict(new float[][] {values}).get(0).fields()).isEqualTo(expected);
            List<Integer> sizes = new ArrayList<>();
            model.forEachBatch(few, (first, predictions) -> sizes.add(predictions.size()));
            assertThat(sizes).containsExactly(3);
            assertThat(model.classNames()).isEqualTo(model.predictor().classNames());
        });
    }

    /** A threshold that is chosen without bounds and sets holds with them. */
    @Test
    void lessDetailHasTheSameScores() {
        Predictions whole = wrapped.predict(DIGITS.test());
        Predictions plain =
                wrapped.predictor().with(IntervalPredictor.Detail.PROBABILITIES).predict(DIGITS.test());
        assertThat(plain.hasIntervals()).isFalse();
        assertThat(plain.probabilities()).isEqualTo(whole.probabilities());
        for (Score score : AbstentionRecord.SCORES) {
            assertThat(plain.scores(score)).isEqualTo(whole.scores(score));
        }
    }

    @Test
    void aModelGivesRandomSets() {
        CalibrationSet heldOut = CalibrationSet.of(DIGITS.calibration());
        Dataset few = DIGITS.test().subset(0, 100);
        double[] factors = wrapped.wrapping().orElseThrow().radiusScales().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        try (RandomSetPredictor sets = WRAPPING.randomSets(bayesian, 3, DIGITS.train(), heldOut);
                RandomSetPredictor expected =
                        RandomSetPredictor.of(bayesian.network(), Wrapping.withDefaults(), 3, 1, factors)) {
            RandomSetQuality quality = RandomSetQuality.of(sets, few, bayesian.input());
            assertThat(quality).isEqualTo(RandomSetQuality.of(expected, few, bayesian.input()));
            assertThat(quality.setCoverage()).isGreaterThan(0.8);
            assertThat(quality.size()).isBetween(1.0, 9.0);
        }
    }

    @Test
    void atLeastOneSeedIsTrained() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TRAINING.train(DIGITS.train(), List.of()))
                .withMessage("the number of seeds must be a whole number >= 1, but is 0");
    }

    /** The same choices give the same file, to the byte. */
    @Test
    void theSameChoicesGiveTheSameFiles() throws IOException {
        Path first = folder.resolve("first.safetensors");
        Path second = folder.resolve("second.safetensors");
        tuned.write(first);
        try (BayesianModel again = TRAINING.train(DIGITS.train());
                EpistemicModel wrappedAgain = WRAPPING.wrap(again, DIGITS);
                EpistemicModel tunedAgain =
                        FineTuning.withDefaults().withEpochs(1).tune(wrappedAgain, DIGITS)) {
            tunedAgain.write(second);
        }
        assertThat(second).hasSameBinaryContentAs(first);
    }

    @Test
    void everyStepLeavesARecord() {
        assertThat(bayesian.card().training().orElseThrow().plan()).isEqualTo(TRAINING.plan(DIGITS.train()));
        assertThat(bayesian.card().metrics()).containsOnlyKeys(ModelMetrics.LOSS);
        assertThat(wrapped.card().training()).isEqualTo(bayesian.card().training());
        assertThat(wrapped.tuning()).isEmpty();
        assertThat(tuned.wrapping()).isEqualTo(wrapped.wrapping());
        assertThat(tuned.tuning().orElseThrow().plan())
                .isEqualTo(TuningPlan.sound(wrapped.architecture()).withEpochs(1));
        assertThat(tuned.card().metrics()).containsKey(ModelMetrics.LOSS);
    }

    @Test
    void eachChoiceReplacesOneAndLeavesTheOthers() {
        TrainingPlan sound = TRAINING.plan(DIGITS.train());
        assertThat(TRAINING.withEpochs(9).plan(DIGITS.train())).isEqualTo(sound.withEpochs(9));
        assertThat(TRAINING.plan(DIGITS.train()))
                .as("the configuration it was made from")
                .isEqualTo(sound);
        assertThat(TRAINING.withEpochs(0).withWarmStart(2).plan(DIGITS.train()))
                .isEqualTo(sound.withWarmStart(2).withEpochs(0));
        assertThat(TRAINING.with(LearningRate.cosine(0.5)).plan(DIGITS.train()))
                .isEqualTo(sound.withLearningRate(LearningRate.cosine(0.5)));
        assertThat(BayesianTraining.withDefaults()
                        .with(Preset.PAPER)
                        .withBatchSize(1000)
                        .plan(DIGITS.train())
                        .klWeight())
                .as("the paper weighs the divergence by the number of batches")
                .isEqualTo(1.0 / 3);
        FineTuning tuning = FineTuning.withDefaults()
                .with(Preset.PAPER)
                .withBatchSize(8)
                .withLearningRate(0.25)
                .withSeed(5)
                .with(Augmentation.NONE.withFlip());
        assertThat(tuning.plan(wrapped))
                .isEqualTo(new TuningPlan(
                        TuningPlan.EPOCHS,
                        8,
                        LearningRate.constant(0.25),
                        BoundsRule.FREE,
                        Averaging.LOGITS,
                        Optional.of(5L),
                        Augmentation.NONE.withFlip()));
        assertThat(tuning.with(BoundsRule.ORDERED).with(Averaging.SOFTMAXES).plan(wrapped))
                .isEqualTo(tuning.plan(wrapped).with(BoundsRule.ORDERED).with(Averaging.SOFTMAXES));
        TuningPlan whole =
                new TuningPlan(3, 16, LearningRate.cosine(0.5), BoundsRule.CENTRE_AND_RADIUS, Averaging.SOFTMAXES);
        assertThat(tuning.with(whole).plan(wrapped)).isEqualTo(whole);
        assertThat(tuning.with(whole).withEpochs(4).withSeed(6).plan(wrapped))
                .as("the last call wins")
                .isEqualTo(whole.withEpochs(4).withSeed(6));
        assertThat(TRAINING.with(Estimator.REPARAMETERISATION)
                        .plan(DIGITS.train())
                        .estimator())
                .isEqualTo(Estimator.REPARAMETERISATION);
        EpistemicWrapping paper = EpistemicWrapping.withDefaults().with(Preset.PAPER);
        assertThat(paper.budget()).isEqualTo(Budget.highest(Criterion.SIGMA, 0.05));
        assertThat(paper.with(Budget.random(0.5, 1)).budget()).isEqualTo(Budget.random(0.5, 1));
        assertThat(paper.withSeed(4).wrapping(DIGITS.train(), bayesian.input()).draws())
                .contains(Draws.mean(4, Preset.PAPER_DRAWS));
        assertThat(paper.with(Draws.mean(5, 7))
                        .wrapping(DIGITS.train(), bayesian.input())
                        .draws())
                .contains(Draws.mean(5, 7));
        EpistemicWrapper sigmas = EpistemicWrapper.withDefaults().with(Truncation.sigmas(3));
        Wrapping impact = EpistemicWrapping.withDefaults()
                .with(Budget.impact(0.1))
                .with(sigmas)
                .wrapping(DIGITS.train(), bayesian.input());
        assertThat(impact.wrapper()).isEqualTo(sigmas);
        assertThat(impact.reach()).isPresent();
        assertThat(paper.usesHeldOut()).isFalse();
        assertThat(paper.with(Promise.coverage(0.9)).usesHeldOut()).isTrue();
        assertThat(paper.with(new RadiusScale.Calibrated()).usesHeldOut()).isTrue();
    }

    /** The promises of a model are given anew, unless others are asked for. */
    @Test
    void promisesAreReplaced() throws IOException {
        assertThat(tuned.promises().orElseThrow().calibrated().promises())
                .isEqualTo(wrapped.promises().orElseThrow().calibrated().promises());
        assertThat(tuned.promises()).isNotEqualTo(wrapped.promises());
        try (EpistemicModel other = FineTuning.withDefaults()
                .withEpochs(1)
                .with(Promise.falseAlarm(0.1))
                .tune(wrapped, DIGITS)) {
            assertThat(other.promises().orElseThrow().calibrated().all()).containsExactly(Promise.falseAlarm(0.1));
        }
    }

    @Test
    void anUnreachableAccuracyIsRefused() {
        Split hard = new Split(DIGITS.train(), mislabelled(DIGITS.calibration()), DIGITS.test());
        assertThatExceptionOfType(PromiseException.class)
                .isThrownBy(() -> EpistemicWrapping.withDefaults()
                        .with(Promise.accuracy(0.95))
                        .wrap(bayesian, hard))
                .withMessageContaining("are already wrong; ask for less, or train a better network");
    }

    private static Dataset mislabelled(Dataset data) {
        byte[] pixels = new byte[data.size() * data.shape().size()];
        data.pixels(0, data.size(), pixels);
        byte[] labels = new byte[data.size()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = (byte) ((data.label(i) + 1) % data.classNames().size());
        }
        return Dataset.of("mislabelled", data.shape(), data.classNames(), pixels, labels);
    }

    @Test
    void severalSeedsAreTrainedTogether() throws IOException {
        List<BayesianModel> pair = TRAINING.train(DIGITS.train(), List.of(1L, 2L));
        pair.forEach(WholeWayTest::kept);
        assertThat(pair).hasSize(2).allSatisfy(model -> {
            assertThat(Evaluator.of(model).evaluate(DIGITS.test()).accuracy()).isGreaterThan(0.8);
            assertThat(model.card().metrics()).containsOnlyKeys(ModelMetrics.MEAN_LOSS);
        });
        assertThat(pair.get(0).network().seeds().own()).containsExactly(1L);
        assertThat(pair.get(1).network().seeds().own()).containsExactly(2L);
        Evaluation ensemble = Evaluator.of(Ensemble.of(pair)).evaluate(DIGITS.test());
        Predictions first = pair.get(0).predict(DIGITS.test());
        Predictions second = pair.get(1).predict(DIGITS.test());
        assertThat(first.probabilities()).isNotEqualTo(second.probabilities());
        assertThat(ensemble.predictions().probability(0, 3))
                .isEqualTo((float) ((first.probability(0, 3) + (double) second.probability(0, 3)) / 2));
        assertThat(ensemble.accuracy()).isGreaterThan(0.8);
    }

    /** A wider network beside it changes no bit of a fine-tuned one. */
    @Test
    void severalModelsAreTunedTogetherAsEachAlone() throws IOException {
        FineTuning tuning = FineTuning.withDefaults().withEpochs(1).withBatchSize(50);
        Dataset train = DIGITS.train().subset(0, 500);
        EpistemicWrapping wide =
                EpistemicWrapping.withDefaults().with(new RadiusScale.Fixed(1)).withoutScores();
        try (EpistemicModel other = wide.wrap(bayesian, DIGITS)) {
            List<EpistemicModel> starts = List.of(wrapped, other);
            List<EpistemicModel> together = tuning.tune(starts, train);
            together.forEach(WholeWayTest::kept);
            for (int i = 0; i < starts.size(); i++) {
                try (EpistemicModel alone =
                        tuning.tune(List.of(starts.get(i)), train).get(0)) {
                    EpistemicModel tunedTogether = together.get(i);
                    assertThat(tunedTogether.network().lower())
                            .containsExactly(alone.network().lower());
                    assertThat(tunedTogether.network().upper())
                            .containsExactly(alone.network().upper());
                    assertThat(tunedTogether.network().points())
                            .containsExactly(alone.network().points());
                    assertThat(tunedTogether.tuning()).isEqualTo(alone.tuning());
                    assertThat(tunedTogether.card().metrics()).containsOnlyKeys(ModelMetrics.MEAN_LOSS);
                    assertThat(alone.card().metrics()).containsOnlyKeys(ModelMetrics.LOSS);
                    assertThat(alone.network().lower())
                            .isNotEqualTo(starts.get(i).network().lower());
                }
            }
        }
    }

    @Test
    void onlyModelsOfOneInputAreTunedTogether() {
        FineTuning tuning = FineTuning.withDefaults().withEpochs(1);
        PictureInput centred = new PictureInput(DIGITS.train().shape(), Normalisation.of(DIGITS.train()));
        ModelCard card = new ModelCard(
                centred, wrapped.card().classNames(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
        try (EpistemicModel other = EpistemicModel.of(wrapped.network().run(0), card, Averaging.LOGITS)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tuning.tune(List.of(wrapped, other), DIGITS.train()))
                    .withMessage("models that are fine-tuned together must have the same input, but theirs are "
                            + wrapped.input() + " and " + centred);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuning.tune(List.of(), DIGITS.train()))
                .withMessage("the number of models must be a whole number >= 1, but is 0");
    }

    @Test
    void withoutScoresThereIsNoCalibration() {
        EpistemicWrapping plain = EpistemicWrapping.withDefaults().with(Preset.PAPER);
        try (EpistemicModel model = plain.withoutScores().wrap(bayesian, DIGITS)) {
            assertThat(model.calibration()).isEmpty();
            assertThat(model.predict(DIGITS.test()).has(Score.EU)).isFalse();
            assertThat(model.predict(DIGITS.test()).hasIntervals()).isTrue();
        }
        String refused = "a wrapping with promises must calibrate the scores by which the model abstains, but leaves"
                + " them out";
        assertThatIllegalArgumentException().isThrownBy(WRAPPING::withoutScores).withMessage(refused);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withoutScores().with(Promise.coverage(0.9)))
                .withMessage(refused);
    }

    /** A threshold holds for the scale of the scores it was chosen on. */
    @Test
    void otherScoresHaveNoThreshold() {
        assertThat(wrapped.promises()).isPresent();
        EpistemicModel scored = wrapped.withScores(DIGITS.train().subset(0, 100));
        assertThat(scored.promises()).isEmpty();
        assertThat(scored.predict(DIGITS.test()).stream()).noneMatch(Prediction::abstains);
        assertThat(wrapped.with(scored.calibration().orElseThrow()).abstention())
                .isEmpty();
    }

    /** Convolutions are trained one after the other, each as if it were alone. */
    @Test
    void whatCannotRunTogetherIsTrainedOneAfterTheOther() throws IOException {
        Dataset few = DIGITS.train().subset(0, 64);
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(Backbone.named("lenet-5"))
                .withEpochs(1)
                .withSeed(6);
        List<BayesianModel> pair = training.train(few, List.of(5L, 6L));
        pair.forEach(WholeWayTest::kept);
        try (BayesianModel alone = training.train(few)) {
            Path first = folder.resolve("alone.safetensors");
            Path second = folder.resolve("second.safetensors");
            alone.write(first);
            pair.get(1).write(second);
            assertThat(second).hasSameBinaryContentAs(first);
        }
    }

    /** Bounds that were free to cross leave no scores, and the model decides everything. */
    @Test
    void crossedBoundsHaveNoScores() throws IOException {
        FineTuning free =
                FineTuning.withDefaults().with(Preset.PAPER).withEpochs(1).withLearningRate(0.05);
        try (EpistemicModel crossed = free.tune(wrapped, DIGITS)) {
            assertThat(crossed.network().crossed()).isPositive();
            assertThat(crossed.calibration()).isEmpty();
            assertThat(crossed.abstention()).isEmpty();
            Predictions predictions = crossed.predict(DIGITS.test());
            assertThat(predictions.hasIntervals()).isFalse();
            assertThat(predictions.has(Score.EU)).isFalse();
            assertThat(predictions.stream()).noneMatch(Prediction::abstains);
        }
    }

    @Test
    void aClosedModelIsRefused() throws IOException {
        Path file = folder.resolve("model.safetensors");
        for (StoredModel model : models().toList()) {
            model.write(file);
            StoredModel closed = StoredModel.read(file);
            closed.predict(DIGITS.test());
            closed.close();
            assertThatThrownBy(() -> closed.predict(DIGITS.test()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("network is closed; predict before closing its model");
            assertThatThrownBy(() -> closed.write(file))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }
}
