package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Split;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.corruption.Corruption;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrapping costs no accuracy where the midpoints of weights predict, also on images that are corrupted, and its intervals tell
 * something.
 */
class WrappingUnderCorruptionTest {
    private static final Split DIGITS = Split.of(Mnist.DIGITS.load(Part.TRAIN).subset(0, 6000), 0.5, 0.2, 0.3, 1);
    private static final List<Corruption> TONES = List.of(Corruption.CONTRAST, Corruption.FOG);
    private static final double POINT = 0.01;
    private static final EpistemicWrapping BY_WEIGHTS =
            EpistemicWrapping.withDefaults().with(Averaging.WEIGHTS).with(new RadiusScale.Informative());

    private static BayesianModel bayesian;

    @BeforeAll
    static void train() throws IOException {
        bayesian = BayesianTraining.withDefaults()
                .with(Backbone.named("mlp:16"))
                .withEpochs(8)
                .withBatchSize(32)
                .withKlWeight(1e-5)
                .train(DIGITS.train());
    }

    @AfterAll
    static void close() {
        bayesian.close();
    }

    private static double accuracy(Predictor predictor, Dataset data) {
        return Evaluator.of(predictor).evaluate(data).accuracy();
    }

    private static double metric(EpistemicModel model, String name) {
        return Objects.requireNonNull(model.card().metrics().get(name), name);
    }

    /** Returns how much accuracy a wrapped network has less than the mean network, where that is most. */
    private static double largestLoss(EpistemicModel model) {
        double largest = 0;
        for (Corruption corruption : TONES) {
            for (int severity : new int[] {1, 3, 5}) {
                Dataset data = Shift.corrupted(corruption, severity, 1).apply(DIGITS.test());
                double mean = accuracy(bayesian.meanNetwork(), data);
                largest = Math.max(largest, mean - accuracy(model.predictor(), data));
            }
        }
        return largest;
    }

    @Test
    void wrappingCostsNoAccuracyUnderCorruption() {
        try (EpistemicModel wrapped = BY_WEIGHTS.wrap(bayesian, DIGITS);
                EpistemicModel byBounds = EpistemicWrapping.withDefaults()
                        .with(Averaging.LOGITS)
                        .with(new RadiusScale.Calibrated())
                        .wrap(bayesian, DIGITS)) {
            assertThat(largestLoss(wrapped)).isLessThanOrEqualTo(POINT);
            assertThat(largestLoss(byBounds))
                    .as("by the midpoints of bounds, which lose nothing on the images as they are")
                    .isGreaterThan(10 * POINT);
        }
    }

    /** The midpoints of weights would lose what fine-tuning gains: bounds are trained, and bounds predict. */
    @Test
    void aFineTunedNetworkPredictsAsItWasTrained() throws IOException {
        try (EpistemicModel wrapped = BY_WEIGHTS.wrap(bayesian, DIGITS);
                EpistemicModel tuned = FineTuning.withDefaults().withEpochs(2).tune(wrapped, DIGITS)) {
            assertThat(tuned.tuning().orElseThrow().plan().averaging()).isEqualTo(Averaging.LOGITS);
            assertThat(tuned.averaging()).isEqualTo(Averaging.LOGITS);
            assertThat(accuracy(tuned.predictor(), DIGITS.test()))
                    .isGreaterThanOrEqualTo(accuracy(wrapped.predictor(), DIGITS.test()) - POINT);
        }
    }

    /** Sets are small and yet nearly always right, and the model records it for examples on which nothing was chosen. */
    @Test
    void intervalsStayInformative() {
        try (EpistemicModel wrapped = BY_WEIGHTS.wrap(bayesian, DIGITS)) {
            assertThat(metric(wrapped, ModelMetrics.HELD_OUT_SET_SIZE)).isBetween(1.05, 1.6);
            assertThat(metric(wrapped, ModelMetrics.HELD_OUT_SET_COVERAGE))
                    .isGreaterThan(metric(wrapped, ModelMetrics.HELD_OUT_PREDICTED) + 2 * POINT);
            double mean = 0;
            double[] scores = wrapped.predict(
                            CalibrationSet.of(DIGITS.calibration()).promises())
                    .scores(Score.U);
            for (double score : scores) {
                mean += score / scores.length;
            }
            assertThat(metric(wrapped, ModelMetrics.HELD_OUT_U))
                    .isBetween(0.03, 0.2)
                    .isCloseTo(mean, offset(1e-12));
        }
    }

    /** U, δ and EU are what the proportions of radii make them: a scale for all layers changes them by next to nothing. */
    @Test
    void scoresDoNotDependOnTheScale(@TempDir Path folder) throws IOException {
        try (EpistemicModel wide = BY_WEIGHTS.with(new RadiusScale.Fixed(1)).wrap(bayesian, DIGITS);
                EpistemicModel narrow =
                        BY_WEIGHTS.with(new RadiusScale.Fixed(0.004)).wrap(bayesian, DIGITS)) {
            for (Score score : List.of(Score.U, Score.DELTA, Score.EU)) {
                double[] one = wide.predict(DIGITS.test()).scores(score);
                double[] other = narrow.predict(DIGITS.test()).scores(score);
                double difference = 0;
                for (int i = 0; i < one.length; i++) {
                    difference += Math.abs(one[i] - other[i]) / one.length;
                }
                assertThat(difference).as(score.symbol()).isLessThan(0.01);
            }
            assertThat(wide.calibration().orElseThrow().reach()).isEqualTo(DecisionRadii.REACH);
            assertThat(narrow.calibration().orElseThrow().reach()).isGreaterThan(DecisionRadii.REACH);
            narrow.write(folder.resolve("narrow"));
            try (EpistemicModel again = EpistemicModel.read(folder.resolve("narrow"))) {
                assertThat(again.predict(DIGITS.test()).scores(Score.EU))
                        .isEqualTo(narrow.predict(DIGITS.test()).scores(Score.EU));
            }
        }
    }
}
