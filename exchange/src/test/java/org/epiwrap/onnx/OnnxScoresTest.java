package org.epiwrap.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.Calibration;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.Promise;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of trained models that abstain, ONNX Runtime computes our scores and decides as we do, on digits and on clothes. */
class OnnxScoresTest {
    private static final int EACH = 150;
    private static final Calibration PROMISES =
            Calibration.withDefaults().with(Promise.falseAlarm(0.05)).with(Promise.coverage(0.8));
    private static final double TOLERANCE = 1e-5;
    private static final float ROUNDING = 1e-6f;
    private static final int MAX_JUMPS = 2;
    private static final List<Score> SCORES =
            List.of(Score.EU, Score.TU, Score.TU0, Score.U, Score.DELTA, Score.ENTROPY);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mlp:12", "mlp:12-8:gelu", "mlp:40:tanh", "lenet-5"})
    void onnxRuntimeAbstainsAsWeDo(String backbone) throws Exception {
        Path file = folder.resolve("model.onnx");
        try (EpistemicModel model = model(backbone, Mnist.DIGITS.load(Part.TRAIN))) {
            OnnxExport.of(model).write(file);
            OnnxRules.check(file);
            check(file, model, Mnist.DIGITS.load(Part.TEST).subset(0, EACH), 0.6);
            check(file, model, Mnist.FASHION.load(Part.TEST).subset(0, EACH), 0);
        }
    }

    /** The input of a model of a table is the encoded row. */
    @Test
    void rowsAreDecidedAsWeDo() throws Exception {
        Path file = folder.resolve("rows.onnx");
        try (EpistemicModel model = model("mlp:16", BuiltInData.LETTERS.load(Part.TRAIN))) {
            OnnxExport.of(model).write(file);
            check(file, model, BuiltInData.LETTERS.load(Part.TEST).subset(0, EACH), 0.6);
        }
    }

    private static EpistemicModel model(String backbone, Dataset all) throws Exception {
        Dataset train = all.subset(0, 1_200);
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(Backbone.named(backbone))
                .withEpochs(3)
                .withWarmStart(1);
        CalibrationSet heldOut = CalibrationSet.of(all.subset(1_200, 2_000));
        try (BayesianModel bayesian = training.train(train)) {
            // Without UF, as of older models, EU tells what is unfamiliar.
            EpistemicModel scored = EpistemicWrapping.withDefaults()
                    .wrap(bayesian, train, heldOut)
                    .withScores(train);
            return PROMISES.calibrate(scored, heldOut);
        }
    }

    private static void check(Path file, EpistemicModel model, Dataset images, double decided) throws Exception {
        Predictions ours = model.predict(images);
        OnnxRun theirs = OnnxRun.of(file, model, images);
        Set<Integer> jumps = new TreeSet<>();
        for (Score score : SCORES) {
            double[] values = theirs.doubles(score.id());
            for (int i = 0; i < EACH; i++) {
                if (Math.abs(values[i] - ours.score(score, i)) > TOLERANCE) {
                    assertJump(model, images.subset(i, i + 1), score, values[i]);
                    jumps.add(i);
                }
            }
        }
        assertThat(jumps).hasSizeLessThanOrEqualTo(MAX_JUMPS);
        long[] abstains = theirs.integers(OnnxExport.Port.ABSTAINS);
        long[] reasons = theirs.integers(OnnxExport.Port.REASON);
        long[] labels = theirs.integers(OnnxExport.Port.LABEL);
        int abstentions = 0;
        for (int i = 0; i < EACH; i++) {
            Prediction own = ours.get(i);
            assertThat(labels[i]).isEqualTo(own.label());
            assertThat(abstains[i]).isEqualTo(own.abstains() ? 1 : 0);
            assertThat(reasons[i])
                    .isEqualTo(own.reason()
                            .map(why -> why == Abstention.Reason.UNFAMILIAR ? 1L : 2L)
                            .orElse(0L));
            abstentions += own.abstains() ? 1 : 0;
        }
        assertThat(abstentions).isBetween(1, (int) ((1 - decided) * EACH));
        assertThat(theirs.outputs()).doesNotContainKey("uf");
    }

    /** Thresholds were chosen for the model's own probabilities: by others, nothing is decided. */
    @Test
    void anotherAveragingNeverAbstains() throws Exception {
        try (EpistemicModel model = model("mlp:16", BuiltInData.MNIST.load(Part.TRAIN))) {
            OnnxExport own = OnnxExport.of(model);
            assertThat(own.with(model.averaging()).abstention()).isEqualTo(own.abstention());
            OnnxExport other = own.with(Averaging.SOFTMAXES);
            assertThat(own.abstention()).isNotEqualTo(Abstention.never());
            assertThat(other.abstention()).isEqualTo(Abstention.never());
            assertThat(other.promises()).isEmpty();
        }
    }

    /**
     * Radii of first order jump where a hidden unit is switched on. An example may lie so close to that point that rounding
     * decides; then changes of its pixels that are as small must give the other value as well.
     */
    private static void assertJump(EpistemicModel model, Dataset image, Score score, double other) {
        UniformRandomProvider random = new RandomStreams(1).stream(0);
        float[] pixels = new float[image.shape().size()];
        PictureInput.unit(image.shape()).encoder(image).encode(0, pixels, 0);
        float[][] near = new float[64][];
        for (int n = 0; n < near.length; n++) {
            near[n] = pixels.clone();
            for (int j = 0; j < pixels.length; j++) {
                near[n][j] = Math.max(0, Math.min(1, pixels[j] + (random.nextBoolean() ? ROUNDING : -ROUNDING)));
            }
        }
        assertThat(DoubleStream.of(model.predict(near).scores(score)).boxed())
                .as(score.symbol())
                .anySatisfy(value -> assertThat(value).isEqualTo(other, offset(TOLERANCE)));
    }
}
