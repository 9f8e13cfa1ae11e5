package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unfamiliarity UF in models and their files: it is that of the weights, or it is not there. */
class UnfamiliarityModelTest {
    private static final Dataset DATA = Models.data(60);

    @TempDir
    private Path folder;

    private static UnfamiliarityCalibration calibration(EpistemicModel model) {
        return model.predictor().scorer().orElseThrow().unfamiliarity().orElseThrow();
    }

    private static boolean hasUnfamiliarity(EpistemicModel model) {
        return model.predictor().scorer().orElseThrow().unfamiliarity().isPresent();
    }

    @Test
    void comesBackToTheLastBit() throws Exception {
        Path file = folder.resolve("model.safetensors");
        try (EpistemicModel model = Models.interval(Bias.BAYESIAN)) {
            EpistemicModel abstaining =
                    model.with(new AbstentionRecord(Score.UNFAMILIARITY, 0.5, AbstentionRecord.Goal.COVERAGE, 0.9));
            abstaining.write(file);
            try (EpistemicModel back = EpistemicModel.read(file)) {
                UnfamiliarityCalibration expected = calibration(model);
                UnfamiliarityCalibration restored = calibration(back);
                assertThat(restored.combination().names())
                        .containsExactly("convolution0", "convolution1", "convolution2", "dense3", "energy");
                assertThat(restored.combination().scores())
                        .isDeepEqualTo(expected.combination().scores());
                for (int l = 0; l < 4; l++) {
                    FeatureDistance distance = restored.distances().get(l);
                    assertThat(distance.whitenings())
                            .isDeepEqualTo(expected.distances().get(l).whitenings());
                    assertThat(distance.mean())
                            .isEqualTo(expected.distances().get(l).mean());
                }
                Predictions predictions = back.predict(DATA);
                assertThat(predictions.scores(Score.UNFAMILIARITY))
                        .isEqualTo(model.predict(DATA).scores(Score.UNFAMILIARITY));
                assertThat(predictions.stream().filter(Prediction::abstains).map(Prediction::reason))
                        .isNotEmpty()
                        .allMatch(Optional.of(Abstention.Reason.UNFAMILIAR)::equals);
            }
        }
    }

    /** What a fine-tuning changes is calibrated anew, or left out where there are too few held-out examples. */
    @Test
    void isNeverThatOfOtherWeights() throws Exception {
        FineTuning tuning = FineTuning.withDefaults().withEpochs(1).withBatchSize(8);
        try (EpistemicModel model = Models.interval(Bias.POINT);
                EpistemicModel tuned = tuning.tune(model, DATA, Models.heldOut());
                EpistemicModel few = tuning.tune(model, DATA, CalibrationSet.of(Models.data(38)));
                EpistemicModel uncalibrated = tuning.tune(List.of(model), DATA).get(0)) {
            assertThat(calibration(tuned).distances().get(0).mean())
                    .isNotEqualTo(calibration(model).distances().get(0).mean());
            EpistemicModel again = tuned.withScores(DATA, Models.heldOut());
            assertThat(again.predict(DATA).scores(Score.UNFAMILIARITY))
                    .isEqualTo(tuned.predict(DATA).scores(Score.UNFAMILIARITY));
            assertThat(hasUnfamiliarity(few)).isFalse();
            assertThat(few.predict(DATA).available()).contains(Score.EU).doesNotContain(Score.UNFAMILIARITY);
            assertThat(uncalibrated.predictor().scorer()).isEmpty();
            assertThat(hasUnfamiliarity(model.withScores(DATA))).isFalse();
            assertThat(hasUnfamiliarity(model.with(model.calibration().orElseThrow())))
                    .isFalse();
        }
    }

    /** Data may be sorted by class, as folders of pictures are, and have more examples than scores are fitted to. */
    @Test
    void everyClassOfSortedDataIsKnown() {
        Dataset digits = Models.digits(12_000);
        int[] byClass = IntStream.range(0, digits.size())
                .boxed()
                .sorted(Comparator.comparing(digits::label))
                .mapToInt(Integer::intValue)
                .toArray();
        ModelCard card = new ModelCard(
                PictureInput.unit(digits.shape()),
                digits.classNames(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of("epiwrap", "1"));
        Architecture small = Architecture.mlp(digits.shape(), 10, 4);
        try (EpistemicModel model =
                EpistemicModel.of(IntervalNetwork.untrained(small, RunSeeds.of(1)), card, Averaging.LOGITS)) {
            EpistemicModel scored = model.withScores(digits.select(byClass), CalibrationSet.of(digits.subset(0, 100)));
            assertThat(scored.calibration().orElseThrow().distance().classMeans())
                    .hasNumberOfRows(10);
            assertThat(calibration(scored).distances())
                    .allSatisfy(distance -> assertThat(distance.classMeans()).hasNumberOfRows(10));
        }
    }

    /** Nothing abstains by a score that is not calibrated. */
    @Test
    void abstentionByItTakesHeldOutExamples() {
        Promises promises = Promises.none().with(Promise.falseAlarm(0.2));
        try (EpistemicModel model = Models.interval(Bias.POINT)) {
            EpistemicModel abstaining = model.calibrated(DATA, Models.heldOut(), promises);
            assertThat(abstaining.predictor().abstention().scores()).containsExactly(Score.UNFAMILIARITY);
            EpistemicModel few = model.calibrated(DATA, CalibrationSet.of(Models.data(30)), promises);
            assertThat(few.predictor().abstention().scores()).containsExactly(Score.EU);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.withScores(DATA)
                            .with(new AbstentionRecord(Score.UNFAMILIARITY, 0.5, AbstentionRecord.Goal.COVERAGE, 0.9)))
                    .withMessageContaining("must have its calibration");
        }
    }
}
