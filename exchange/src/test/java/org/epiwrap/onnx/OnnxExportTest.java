package org.epiwrap.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.LastHidden;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** ONNX Runtime computes what we compute, on real images. */
class OnnxExportTest {
    private static final Volume IMAGE = new Volume(1, 28, 28);
    private static final int IMAGES = 50;
    private static final Input CENTRED = new PictureInput(IMAGE, new Normalisation(List.of(0.13), List.of(0.31)));

    @TempDir
    private Path folder;

    /** Each activation before dense layers and before a convolution, whose inputs then are of either sign. */
    static Stream<Arguments> activated() {
        return Activation.all().stream().map(each -> {
            Architecture small = new Architecture(
                    IMAGE,
                    List.of(
                            new Layer.Convolution(2, 3, 3, 0),
                            Layer.relu(),
                            new Layer.Convolution(3, 3, 2, 1),
                            Layer.relu(),
                            new Layer.Dense(6),
                            Layer.relu(),
                            new Layer.Dense(10)));
            return Arguments.of(each.toString(), small.with(each), Bias.POINT, CENTRED, Averaging.LOGITS);
        });
    }

    static Stream<Arguments> networks() {
        Architecture shallow = Architecture.mlp(IMAGE, 10, 8);
        Architecture deep = Architecture.mlp(IMAGE, 10, 12, 9);
        Architecture leNet = Architecture.leNet5(IMAGE, 10);
        return Stream.of(
                Arguments.of("one hidden layer", shallow, Bias.POINT, PictureInput.unit(IMAGE), Averaging.LOGITS),
                Arguments.of("inputs of either sign", shallow, Bias.BAYESIAN, CENTRED, Averaging.SOFTMAXES),
                Arguments.of("two hidden layers", deep, Bias.BAYESIAN, PictureInput.unit(IMAGE), Averaging.ACTIVATIONS),
                Arguments.of("midpoints of weights", deep, Bias.POINT, CENTRED, Averaging.WEIGHTS),
                Arguments.of("LeNet-5", leNet, Bias.POINT, PictureInput.unit(IMAGE), Averaging.ACTIVATIONS),
                Arguments.of("norms and shortcuts", residual(), Bias.POINT, CENTRED, Averaging.ACTIVATIONS),
                Arguments.of("norms and shortcuts, bounds", residual(), Bias.POINT, CENTRED, Averaging.LOGITS),
                Arguments.of("a norm of the images", normFirst(), Bias.POINT, CENTRED, Averaging.LOGITS),
                Arguments.of("no ReLU", linear(), Bias.BAYESIAN, CENTRED, Averaging.LOGITS),
                Arguments.of("a single layer", Architecture.mlp(IMAGE, 10), Bias.POINT, CENTRED, Averaging.LOGITS));
    }

    private static Architecture residual() {
        return new Architecture(
                IMAGE,
                List.of(
                        new Layer.Convolution(3, 3, 2, 1),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Residual(
                                List.of(
                                        new Layer.Convolution(4, 3, 1, 1),
                                        new Layer.BatchNorm(),
                                        Layer.relu(),
                                        new Layer.AveragePool(2)),
                                List.of(new Layer.Convolution(4, 1, 2, 0), new Layer.BatchNorm())),
                        Layer.relu(),
                        new Layer.Residual(List.of(new Layer.AveragePool(1)), List.of()),
                        new Layer.MaxPool(2),
                        new Layer.Dense(6),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Dropout(0.1),
                        new Layer.Dense(10)));
    }

    private static Architecture normFirst() {
        return new Architecture(
                IMAGE,
                List.of(
                        new Layer.BatchNorm(),
                        new Layer.Residual(List.of(), List.of()),
                        new Layer.Dense(5),
                        Layer.relu(),
                        new Layer.Dense(10)));
    }

    private static Architecture linear() {
        return new Architecture(IMAGE, List.of(new Layer.Flatten(), new Layer.Dense(5), new Layer.Dense(10)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"networks", "activated"})
    void onnxRuntimeAgrees(String name, Architecture architecture, Bias bias, Input given, Averaging averaging)
            throws Exception {
        Dataset images = Mnist.DIGITS.load(Part.TEST).subset(0, IMAGES);
        float[] pixels = new float[IMAGES * IMAGE.size()];
        for (int i = 0; i < IMAGES; i++) {
            given.encoder(images).encode(i, pixels, 784 * i);
        }
        Path file = folder.resolve("network.onnx");
        try (BayesianNetwork network = uneven(architecture, bias);
                IntervalNetwork whole = IntervalNetwork.wrap(network, Wrapping.withDefaults());
                IntervalNetwork wrapped = whole.scaled(quarter(architecture))) {
            OnnxExport.of(wrapped).with(averaging).write(file);
            Predictions ours = IntervalPredictor.of(wrapped, given, new ClassNames(images.classNames()))
                    .with(averaging)
                    .predict(images);
            List<float[]> hidden = LastHidden.of(wrapped, pixels);
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            try (OrtSession session = environment.createSession(file.toString());
                    OnnxTensor input = OnnxTensor.createTensor(
                            environment, FloatBuffer.wrap(pixels), new long[] {IMAGES, 1, 28, 28});
                    OrtSession.Result theirs = session.run(Map.of("images", input))) {
                assertThat(session.getOutputNames())
                        .containsExactly(
                                "probabilities",
                                "lower_logits",
                                "upper_logits",
                                "hidden_centre",
                                "hidden_radius",
                                "label",
                                "possible");
                float[][] lower = matrix(theirs, OnnxExport.Port.LOWER_LOGITS);
                float[][] upper = matrix(theirs, OnnxExport.Port.UPPER_LOGITS);
                float[][] probabilities = matrix(theirs, OnnxExport.Port.PROBABILITIES);
                for (int image = 0; image < IMAGES; image++) {
                    double[] ourLower = ours.lowerLogits(image);
                    double[] ourUpper = ours.upperLogits(image);
                    for (int c = 0; c < 10; c++) {
                        agree(lower[image][c], ourLower[c]);
                        agree(upper[image][c], ourUpper[c]);
                        agree(probabilities[image][c], ours.probability(image, c));
                        assertThat(lower[image][c]).isLessThan(upper[image][c]);
                    }
                }
                checkSets(theirs, ours, new SetMargins(wrapped, given, images));
                check(matrix(theirs, OnnxExport.Port.HIDDEN_CENTRE), hidden.get(0));
                check(matrix(theirs, OnnxExport.Port.HIDDEN_RADIUS), hidden.get(1));
            }
        }
    }

    /**
     * The graph compares classes in double precision, we in single: there a class stays that is dominated by less than the
     * sums may be off, which for 784 terms is up to 0.02. Nothing else may differ.
     */
    private static void checkSets(OrtSession.Result theirs, Predictions ours, SetMargins margins) throws Exception {
        long[] labels =
                (long[]) theirs.get(OnnxExport.Port.LABEL.text()).orElseThrow().getValue();
        long[][] sets = (long[][])
                theirs.get(OnnxExport.Port.POSSIBLE.text()).orElseThrow().getValue();
        for (int image = 0; image < IMAGES; image++) {
            assertThat(labels[image]).isEqualTo(ours.label(image));
            for (int c = 0; c < 10; c++) {
                boolean stays = sets[image][c] == 1;
                double margin = margins.of(image, c);
                if (Math.abs(margin) > 1e-5) {
                    assertThat(stays).as("image %d, class %d", image, c).isEqualTo(margin < 0);
                }
                if (stays != ours.possible(image).contains(c)) {
                    assertThat(margin)
                            .as("image %d, class %d", image, c)
                            .isBetween(-1e-5, Math.max(1e-5, margins.rounding(image, c)));
                }
            }
        }
    }

    /** A network whose biases and norms are not what they are before training: gains of either sign among them. */
    private static BayesianNetwork uneven(Architecture architecture, Bias bias) {
        List<Block> blocks = new ArrayList<>();
        try (BayesianNetwork untrained = BayesianNetwork.untrained(architecture, bias, RunSeeds.of(3))) {
            for (Block block : untrained.blocks(0)) {
                String name = block.shape().name();
                float[] values = block.values();
                for (int i = 0; i < values.length; i++) {
                    double wave = Math.sin(i + name.length());
                    if (name.endsWith(Layout.SCALE)) {
                        values[i] = (float) (0.3 + wave);
                    } else if (name.endsWith(Layout.VARIANCE)) {
                        values[i] = (float) (0.7 + 0.5 * wave);
                    } else if (name.endsWith(Layout.SHIFT) || name.endsWith(Layout.MEAN)) {
                        values[i] = (float) (0.4 * wave);
                    } else if (name.endsWith(Layout.BIAS) || name.endsWith(Layout.BIAS + BayesianNetwork.MU)) {
                        values[i] = (float) (0.2 * wave);
                    }
                }
                blocks.add(new Block(block.shape(), values));
            }
        }
        return BayesianNetwork.of(architecture, bias, RunSeeds.of(3), blocks);
    }

    @Test
    void normsAndBiasesAreUneven() {
        try (BayesianNetwork network = uneven(residual(), Bias.POINT)) {
            assertThat(network.runningStatistics().get("norm0.variance")).doesNotContain(1);
            assertThat(network.pointValues(0)).doesNotContain(0, 1);
        }
    }

    /** Narrow enough for the bounds of deep networks to stay numbers one can compare. */
    private static double[] quarter(Architecture architecture) {
        long layers = architecture
                .flattened()
                .filter(layer -> layer instanceof Layer.Dense || layer instanceof Layer.Convolution)
                .count();
        double[] factors = new double[(int) layers];
        Arrays.fill(factors, 0.25);
        return factors;
    }

    private static float[][] matrix(OrtSession.Result result, OnnxExport.Port port) throws Exception {
        return (float[][]) result.get(port.text()).orElseThrow().getValue();
    }

    private static void check(float[][] theirs, float[] ours) {
        int features = theirs[0].length;
        assertThat(ours).hasSize(theirs.length * features);
        for (int i = 0; i < ours.length; i++) {
            agree(theirs[i / features][i % features], ours[i]);
        }
    }

    /** To 1e-5, of the number itself where it is beyond 1. */
    private static void agree(float theirs, double ours) {
        assertThat((double) theirs).isEqualTo(ours, offset(1e-5 * Math.max(1, Math.abs(ours))));
    }

    static Stream<Arguments> roundedInputs() {
        return Stream.of(
                Arguments.of("a mean of very many pixels", new Volume(1, 512, 512), new Layer.AveragePool(512), 0.1f),
                Arguments.of("a square that underflows", new Volume(1, 1, 1), new Layer.Flatten(), 1.1e-25f));
    }

    /** Of weights that are points and an image of one value x, the logit of a class with weight w is w·x, exact in double. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("roundedInputs")
    void boundsHoldInRealNumbers(String name, Volume volume, Layer first, float value) throws Exception {
        Architecture architecture = new Architecture(volume, List.of(first, new Layer.Dense(10)));
        List<Block> blocks;
        try (IntervalNetwork network = IntervalNetwork.untrained(architecture, RunSeeds.of(1))) {
            blocks = new ArrayList<>(network.blocks(0));
        }
        float[] weights = blocks.get(0).values();
        blocks.set(1, new Block(blocks.get(1).shape(), weights));
        Path file = folder.resolve("points.onnx");
        try (IntervalNetwork points = IntervalNetwork.of(architecture, Bias.POINT, RunSeeds.of(1), blocks)) {
            OnnxExport.of(points).write(file);
        }
        float[] pixels = new float[volume.size()];
        Arrays.fill(pixels, value);
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession session = environment.createSession(file.toString());
                OnnxTensor input = OnnxTensor.createTensor(
                        environment, FloatBuffer.wrap(pixels), new long[] {1, 1, volume.height(), volume.width()});
                OrtSession.Result result = session.run(Map.of("images", input))) {
            float[] lower = matrix(result, OnnxExport.Port.LOWER_LOGITS)[0];
            float[] upper = matrix(result, OnnxExport.Port.UPPER_LOGITS)[0];
            for (int c = 0; c < 10; c++) {
                assertThat((double) weights[c] * value).isBetween((double) lower[c], (double) upper[c]);
            }
        }
    }

    @Test
    void equalNetworksGiveEqualBytes() throws Exception {
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(IMAGE, 10, 2), RunSeeds.of(3));
                IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
            OnnxExport.of(wrapped).write(folder.resolve("one.onnx"));
            OnnxExport.of(wrapped).write(folder.resolve("two.onnx"));
        }
        assertThat(Files.readAllBytes(folder.resolve("one.onnx")))
                .isEqualTo(Files.readAllBytes(folder.resolve("two.onnx")));
    }

    @Test
    void theFileKeepsTheRulesOfTheFormat() throws Exception {
        Path file = folder.resolve("network.onnx");
        ModelCard card = new ModelCard(
                CENTRED,
                List.of("zero", "\"one\"", "2", "3", "4", "5", "6", "7", "8", "9"),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of());
        try (BayesianNetwork network = uneven(residual(), Bias.POINT);
                IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
            OnnxExport.of(EpistemicModel.of(wrapped, card, Averaging.LOGITS)).write(file);
            Path other = folder.resolve("other.onnx");
            OnnxExport.of(wrapped).with(card).write(other);
            OnnxRules.check(other);
        }
        OnnxRules.check(file);
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession session = environment.createSession(file.toString())) {
            assertThat(session.getMetadata().getCustomMetadata())
                    .containsEntry("averaging", "logits")
                    .containsEntry("normalisation_mean", "[0.13]")
                    .containsEntry("normalisation_scale", "[0.31]")
                    .containsEntry(
                            "class_names", "[\"zero\",\"\\\"one\\\"\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]")
                    .containsKey("input");
            assertThat(session.getMetadata().getGraphName()).isEqualTo("interval_network");
        }
        assertThatThrownBy(() -> new OnnxGraph("interval-network"))
                .hasMessageContaining("letters, digits and underscores");
    }

    @Test
    void boundsThatHaveCrossedAreRefused() {
        Architecture architecture = Architecture.mlp(IMAGE, 10);
        List<Block> blocks;
        try (IntervalNetwork network = IntervalNetwork.untrained(architecture, RunSeeds.of(1))) {
            blocks = new ArrayList<>(network.blocks(0));
        }
        // The first two are the lower and the upper bounds of the kernel.
        Block lower = blocks.get(0);
        Block upper = blocks.get(1);
        blocks.set(0, new Block(lower.shape(), upper.values()));
        blocks.set(1, new Block(upper.shape(), lower.values()));
        try (IntervalNetwork crossed = IntervalNetwork.of(architecture, Bias.POINT, RunSeeds.of(1), blocks)) {
            assertThatThrownBy(() -> OnnxExport.of(crossed)).hasMessageContaining("have crossed");
        }
    }

    @Test
    void refusesWhatOnnxCannotExpress() {
        Architecture noDense = new Architecture(IMAGE, List.of(new Layer.Convolution(10, 28, 1, 0)));
        assertThatThrownBy(() -> export(noDense)).hasMessageContaining("must end in a dense layer");
        Architecture large = new Architecture(
                IMAGE,
                List.of(new Layer.Convolution(300, 3, 1, 0), new Layer.Convolution(1, 3, 1, 0), new Layer.Dense(10)));
        assertThatThrownBy(() -> export(large))
                .hasMessageContaining("must have at most 2048 terms to be exported to ONNX")
                .hasMessageContaining("has 2700");
    }

    private void export(Architecture architecture) throws Exception {
        try (IntervalNetwork network = IntervalNetwork.untrained(architecture, RunSeeds.of(1))) {
            OnnxExport.of(network).write(folder.resolve("none.onnx"));
        }
    }
}
