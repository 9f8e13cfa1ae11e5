package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Bias;
import org.epiwrap.network.Layer;
import org.epiwrap.network.Layout;
import org.epiwrap.network.Volume;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkImporterTest {
    private static final double TOLERANCE = 1e-6;

    @TempDir
    private Path folder;

    private static ImportOptions options() {
        return ImportOptions.withDefaults();
    }

    @ParameterizedTest
    @CsvSource({
        "edward2.npz, edward2",
        "bayesian_torch.npz, bayesian-torch",
        "blitz.npz, blitz",
        "torch_uncertainty.npz, torch-uncertainty",
        "torch_uncertainty_negative.npz, torch-uncertainty",
        "probly.npz, probly",
        "torchbnn.npz, torchbnn",
        "bayesian_cnn.npz, bayesian-cnn",
        "pyro.npz, pyro",
        "tyxe.npz, tyxe",
        "numpyro.npz, numpyro",
        "ivon.npz, ivon",
        "stacked_draws.npz, stacked-draws",
    })
    void recognisesAConventionAndInfersTheArchitecture(String file, String convention) throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), options())) {
            assertThat(imported.report().convention()).isEqualTo(convention);
            check(imported.network(), Fixtures.mlp());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tfp_variational.npz, tfp-variational",
        "pyro_diagonal.npz, pyro-diagonal",
        "fortuna.npz, fortuna",
        "laplace.npz, laplace",
        "draws.npz, draws",
    })
    void cutsVectorsByAGivenArchitecture(String file, String convention) throws IOException {
        assertThatThrownBy(() -> NetworkImporter.read(Fixtures.file(file), options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the architecture must be given");
        Architecture architecture = ArchitectureText.parse("mlp:5-3-4-2", Optional.empty());
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file(file), options().with(architecture))) {
            assertThat(imported.report().convention()).isEqualTo(convention);
            check(imported.network(), Fixtures.mlp());
        }
    }

    @ParameterizedTest
    @CsvSource({"tfp.npz, tfp", "tfp.safetensors, tfp", "tfp.h5, tfp", "tfp.weights.h5, keras-numbered"})
    void readsEveryKindOfFile(String file, String convention) throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), options())) {
            assertThat(imported.report().convention()).isEqualTo(convention);
            checkPointBiases(imported.network());
        }
    }

    @Test
    void readsAFolder() throws IOException {
        for (String part : List.of("kernel_posterior_loc", "kernel_posterior_untransformed_scale")) {
            Path layer = Files.createDirectories(folder.resolve("dense"));
            Path npz = folder.resolve("x.npz");
            NumpyFileWriter.create()
                    .add("x", Shape.of(2, 1), new float[] {0.5f, 0.25f})
                    .writeNpz(npz);
            try (ZipFile zip = new ZipFile(npz.toFile())) {
                Files.write(
                        layer.resolve(part + ".npy"),
                        zip.getInputStream(zip.getEntry("x.npy")).readAllBytes());
            }
        }
        try (ImportedNetwork imported = NetworkImporter.read(folder, options())) {
            assertThat(imported.network().means(0)).containsExactly(0.5f, 0.25f);
            assertThat(imported.report().mapped())
                    .containsEntry("dense0.bias", "nothing: 0")
                    .containsEntry(
                            "dense0.kernel",
                            "dense/kernel_posterior_loc [2, 1], sigma = 2^-23 + softplus(x) with x ="
                                    + " dense/kernel_posterior_untransformed_scale");
        }
    }

    @ParameterizedTest
    @CsvSource({"tfp_conv.npz, tfp", "bayesian_torch_conv.npz, bayesian-torch", "lightning_uq_box.npz, lightning-uq-box"
    })
    void infersConvolutionsAndTurnsTheirLayout(String file, String convention) throws IOException {
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file(file), options().with(new Volume(1, 10, 10)))) {
            assertThat(imported.report().convention()).isEqualTo(convention);
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("taken as the largest"));
            check(imported.network(), Fixtures.convolutional());
        }
        // The same when it is given.
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file(file), options().with(Fixtures.convolutional()))) {
            check(imported.network(), Fixtures.convolutional());
        }
    }

    @Test
    void theReportSaysWhatWasIgnored() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("bayesian_torch.npz"), options())) {
            assertThat(imported.report().ignored())
                    .containsEntry("fc1.eps_weight", "known, and not a weight")
                    .hasSize(6);
            assertThat(imported.report().text())
                    .contains("convention   bayesian-torch (bayesian-torch: Linear and Conv2d)")
                    .contains(
                            "mapped       dense1.bias from fc2.mu_bias [4], sigma = softplus(x) with x = fc2.rho_bias")
                    .contains("ignored      fc10.prior_weight_mu: ")
                    .contains("note         ReLU between the layers is taken for granted");
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("blitz.npz"), options())) {
            assertThat(imported.report().ignored())
                    .containsEntry("fc1.weight_rho", "the same as fc1.weight_sampler.rho");
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tfp.h5"), options())) {
            assertThat(imported.report().ignored())
                    .containsEntry("optimizer_weights/iterations", "no part of what the network computes");
        }
    }

    @Test
    void plainWeightsTakeAGivenSigma() throws IOException {
        assertThatThrownBy(() -> NetworkImporter.read(Fixtures.file("points.npz"), options()))
                .hasMessageContaining("its weights have no spreads");
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("points.npz"), options().withSigma(0.07))) {
            assertThat(imported.network().bias()).isEqualTo(Bias.POINT);
            checkMeans(imported.network());
            assertSigmas(imported.network(), 0.07, 0.07, 0.07);
        }
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("points.npz"), options().withSigma(0.01, 0.02, 0))) {
            assertSigmas(imported.network(), 0.01, 0.02, 1e-8);
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("points_with_sigma.npz"), options())) {
            assertThat(imported.report().convention()).isEqualTo("points");
            assertSigmas(imported.network(), 0.1, 0.2, 0.3);
        }
    }

    private static void assertSigmas(BayesianNetwork network, double... each) {
        Layout layout = new Layout(network.architecture(), network.bias());
        float[] deviations = network.deviations(0);
        for (int i = 0; i < each.length; i++) {
            Layout.Slot slot = layout.random().get(i);
            for (int at = slot.offset(); at < slot.offset() + slot.size(); at++) {
                assertThat((double) deviations[at]).isEqualTo(each[i], offset(TOLERANCE));
            }
        }
    }

    @Test
    void mixesBayesianAndPlainLayersWithBatchNorm() throws IOException {
        Architecture architecture = new Architecture(
                new Volume(1, 5, 5),
                List.of(
                        new Layer.Convolution(2, 3, 1, 0),
                        new Layer.BatchNorm(),
                        new Layer.Relu(),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("mixed.npz"), options().with(architecture))) {
            BayesianNetwork network = imported.network();
            assertThat(network.bias()).isEqualTo(Bias.BAYESIAN);
            assertThat(imported.report().notes()).contains("conv1 has no posterior: its weights are points");
            assertThat(imported.report().mapped())
                    .containsEntry("norm0", "bn1.weight, bn1.bias, bn1.running_mean, bn1.running_var [2]");
            assertThat(imported.report().ignored()).containsOnlyKeys("bn1.num_batches_tracked");
            assertThat(network.pointValues(0)).containsExactly(1.5f, 0.5f, 0.1f, -0.1f);
            assertThat(network.runningStatistics().get("norm0.variance")).containsExactly(1, 2);
            double[] sigma = toDoubles(network.deviations(0));
            assertThat(Arrays.copyOf(sigma, 18)).containsOnly(1e-8f);
            assertThat(sigma[20]).isEqualTo(0.05 + 0.04 * Math.cos(1), offset(TOLERANCE));
        }
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("mixed.npz"), options().with(new Volume(1, 5, 5))))
                .hasMessageContaining("an architecture with batch norms must be given");
    }

    @Test
    void aBayesianKernelMayHaveAPlainBias() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc.W_mu", Shape.of(1, 2), new float[] {1, 2})
                .add("fc.W_rho", Shape.of(1, 2), new float[] {0, 0})
                .add("fc.bias", Shape.of(1), new float[] {3})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.network().bias()).isEqualTo(Bias.POINT);
            assertThat(imported.network().pointValues(0)).containsExactly(3);
            assertThat(imported.report().ignored()).isEmpty();
        }
        NumpyFileWriter.create()
                .add("fc.W_mu", Shape.of(1, 2), new float[] {1, 2})
                .add("fc.W_rho", Shape.of(1, 2), new float[] {0, 0})
                .add("fc.bias", Shape.of(2), new float[] {3, 4})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("the biases of fc must be as many as its 1 outputs, but are 2");
    }

    @Test
    void unknownNamesCanBeMapped() throws IOException {
        assertThatThrownBy(() -> NetworkImporter.read(Fixtures.file("unknown.npz"), options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no known convention fits its names, such as net/fc1/w_loc [3, 5]");
        Convention map = Convention.parse("weight=net/*/w_loc, spread=net/*/w_scale, bias=net/*/b_loc,"
                + " bias-spread=net/*/b_scale, sigma=variance, axes=outputs-first");
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("unknown.npz"), options().with(map))) {
            assertThat(imported.report().convention()).isEqualTo("map");
            check(imported.network(), Fixtures.mlp());
        }
    }

    @Test
    void aTransposedKernelIsReportedAndNeverGuessed() throws IOException {
        // The same shapes chain in one layout alone.
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("bayesian_torch.npz"), options().with(Axes.INPUTS_FIRST)))
                .hasMessageContaining("the layers do not fit each other: fc2 is a dense layer from 4 to 3 after a dense"
                        + " layer from 3 to 5; they fit with outputs first");
        // Squares chain in both.
        Path square = layers(new int[] {3, 3}, new int[] {3, 3});
        try (ImportedNetwork imported = NetworkImporter.read(square, options())) {
            assertThat(imported.report().notes())
                    .contains("the kernels are read outputs first, as the convention has it; their shapes would fit"
                            + " inputs first as well");
        }
    }

    @Test
    void anOrderIsFoundByShapesIfNamesHaveAnother() throws IOException {
        Path file = layers(new int[] {2, 4}, new int[] {5, 3}, new int[] {4, 5});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().notes())
                    .contains("the order of the layers was found by their shapes: b, c, a");
            assertThat(imported.network().architecture())
                    .isEqualTo(ArchitectureInference.dense(Volume.features(3), 5, 4, 2));
        }
        // Two layers the wrong way round could as well be transposed; an architecture decides.
        Path two = layers(new int[] {2, 4}, new int[] {4, 3});
        assertThatThrownBy(() -> NetworkImporter.read(two, options()))
                .hasMessageContaining("they fit with inputs first");
        Architecture known = ArchitectureInference.dense(Volume.features(3), 4, 2);
        try (ImportedNetwork imported = NetworkImporter.read(two, options().with(known))) {
            assertThat(imported.report().notes()).contains("the order of the layers was found by their shapes: b, a");
        }
        Path none = layers(new int[] {2, 5}, new int[] {4, 3});
        assertThatThrownBy(() -> NetworkImporter.read(none, options()))
                .hasMessageContaining("b is a dense layer from 3 to 4 after a dense layer from 5 to 2");
        // Either of the squares could come first.
        Path several = layers(new int[] {3, 3}, new int[] {2, 3}, new int[] {3, 3});
        assertThatThrownBy(() -> NetworkImporter.read(several, options()))
                .hasMessageContaining("c is a dense layer from 3 to 3 after a dense layer from 3 to 2");
    }

    @Test
    void drawsMustBeAsManyEverywhere() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .add("b.weight", Shape.of(3, 1, 1), new float[] {1, 2, 3})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("every array must hold as many draws, but they hold [2, 3]");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(1, 1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options())).hasMessageContaining("at least 2 draws");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.draws().orElseThrow().ascending(0)).containsExactly(1, 2);
        }
    }

    @Test
    void anArchitectureThatDoesNotFitIsRefused() throws IOException {
        Architecture other = ArchitectureInference.dense(Volume.features(5), 3, 2);
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("pyro.npz"), options().with(other)))
                .hasMessageContaining("the architecture has 2 layers with weights, but the file 3");
        Architecture wide = ArchitectureInference.dense(Volume.features(5), 7, 4, 2);
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("pyro.npz"), options().with(wide)))
                .hasMessageContaining(
                        "fc1 is a dense layer from 5 to 3 where the architecture has a dense layer from 5" + " to 7");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("laplace.npz"), options().with(other)))
                .hasMessageContaining("array mean must have 21 numbers for the weights of its layers or 26 with their"
                        + " biases, but has 44");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("tfp_variational.npz"), options().with(other)))
                .hasMessageContaining("the architecture has 2 layers with weights, but the file 3");
    }

    @Test
    void aSpreadThatGivesNoDeviationIsRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc.weight_mu", Shape.of(1, 1), new float[] {1})
                .add("fc.weight_sigma", Shape.of(1, 1), new float[] {0.5f})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            // Nothing shows that it is a rho.
            assertThat((double) imported.network().deviations(0)[0]).isEqualTo(0.5, offset(TOLERANCE));
        }
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new float[] {1})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {-1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array kernel_auto_scale must give standard deviations of at least 0 by x, but"
                        + " element 0 gives -1.0");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new float[] {Float.NaN})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array kernel_auto_loc must hold finite numbers, but element 0 is NaN");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new double[] {1e300})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("must be in the range of float");
    }

    /** A file of layers a, b, ... with the given [outputs, inputs]. */
    private Path layers(int[]... shapes) throws IOException {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (int i = 0; i < shapes.length; i++) {
            String name = String.valueOf((char) ('a' + i));
            Shape shape = Shape.of(shapes[i][0], shapes[i][1]);
            writer.add(name + ".weight_mu", shape, new float[shapes[i][0] * shapes[i][1]]);
            writer.add(name + ".weight_rho", shape, new float[shapes[i][0] * shapes[i][1]]);
        }
        Path file = folder.resolve("layers.npz");
        writer.writeNpz(file);
        return file;
    }

    private static void check(BayesianNetwork network, Architecture architecture) {
        assertThat(network.architecture()).isEqualTo(architecture);
        assertThat(network.bias()).isEqualTo(Bias.BAYESIAN);
        assertThat(toDoubles(network.means(0))).containsExactly(Fixtures.means(architecture), offset(TOLERANCE));
        assertThat(toDoubles(network.deviations(0)))
                .containsExactly(Fixtures.deviations(architecture), offset(TOLERANCE));
    }

    private static void checkMeans(BayesianNetwork network) {
        List<Double> weights = new ArrayList<>();
        List<Double> points = new ArrayList<>();
        split(Fixtures.means(Fixtures.mlp()), weights, points);
        assertThat(toDoubles(network.means(0)))
                .containsExactly(weights.stream().mapToDouble(x -> x).toArray(), offset(TOLERANCE));
        assertThat(toDoubles(network.pointValues(0)))
                .containsExactly(points.stream().mapToDouble(x -> x).toArray(), offset(TOLERANCE));
    }

    private static void checkPointBiases(BayesianNetwork network) {
        assertThat(network.architecture()).isEqualTo(Fixtures.mlp());
        assertThat(network.bias()).isEqualTo(Bias.POINT);
        checkMeans(network);
        List<Double> sigma = new ArrayList<>();
        split(Fixtures.deviations(Fixtures.mlp()), sigma, new ArrayList<>());
        assertThat(toDoubles(network.deviations(0)))
                .containsExactly(sigma.stream().mapToDouble(x -> x).toArray(), offset(TOLERANCE));
    }

    /** Kernels and biases apart. */
    private static void split(double[] all, List<Double> weights, List<Double> points) {
        for (Layout.Slot slot : new Layout(Fixtures.mlp(), Bias.BAYESIAN).random()) {
            for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) {
                (slot.name().endsWith(Layout.KERNEL) ? weights : points).add(all[i]);
            }
        }
    }

    private static double[] toDoubles(float[] values) {
        double[] result = new double[values.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = values[i];
        }
        return result;
    }
}
