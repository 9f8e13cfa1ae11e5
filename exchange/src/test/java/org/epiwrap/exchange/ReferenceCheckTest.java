package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of outputs.py, compared with what numpy computes of them. */
class ReferenceCheckTest {
    private static final Volume IMAGE = new Volume(2, 8, 8);

    @TempDir
    private Path folder;

    private static ImportOptions checked(String outputs) throws IOException {
        return options().withSigma(0.1).with(ReferenceOutputs.read(Fixtures.file(outputs)));
    }

    private static void assertAgrees(String file, ImportOptions options) throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), options)) {
            assertThat(imported.report().checked().orElseThrow().difference()).isLessThan(1e-5);
            assertThat(imported.report().text()).containsPattern("checked +[56] examples agree to \\de-\\d+");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"relu", "tanh", "softplus"})
    void theRightActivationAgrees(String activation) throws IOException {
        assertAgrees("net_mlp.npz", checked("net_mlp_" + activation + ".npz").with(Activation.of(activation)));
    }

    @Test
    void probabilitiesAreComparedAsWell() throws IOException {
        assertAgrees("net_mlp.npz", checked("net_mlp_probabilities.npz"));
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                checked("net_mlp_probabilities.npz").with(Activation.of("tanh")),
                "it agrees with --activation relu to ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tanh", "softplus"})
    void aWrongActivationIsRefusedWithTheRightOne(String right) throws IOException {
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                checked("net_mlp_" + right + ".npz"),
                "it agrees with --activation " + right + " to ");
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                checked("net_mlp_" + right + ".npz"),
                "the network computes something else than the original: example ");
        Architecture known = Architecture.mlp(Volume.features(5), 3, 4, 4, 4);
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                checked("net_mlp_" + right + ".npz").with(known),
                "it agrees with --activation " + right);
    }

    @Test
    void aWrongOrderIsRefusedWithTheRightOne() throws IOException {
        ImportOptions swapped = checked("net_mlp_relu.npz").withOrder(List.of("fc1", "fc3", "fc2", "fc4"));
        assertRefused(Fixtures.file("net_mlp.npz"), swapped, "the largest difference of 6 examples");
        assertRefused(Fixtures.file("net_mlp.npz"), swapped, "it agrees with --order fc1,fc2,fc3,fc4 to ");
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                checked("net_mlp_tanh.npz").withOrder(List.of("fc1", "fc3", "fc2", "fc4")),
                "it agrees with --order fc1,fc2,fc3,fc4 --activation tanh to ");
        assertAgrees("net_mlp.npz", checked("net_mlp_relu.npz").withOrder(List.of("fc1", "fc2", "fc3", "fc4")));
    }

    @ParameterizedTest
    @EnumSource
    void poolingAndStrideAreToldApart(Pool right) throws IOException {
        String name = right.name().toLowerCase(java.util.Locale.ROOT);
        ImportOptions any = checked("net_conv_" + name + ".npz").with(IMAGE);
        assertAgrees("net_conv.npz", any.with(right));
        // Not given: both fit the shapes.
        assertRefused(Fixtures.file("net_conv.npz"), any, "with strides of 2 (--pool none): {");
        for (Pool wrong : Pool.values()) {
            if (wrong != right) {
                assertRefused(Fixtures.file("net_conv.npz"), any.with(wrong), "it agrees with --pool " + name + " to ");
            }
        }
        if (right != Pool.NONE) {
            try (ImportedNetwork wrong = NetworkImporter.read(
                    Fixtures.file("net_conv.npz"),
                    options().withSigma(0.1).with(IMAGE).with(right))) {
                ImportOptions given = any.with(wrong.network().architecture());
                assertAgrees("net_conv.npz", given);
            }
        }
    }

    /** The names are sorted, as by a tool that does not keep an order. */
    @Test
    void anOrderThatNothingTellsIsFoundByTheOutputs() throws IOException {
        Path file = folder.resolve("a.npz");
        LayerFiles.npz(file, "a.weight 1x1: 3", "b.weight 1x1: 5", "c.weight 1x1: -2", "d.weight 2x1: 1 -1");
        // Of 1 the layer c makes -2, which is halved three times: with c first the outputs are the smallest.
        ImportOptions checked = options()
                .withSigma(0.1)
                .with(Activation.of("leaky-relu:0.5"))
                .with(ReferenceOutputs.ofLogits(new float[][] {{1}}, new float[][] {{-3.75f, 3.75f}}));
        assertRefused(file, options().withSigma(0.1), "fit in more than one order");
        assertRefused(file, checked, "fit in more than one order");
        assertRefused(file, checked, "it agrees with --order c,a,b,d to ");
    }

    /** Strides of 2 fit with and without padding in the first layer. */
    @Test
    void anArchitectureThatShapesLeaveOpenIsFoundByTheOutputs() throws IOException {
        Volume image = new Volume(1, 7, 7);
        Architecture strided = new Architecture(
                image,
                List.of(
                        new Layer.Convolution(2, 3, 2, 1),
                        Layer.relu(),
                        new Layer.Convolution(1, 3, 2, 1),
                        Layer.relu(),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
        try (BayesianNetwork original = BayesianNetwork.untrained(strided, RunSeeds.of(1))) {
            Path file = folder.resolve("strided.npz");
            NumpyFileWriter writer = NumpyFileWriter.create();
            for (Block block : original.blocks(0)) {
                if (!block.shape().name().endsWith(BayesianNetwork.RHO)) {
                    writer.add(
                            block.shape().name().replace("kernel.mu", "weight"),
                            Shape.of(block.shape().sizes().stream()
                                    .mapToLong(Integer::longValue)
                                    .toArray()),
                            block.values());
                }
            }
            writer.writeNpz(file);
            float[][] pixels = PictureInput.unit(image).probes(3, 1);
            float[][] logits = new float[3][];
            for (int i = 0; i < 3; i++) {
                Tensor input = Tensor.of(pixels[i], 1, 1, 7, 7);
                logits[i] = Scope.get(() -> original.meanLogits(input).toArray());
            }
            ImportOptions checked = options()
                    .withSigma(0.1)
                    .with(image)
                    .with(Pool.NONE)
                    .with(ReferenceOutputs.ofLogits(pixels, logits));
            assertRefused(file, checked, "its shapes fit more than one architecture");
            assertRefused(
                    file,
                    checked,
                    "it agrees with --arch and the text " + ArchitectureJson.write(strided) + " in a .json");
            assertRefused(
                    file,
                    checked.with(Activation.of("tanh")),
                    "it agrees with --arch and the text " + ArchitectureJson.write(strided) + " in a .json");
        }
    }

    @Test
    void aWrongPoolOfAGivenArchitectureIsNamed() throws IOException {
        Architecture average = new Architecture(
                IMAGE,
                List.of(
                        new Layer.Convolution(3, 3, 1, 1),
                        Layer.relu(),
                        new Layer.AveragePool(2),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
        assertRefused(
                Fixtures.file("net_conv.npz"), checked("net_conv_max.npz").with(average), "it agrees with --pool max");
    }

    @Test
    void imagesWithChannelsLastAreReadByTheirShape() throws IOException {
        assertAgrees("net_keras.npz", checked("net_keras_max.npz").with(IMAGE).with(Pool.MAX));
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                checked("net_mlp_relu.npz").with(Axes.INPUTS_FIRST),
                "it agrees with --axes outputs-first to ");
    }

    @Test
    void batchNormsInAnotherOrderAreRefused() throws IOException {
        Architecture architecture = new Architecture(
                IMAGE,
                List.of(
                        new Layer.Convolution(2, 3, 1, 0),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Convolution(2, 3, 1, 0),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Flatten(),
                        new Layer.Dense(3)));
        ImportOptions known = checked("net_norm_outputs.npz").with(architecture);
        assertAgrees("net_norm.npz", known);
        assertRefused(
                Fixtures.file("net_norm.npz"),
                known.withOrder(List.of("conv1", "bn_a", "conv2", "bn_b", "fc")),
                "the network computes something else");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0.5, 0.5", "0.25, 1"})
    void aWrongNormalisationIsRefused(double mean, double scale) throws IOException {
        ImportOptions right = checked("net_conv_max.npz").with(IMAGE).with(Pool.MAX);
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("net_conv.npz"), right)) {
            assertThat(imported.model(normalisation(0.25, 0.5)).input().shape()).isEqualTo(IMAGE);
            assertThatThrownBy(() -> imported.model(normalisation(mean, scale)))
                    .hasMessageContaining("x of channel 1 is from -0.5000 to 1.500")
                    .hasMessageContaining("--mean 0.2500,0.2500 --scale 0.5000,0.5000");
        }
    }

    private static Normalisation normalisation(double mean, double scale) {
        return new Normalisation(List.of(mean), List.of(scale));
    }

    @Test
    void inputsThatAreGreysNeedNoNormalisation() throws IOException {
        float[][] grey = {new float[64]};
        for (int i = 0; i < 64; i++) {
            grey[0][i] = i / 255f;
        }
        LayerFiles.npz(folder.resolve("a.npz"), "fc.weight 2x64", "fc.bias 2");
        ImportOptions options = options()
                .withSigma(0.1)
                .with(new Volume(1, 8, 8))
                .with(ReferenceOutputs.ofLogits(grey, new float[][] {{0, 0}}));
        try (ImportedNetwork imported = NetworkImporter.read(folder.resolve("a.npz"), options)) {
            assertThatThrownBy(() -> imported.model(normalisation(0.1307, 0.3081)))
                    .hasMessageContaining("by the mean 0.1307 and the scale 0.3081");
            assertThat(imported.model(Normalisation.unit()).network()).isSameAs(imported.network());
        }
    }

    @Test
    void oneOutputIsTheLogitOfOneOfTwoClasses() throws IOException {
        assertAgrees("net_binary.npz", checked("net_binary_probabilities.npz"));
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("net_binary.npz"), options().withSigma(0.1))) {
            assertThat(imported.network().architecture().classes()).isEqualTo(2);
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("the logit of class 1 of two"));
            float[] sigma = imported.network().deviations(0);
            assertThat(sigma).hasSize(4 * 5 + 2 * 4);
            assertThat(java.util.Arrays.copyOfRange(sigma, 20, 24)).containsOnly(1e-8f);
            assertThat(java.util.Arrays.copyOfRange(imported.network().means(0), 20, 24))
                    .containsOnly(0);
        }
        assertThatThrownBy(() -> ReferenceOutputs.read(Fixtures.file("net_binary_regression.npz")))
                .hasMessageContaining("as those of a regression network, which cannot be imported");
    }

    @Test
    void outputsThatCannotBeComparedAreRefused() throws IOException {
        assertRefused(
                Fixtures.file("net_binary.npz"),
                checked("net_mlp_relu.npz"),
                "must have a column for each of the 2 classes, but have 3");
        assertRefused(Fixtures.file("net_mlp.npz"), checked("net_conv_max.npz"), "must have a column for each of");
        Path file = folder.resolve("a.npz");
        LayerFiles.npz(file, "x 2x5", "logits 3x3");
        assertThatThrownBy(() -> ReferenceOutputs.read(file)).hasMessageContaining("but they have [2, 5] and [3, 3]");
        LayerFiles.npz(file, "x 2x5", "z 2x3");
        assertThatThrownBy(() -> ReferenceOutputs.read(file)).hasMessageContaining("but holds x, z");
        LayerFiles.npz(file, "x 1x5", "probabilities 1x3: 1 2 3");
        assertThatThrownBy(() -> ReferenceOutputs.read(file)).hasMessageContaining("name the array logits");
        LayerFiles.npz(file, "x 1x7", "logits 1x3");
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                options().withSigma(0.1).with(ReferenceOutputs.read(file)),
                "x must have the shape [examples, 5, 1, 1]");
    }

    @Test
    void theReportSaysWhatIsAssumedAndHowToCheckIt() throws IOException {
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("net_mlp.npz"), options().withSigma(0.1))) {
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.contains("ReLU between the layers is assumed")
                            && note.contains("--activation")
                            && note.contains("(--check)"));
            assertThat(imported.report().checked()).isEmpty();
        }
        assertRefused(
                Fixtures.file("net_mlp.npz"),
                options().with(Architecture.mlp(Volume.features(5), 3, 4, 4, 4)).with(Activation.of("tanh")),
                "an activation can only be given for an inferred architecture, but this one is known");
    }

    @Test
    void backbonesTakeAnActivationUnlessTheyHaveTheirOwn() throws IOException {
        Optional<Volume> five = Optional.of(Volume.features(5));
        Optional<Activation> tanh = Optional.of(Activation.of("tanh"));
        assertThat(GivenArchitecture.parse("mlp:4", five, 3, tanh))
                .isEqualTo(GivenArchitecture.parse("mlp:4:tanh", five, 3, Optional.empty()));
        assertThatThrownBy(() -> GivenArchitecture.parse("mlp:4:silu", five, 3, tanh))
                .hasMessage("mlp:4:silu must have one activation, but has silu and is given tanh");
        assertThatThrownBy(() -> GivenArchitecture.parse("a.json", five, 3, tanh))
                .hasMessageContaining("must be given in the architecture's file");
    }
}
