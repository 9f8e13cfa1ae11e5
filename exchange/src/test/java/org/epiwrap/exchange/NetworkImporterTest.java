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
import java.util.stream.IntStream;
import java.util.zip.ZipFile;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Bias;
import org.epiwrap.network.Layer;
import org.epiwrap.network.Layout;
import org.epiwrap.network.Volume;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkImporterTest {
    private static final double TOLERANCE = 1e-6;

    @TempDir
    private Path folder;

    private int files;

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
        "tfp_variational_priors.npz, tfp-variational",
        "laplace.npz, laplace",
        "laplace_layers.npz, laplace",
        "laplace_diag.npz, laplace",
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
    @CsvSource({
        "tfp.npz, tfp",
        "tfp.safetensors, tfp",
        "tfp.h5, tfp",
        "tfp_optimizer.h5, tfp",
        "tfp.weights.h5, keras-numbered"
    })
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
                    .containsEntry("fc1.weight_rho", "the same numbers as fc1.weight_sampler.rho");
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tfp.h5"), options())) {
            assertThat(imported.report().ignored())
                    .containsEntry("optimizer_weights/iterations", "a count, no part of what the network computes");
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
        Path square = layers("fc1", new int[] {3, 3}, "fc2", new int[] {3, 3});
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
                    .contains("the order of the layers is b, c, a: the only order in which their shapes fit");
            assertThat(imported.network().architecture())
                    .isEqualTo(ArchitectureInference.dense(Volume.features(3), 5, 4, 2));
        }
        // Two layers the wrong way round could as well be transposed; an architecture decides, or an order that is
        // given.
        Path two = layers(new int[] {2, 4}, new int[] {4, 3});
        assertThatThrownBy(() -> NetworkImporter.read(two, options()))
                .hasMessageContaining("they fit with inputs first");
        Architecture known = ArchitectureInference.dense(Volume.features(3), 4, 2);
        try (ImportedNetwork imported = NetworkImporter.read(two, options().with(known))) {
            assertThat(imported.report().notes())
                    .contains("the order of the layers is b, a: the only order in which their shapes fit");
        }
        Path none = layers(new int[] {2, 5}, new int[] {4, 3});
        assertThatThrownBy(() -> NetworkImporter.read(none, options()))
                .hasMessageContaining("b is a dense layer from 3 to 4 after a dense layer from 5 to 2");
        try (ImportedNetwork imported = NetworkImporter.read(two, options().withOrder(List.of("b", "a")))) {
            assertThat(imported.network().architecture()).isEqualTo(known);
        }
        for (List<String> wrong : List.of(List.of("b"), List.of("b", "a", "a"), List.of("b", "c"))) {
            assertThatThrownBy(() -> NetworkImporter.read(two, options().withOrder(wrong)))
                    .hasMessageContaining("the order must name each layer once, which are a, b, but is b");
        }
        assertThatThrownBy(() -> NetworkImporter.read(two, options().withOrder(List.of("a", "b"))))
                .hasMessageContaining("in the order that was given: b is a dense layer from 3 to 4 after");
    }

    @Test
    void ofSeveralOrdersTheOneInTheFileIsTaken() throws IOException {
        // Either of the squares could come first; the file has the last first.
        Path file = layers("zeta", new int[] {3, 3}, "alpha", new int[] {3, 3}, "out", new int[] {2, 3});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().notes())
                    .contains("the order of the layers is zeta, alpha, out: as they are in the file; their shapes would"
                            + " fit in other orders too");
            assertThat(imported.report().mapped().get("dense0.kernel")).startsWith("zeta.weight_mu");
        }
        // In the order of the alphabet someone may have sorted them.
        Path sorted = layers("alpha", new int[] {3, 3}, "out", new int[] {2, 3}, "zeta", new int[] {3, 3});
        assertThatThrownBy(() -> NetworkImporter.read(sorted, options()))
                .hasMessageContaining(
                        "more than one order of the layers fits their shapes, such as alpha, zeta, out and"
                                + " zeta, alpha, out, and neither the file nor numbers in their names tell which is meant");
        // So does the usual writer of safetensors; numbers tell nevertheless.
        Path numbered = layers("fc1", new int[] {3, 3}, "fc10", new int[] {3, 3}, "fc9", new int[] {3, 3});
        try (ImportedNetwork imported = NetworkImporter.read(numbered, options())) {
            assertThat(imported.report().notes())
                    .contains("the order of the layers is fc1, fc9, fc10: as the numbers in their names have it; their"
                            + " shapes would fit in other orders too");
        }
        try (ImportedNetwork imported =
                NetworkImporter.read(sorted, options().withOrder(List.of("zeta", "alpha", "out")))) {
            assertThat(imported.report().mapped().get("dense0.kernel")).startsWith("zeta.weight_mu");
        }
        // What an architecture says of shapes leaves squares open too.
        Architecture known = ArchitectureInference.dense(Volume.features(3), 3, 3, 2);
        assertThatThrownBy(() -> NetworkImporter.read(sorted, options().with(known)))
                .hasMessageContaining("more than one order of the layers");
    }

    @Test
    void whatIsWrittenInItsOrderNeedsNoOtherProof() throws IOException {
        // By their names these would be transposed, but the file has them as they are.
        Path file = layers("hidden", new int[] {4, 3}, "classes", new int[] {2, 4});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.network().architecture())
                    .isEqualTo(ArchitectureInference.dense(Volume.features(3), 4, 2));
        }
    }

    @Test
    void aVectorOfSpreadsFollowsTheFile() throws IOException {
        double[] hess = IntStream.rangeClosed(1, 10).mapToDouble(i -> i).toArray();
        NumpyFileWriter writer = NumpyFileWriter.create()
                // By its name the second would come first.
                .add("hidden.bias", Shape.of(1), new float[] {0})
                .add("hidden.weight", Shape.of(1, 2), new float[] {1, 2})
                .add("bn.weight", Shape.of(1), new float[] {3})
                .add("bn.bias", Shape.of(1), new float[] {4})
                .add("bn.running_mean", Shape.of(1), new float[] {5})
                .add("bn.running_var", Shape.of(1), new float[] {6})
                .add("classes.weight", Shape.of(3, 1), new float[] {7, 8, 9})
                .add("classes.bias", Shape.of(3), new float[3])
                .add("ess", Shape.scalar(), new double[] {1})
                .add("weight_decay", Shape.scalar(), new double[] {0})
                .add("hess", Shape.of(10), Arrays.copyOf(hess, 11 - 1));
        Path file = folder.resolve("ivon.npz");
        writer.writeNpz(file);
        Architecture known = new Architecture(
                Volume.features(2),
                List.of(new Layer.Dense(1), new Layer.BatchNorm(), new Layer.Relu(), new Layer.Dense(3)));
        assertThatThrownBy(() -> NetworkImporter.read(file, options().with(known)))
                .hasMessageContaining("array hess must have a number for each of the 11 weights and biases");
        NumpyFileWriter whole = NumpyFileWriter.create();
        try (ArrayFile arrays = ArrayFiles.open(file)) {
            for (String name : arrays.names()) {
                if (!name.equals("hess")) {
                    whole.add(name, arrays.info(name).shape(), arrays.doubles(name));
                }
            }
        }
        whole.add(
                "hess",
                Shape.of(11),
                IntStream.rangeClosed(1, 11).mapToDouble(i -> 1.0 / (i * i)).toArray());
        whole.writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            // Bias 1, weights 2 and 3, norm 4 and 5, weights 6 to 8, biases 9 to 11.
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {2, 3, 1, 6, 7, 8, 9, 10, 11}, offset(1e-5));
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("batch norms are not used"));
        }
        Path unordered = folder.resolve("arrays");
        whole.writeFolder(unordered);
        assertThatThrownBy(() -> NetworkImporter.read(unordered, options().with(known)))
                .hasMessageContaining("which this kind of file does not keep: an npz file does");
    }

    @Test
    void numbersThatNothingAccountsForAreRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter writer = NumpyFileWriter.create()
                .add("fc1.weight_mu", Shape.of(2, 1), new float[] {1, 2})
                .add("fc1.weight_rho", Shape.of(2, 1), new float[] {0, 0})
                .add("steps", Shape.of(1), new long[] {7})
                .add("empty", Shape.of(0), new float[0])
                .add("ln.weight", Shape.of(2), new float[] {2, 2})
                .add("ln.bias", Shape.of(2), new float[] {1, 1});
        writer.writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "array ln.weight [2] holds numbers that no layer takes in the convention probly, and a"
                                + " network without them could compute something else");
        try (ImportedNetwork imported = NetworkImporter.read(file, options().ignoring(List.of("ln.*")))) {
            assertThat(imported.report().ignored())
                    .containsEntry("ln.weight", "as asked for")
                    .containsEntry("steps", "whole numbers, which no layer takes")
                    .containsOnlyKeys("ln.weight", "ln.bias", "steps", "empty");
        }
        assertThatThrownBy(() -> NetworkImporter.read(file, options().ignoring(List.of("ema.*"))))
                .hasMessageContaining("an array to be ignored must be in the file, but none fits 'ema.*'");
        // The norms of an ensemble.
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .add("fc.bias", Shape.of(2, 1), new float[] {1, 2})
                .add("bn.weight", Shape.of(2, 1), new float[] {1, 2})
                .add("bn.running_var", Shape.of(2, 1), new float[] {1, 2})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array bn.weight [2, 1] holds numbers that no layer takes in the convention"
                        + " stacked-draws");
    }

    @Test
    void convolutionsOfOneAndThreeDimensionsAreNoDraws() throws IOException {
        Path file = folder.resolve("a.npz");
        for (Shape kernel : List.of(Shape.of(4, 2, 3), Shape.of(4, 2, 3, 3, 3))) {
            float[] values = new float[(int) kernel.elements()];
            NumpyFileWriter.create()
                    .add("conv.weight", kernel, values)
                    .add("conv.bias", Shape.of(4), new float[4])
                    .writeNpz(file);
            assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                    .hasMessageContaining("no known convention fits its names")
                    .hasMessageContaining("such as those of Conv1d and Conv3d, have no place here");
            NumpyFileWriter.create()
                    .add("conv.weight", kernel, values)
                    .add("fc.weight", Shape.of(2, 4), new float[8])
                    .add("fc.bias", Shape.of(2), new float[2])
                    .writeNpz(file);
            assertThatThrownBy(() -> NetworkImporter.read(file, options().withSigma(0.1)))
                    .hasMessageContaining("array conv.weight " + kernel + " holds numbers that no layer takes")
                    .hasMessageContaining("Conv1d");
        }
        // Beside a Bayesian layer.
        NumpyFileWriter.create()
                .add("conv.mu_kernel", Shape.of(4, 2, 3), new float[24])
                .add("conv.rho_kernel", Shape.of(4, 2, 3), new float[24])
                .add("fc.mu_weight", Shape.of(2, 4), new float[8])
                .add("fc.rho_weight", Shape.of(2, 4), new float[8])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array conv.mu_kernel [4, 2, 3] holds numbers that no layer takes");
    }

    @Test
    void aRuleOfTheSpreadCanBeGiven() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tyxe.npz"), options())) {
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.contains("a guide with max_guide_scale keeps it as sigmoid:MAX"));
        }
        try (ImportedNetwork imported = NetworkImporter.read(
                Fixtures.file("tyxe_bounded.npz"), options().with(SpreadRule.parse("sigmoid:0.25")))) {
            assertThat(imported.report().convention()).isEqualTo("tyxe");
            assertThat(imported.report().notes()).noneMatch(note -> note.contains("max_guide_scale"));
            check(imported.network(), Fixtures.mlp());
        }
        // Pyro as it was: the same file with logarithms.
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("pyro.npz"), options().with(SpreadRule.parse("exp")))) {
            double rho = Math.log(Math.expm1(0.05 + 0.04 * Math.cos(1)));
            assertThat((double) imported.network().deviations(0)[0]).isEqualTo(Math.exp(rho), offset(TOLERANCE));
            assertThat(imported.report().mapped().get("dense0.kernel")).contains("sigma = exp(x) with x = ");
        }
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("draws.npz"), options().with(SpreadRule.EXP)))
                .hasMessageContaining("but the convention draws has none");
    }

    @Test
    void whatDoesNotApplyIsRefused() throws IOException {
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("pyro.npz"), options().withSigma(0.1)))
                .hasMessageContaining("but those of the convention pyro have their own");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("pyro.npz"), options().with(ImportOptions.Pool.AVERAGE)))
                .hasMessageContaining("for convolutions alone, but the first layer is a dense layer from 5 to 3");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("pyro.npz"),
                        options().with(ImportOptions.Pool.MAX).with(Fixtures.mlp())))
                .hasMessageContaining("but the architecture is known");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("pyro.npz"),
                        options().with(new Volume(5, 1, 2)).with(Fixtures.mlp())))
                .hasMessageContaining("images are said to be 5×1×2, but the architecture takes");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("laplace.npz"),
                        options().with(Fixtures.mlp()).withOrder(List.of("a"))))
                .hasMessageContaining("follow the architecture");
        Convention bias = Convention.parse("weight=net/*/w_loc,spread=net/*/w_scale,bias=net/*/c,sigma=variance");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("unknown.npz"), options().with(bias)))
                .hasMessageContaining("a mapping's bias must fit an array of some layer, but net/*/c fits none");
        Convention spread = Convention.parse(
                "weight=net/*/w_loc,spread=net/*/w_scale,bias=net/*/b_loc,bias-spread=net/*/c,sigma=variance");
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("unknown.npz"), options().with(spread)))
                .hasMessageContaining("a mapping's bias-spread must fit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "laplace.npz; weight=mean, spread=H, sigma=precision, form=vector; prior_precision",
                "pyro_diagonal.npz; weight=*.loc, spread=*.scale_unconstrained, sigma=softplus, form=vector;",
                "fortuna.npz; weight=mean, spread=log_std, sigma=exp, form=vector-biases-first, axes=inputs-first;"
                        + " log_std_base",
                "draws.npz; weight=samples, form=draws;",
                "stacked_draws.npz; weight=*.weight, bias=*.bias, form=stacked-draws;",
                "ivon.npz; weight=*.weight, bias=*.bias, spread=hess, sigma=precision, form=layers-and-vector;"
                        + " ess|weight_decay",
            })
    void everyFormCanBeMapped(String file, String map, String ignored) throws IOException {
        ImportOptions options = options()
                .with(Convention.parse(map))
                .ignoring(ignored == null ? List.of() : List.of(ignored.split("\\|", -1)));
        ImportOptions known = options.with(Fixtures.mlp());
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), known)) {
            assertThat(imported.report().convention()).isEqualTo("map");
            assertThat(toDoubles(imported.network().means(0)))
                    .containsExactly(Fixtures.means(Fixtures.mlp()), offset(TOLERANCE));
        }
    }

    @Test
    void halvesAndPointsCanBeMapped() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("a_q", Shape.of(6), new double[] {1, 2, 3, 0.1, 0.2, 0.3})
                .writeNpz(file);
        Architecture one = ArchitectureInference.dense(Volume.features(2), 1);
        ImportOptions halves = options().with(one).with(Convention.parse("weight=*_q, form=halves"));
        try (ImportedNetwork imported = NetworkImporter.read(file, halves)) {
            assertThat(imported.network().means(0)).containsExactly(1, 2, 3);
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {0.1, 0.2, 0.3}, offset(TOLERANCE));
        }
        NumpyFileWriter.create().add("a_q", Shape.of(5), new double[5]).writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, halves))
                .hasMessageContaining("array a_q must hold as many means as spreads, but holds 5 numbers");
        NumpyFileWriter.create()
                .add("a_w", Shape.of(1, 2), new float[] {1, 2})
                .add("a_c", Shape.of(1), new float[] {3})
                .writeNpz(file);
        ImportOptions points = options()
                .with(Convention.parse("weight=*_w, bias=*_c, form=points"))
                .withSigma(0.5);
        try (ImportedNetwork imported = NetworkImporter.read(file, points)) {
            assertThat(imported.network().pointValues(0)).containsExactly(3);
            assertSigmas(imported.network(), 0.5);
        }
    }

    @Test
    void batchNormsOfKerasAddMoreToTheirVariances() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("dense/kernel_posterior_loc", Shape.of(2, 1), new float[2])
                .add("dense/kernel_posterior_untransformed_scale", Shape.of(2, 1), new float[2])
                .add("batch_normalization/gamma", Shape.of(1), new float[] {3})
                .add("batch_normalization/beta", Shape.of(1), new float[] {4})
                .add("batch_normalization/moving_mean", Shape.of(1), new float[] {5})
                .add("batch_normalization/moving_variance", Shape.of(1), new float[] {2})
                .add("dense_1/kernel_posterior_loc", Shape.of(1, 3), new float[3])
                .add("dense_1/kernel_posterior_untransformed_scale", Shape.of(1, 3), new float[3])
                .writeNpz(file);
        Architecture known = new Architecture(
                Volume.features(2),
                List.of(new Layer.Dense(1), new Layer.BatchNorm(), new Layer.Relu(), new Layer.Dense(3)));
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            assertThat(imported.network().runningStatistics().get("norm0.mean")).containsExactly(5);
            assertThat(imported.network().runningStatistics().get("norm0.variance"))
                    .containsExactly(2.00099f);
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("0.00099 larger"));
        }
        Architecture twice = new Architecture(
                Volume.features(2),
                List.of(
                        new Layer.Dense(1),
                        new Layer.BatchNorm(),
                        new Layer.BatchNorm(),
                        new Layer.Relu(),
                        new Layer.Dense(3)));
        assertThatThrownBy(() -> NetworkImporter.read(file, options().with(twice)))
                .hasMessageEndingWith("batch norms of [1, 1] channels, but the file of [1]");
    }

    @Test
    void poolsCanTakeTheMean() throws IOException {
        ImportOptions average = options().with(new Volume(1, 10, 10)).with(ImportOptions.Pool.AVERAGE);
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tfp_conv.npz"), average)) {
            assertThat(imported.network().architecture().layers()).contains(new Layer.AveragePool(2));
            assertThat(imported.report().notes()).anyMatch(note -> note.endsWith("taken as the mean"));
        }
    }

    @Test
    void shortcutsAreFilledInTheirOrder() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("conv1.weight", Shape.of(2, 1, 3, 3), new float[18])
                .add("conv2.weight", Shape.of(2, 2, 3, 3), new float[36])
                .add("fc.weight", Shape.of(2, 32), new float[64])
                .writeNpz(file);
        Architecture known = new Architecture(
                new Volume(1, 4, 4),
                List.of(
                        new Layer.Convolution(2, 3, 1, 1),
                        new Layer.Relu(),
                        new Layer.Residual(List.of(new Layer.Convolution(2, 3, 1, 1)), List.of()),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
        try (ImportedNetwork imported =
                NetworkImporter.read(file, options().with(known).withSigma(0.1))) {
            assertThat(imported.report().mapped().get("convolution1.kernel")).startsWith("conv2.weight");
        }
    }

    @Test
    void vectorsMayHaveNoBiases() throws IOException {
        Path file = folder.resolve("a.npz");
        Architecture known = ArchitectureInference.dense(Volume.features(2), 1);
        for (double[] factor : new double[][] {{2}, {2, 3}}) {
            NumpyFileWriter.create()
                    .add("mean", Shape.of(2), new double[] {1, 2})
                    .add("H", Shape.of(2), new double[] {1, 3})
                    .add("prior_precision", Shape.of(1), new double[] {2})
                    .add("_H_factor", Shape.of(factor.length), factor)
                    .writeNpz(file);
            if (factor.length == 1) {
                try (ImportedNetwork imported =
                        NetworkImporter.read(file, options().with(known))) {
                    assertThat(toDoubles(imported.network().deviations(0)))
                            .containsExactly(new double[] {0.5, Math.sqrt(1 / 8.0)}, offset(TOLERANCE));
                    assertThat(imported.report().mapped()).containsEntry("dense0.bias", "nothing: 0");
                }
            } else {
                assertThatThrownBy(() -> NetworkImporter.read(file, options().with(known)))
                        .hasMessageContaining("array _H_factor must be a single number, but has 2");
            }
        }
        NumpyFileWriter.create()
                .add("mean", Shape.of(2), new double[] {1, 2})
                .add("H", Shape.of(2), new double[] {1, 3})
                .add("prior_precision", Shape.of(3), new double[3])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options().with(known)))
                .hasMessageContaining("must have 1 number, one for each of the 1 layers or 1 arrays, or 2, but has 3");
    }

    @Test
    void namesThatContradictEachOtherAreRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc1.kernel", Shape.of(1, 1), new float[1])
                .add("fc2.weight", Shape.of(1, 1), new float[1])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options().withSigma(0.1)))
                .hasMessageContaining("some layers are named kernel and some weight");
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(1, 1), new float[1])
                .add("fc.weight:0", Shape.of(1, 1), new float[1])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array fc.weight must be given once, but is given twice");
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(1, 1), new float[1])
                .add("sigma", Shape.of(1), new float[] {-1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("sigma must be a finite number >= 0, but is -1.0");
        NumpyFileWriter.create().add("x".repeat(90), Shape.of(1), new float[1]).writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("such as " + "x".repeat(80) + "... [1]");
    }

    @Test
    void theReportSaysWhichSpreadWasChosen() throws IOException {
        for (String[] each : new String[][] {
            {"torch_uncertainty.npz", "softplus(x) (weight_sampler.rho is there, hence x is a rho)"},
            {"torch_uncertainty_negative.npz", "softplus(x) (some are below 0, hence x is a rho)"},
        }) {
            try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(each[0]), options())) {
                assertThat(imported.report().mapped().get("dense0.kernel")).contains("sigma = " + each[1]);
            }
        }
    }

    @Test
    void whatShouldBeTheSameIsCompared() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc.weight_sampler.mu", Shape.of(1, 2), new float[] {1, 2})
                .add("fc.weight_sampler.rho", Shape.of(1, 2), new float[] {0, 0})
                .add("fc.weight_mu", Shape.of(1, 2), new float[] {1, 3})
                .writeNpz(file);
        // What the layer computes with is its sampler; the other array may have stayed behind on another device.
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.network().means(0)).containsExactly(1, 2);
            assertThat(imported.report().ignored())
                    .containsEntry(
                            "fc.weight_mu",
                            "other numbers than fc.weight_sampler.mu, which is what the layer computes with");
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.startsWith("fc.weight_mu holds other numbers than its layer's sampler"));
        }
        NumpyFileWriter.create()
                .add("fc.weight.loc_unconstrained", Shape.of(1, 2), new float[] {1, 2})
                .add("fc.weight.scale_unconstrained", Shape.of(1, 2), new float[] {0, 0})
                .add("fc.weight.loc", Shape.of(1, 2), new float[] {1, 3})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("arrays fc.weight.loc and fc.weight.loc_unconstrained must hold the same numbers,"
                        + " but differ at element 1");
    }

    @Test
    void whatBelongsToASamplerIsNoWeight() throws IOException {
        Path file = folder.resolve("a.npz");
        for (String[] names : new String[][] {{"rho", "fc.bias_zero"}, {"sigma", "fc.weight_sampler.eps_w"}}) {
            NumpyFileWriter.create()
                    .add("fc.weight_sampler.mu", Shape.of(2, 1), new float[] {1, 2})
                    .add("fc.weight_sampler.rho", Shape.of(2, 1), new float[2])
                    .add("fc.weight_mu", Shape.of(2, 1), new float[] {1, 2})
                    .add("fc.weight_" + names[0], Shape.of(2, 1), new float[2])
                    .add(names[1], Shape.of(2), new float[2])
                    .writeNpz(file);
            try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
                assertThat(imported.report().ignored()).containsEntry(names[1], "known, and not a weight");
                assertThat(imported.report().notes()).noneMatch(note -> note.contains("sampler"));
            }
        }
    }

    @Test
    void fortunasSpreadNeedsItsBase() throws IOException {
        Path file = folder.resolve("a.npz");
        ImportOptions known = options().with(ArchitectureInference.dense(Volume.features(1), 1));
        NumpyFileWriter writer = NumpyFileWriter.create()
                .add("mean", Shape.of(2), new double[] {1, 2})
                .add("log_std", Shape.of(2), new double[] {0, 1});
        writer.writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, known))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("there must be a number log_std_base beside log_std")
                .hasMessageContaining("log_std_base=prob_model.posterior.posterior_approximator.log_std_base");
        writer.add("log_std_base", Shape.scalar(), new double[] {-2.3}).writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            // Biases come first in the file, and last here.
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {Math.exp(-1.3), Math.exp(-2.3)}, offset(TOLERANCE));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kernel_posterior_loc, kernel_posterior_untransformed_scale, 1.1920928955078125e-7",
        "kernel/mean, kernel/stddev, 1e-7",
    })
    void whatIsAddedToAScaleShowsWhereItIsSmall(String mean, String spread, double epsilon) throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add(mean, Shape.of(1, 1), new float[] {1})
                .add(spread, Shape.of(1, 1), new float[] {-20})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat((double) imported.network().deviations(0)[0])
                    .isEqualTo(epsilon + Math.log1p(Math.exp(-20)), offset(1e-11));
        }
    }

    @Test
    void anEdwardOfOtherConstraintsIsDoubted() throws IOException {
        Path file = folder.resolve("a.npz");
        for (float stddev : new float[] {0.05f, -3}) {
            NumpyFileWriter.create()
                    .add("kernel/mean", Shape.of(1, 1), new float[] {1})
                    .add("kernel/stddev", Shape.of(1, 1), new float[] {stddev})
                    .writeNpz(file);
            try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
                assertThat(imported.report().notes())
                        .anyMatch(note -> note.contains("the stddev_constraint 'exp' or 'positive'"));
                assertThat(imported.report().notes().stream().anyMatch(note -> note.startsWith("DOUBTFUL")))
                        .isEqualTo(stddev > 0);
            }
        }
        NumpyFileWriter.create()
                .add("kernel/mean", Shape.of(1, 1), new float[] {1})
                .add("kernel/stddev", Shape.of(1, 1), new float[] {0.05f})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(SpreadRule.STANDARD_DEVIATION))) {
            assertThat((double) imported.network().deviations(0)[0]).isEqualTo(0.05, offset(TOLERANCE));
            assertThat(imported.report().notes()).noneMatch(note -> note.startsWith("DOUBTFUL"));
        }
    }

    /** Dense layers of one to one and batch norms after the first two, under the given names and in their order. */
    private static NumpyFileWriter withNorms(String... norms) {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (int i = 0; i < 3; i++) {
            writer.add("fc" + i + ".W_mu", Shape.of(1, 1), new float[1]);
            writer.add("fc" + i + ".W_rho", Shape.of(1, 1), new float[1]);
            if (i < norms.length) {
                writer.add(norms[i] + ".weight", Shape.of(1), new float[] {1})
                        .add(norms[i] + ".bias", Shape.of(1), new float[] {2})
                        .add(norms[i] + ".running_mean", Shape.of(1), new float[] {10 + i})
                        .add(norms[i] + ".running_var", Shape.of(1), new float[] {1});
            }
        }
        return writer;
    }

    @Test
    void normsOfOneSizeAreNotSortedByTheAlphabet() throws IOException {
        Architecture known = new Architecture(
                Volume.features(1),
                List.of(
                        new Layer.Dense(1),
                        new Layer.BatchNorm(),
                        new Layer.Dense(1),
                        new Layer.BatchNorm(),
                        new Layer.Dense(1)));
        ImportOptions options = options().with(known);
        Path file = folder.resolve("a.npz");
        withNorms("norm_in", "after").writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options)) {
            assertThat(imported.network().runningStatistics().get("norm0.mean")).containsExactly(10);
            assertThat(imported.report().notes())
                    .contains("the order of the batch norms is norm_in, after: as they are in the file; their shapes"
                            + " would fit in other orders too");
        }
        // A folder has no order of its own.
        Path sorted = folder.resolve("sorted");
        withNorms("norm_in", "after").writeFolder(sorted);
        assertThatThrownBy(() -> NetworkImporter.read(sorted, options))
                .hasMessageContaining("more than one order of the batch norms after, norm_in fits their channels");
        List<String> order = List.of("fc0", "norm_in", "fc1", "after", "fc2");
        try (ImportedNetwork imported = NetworkImporter.read(sorted, options.withOrder(order))) {
            assertThat(imported.network().runningStatistics().get("norm0.mean")).containsExactly(10);
        }
        for (List<String> wrong :
                List.of(List.of("fc0", "norm_in", "fc1", "fc2"), List.of("fc0", "norm_in", "fc1", "norm_in", "fc2"))) {
            assertThatThrownBy(() -> NetworkImporter.read(sorted, options.withOrder(wrong)))
                    .hasMessageContaining("an order that names batch norms must name each once, with [1, 1] channels");
        }
        Path numbered = folder.resolve("numbered");
        withNorms("bn9", "bn10").writeFolder(numbered);
        try (ImportedNetwork imported = NetworkImporter.read(numbered, options)) {
            assertThat(imported.network().runningStatistics().get("norm1.mean")).containsExactly(11);
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.startsWith("the order of the batch norms is bn9, bn10: as the numbers in"));
        }
    }

    @Test
    void normsOfDifferentSizesFindTheirPlaces() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter writer = NumpyFileWriter.create();
        int[] sizes = {2, 1};
        for (int i = 0; i < 2; i++) {
            String norm = i == 0 ? "a" : "b";
            writer.add(norm + ".weight", Shape.of(sizes[i]), new float[sizes[i]])
                    .add(norm + ".bias", Shape.of(sizes[i]), new float[sizes[i]])
                    .add(norm + ".running_mean", Shape.of(sizes[i]), new float[sizes[i]])
                    .add(norm + ".running_var", Shape.of(sizes[i]), new float[sizes[i]]);
        }
        writer.add("x.W_mu", Shape.of(1, 3), new float[3])
                .add("x.W_rho", Shape.of(1, 3), new float[3])
                .add("y.W_mu", Shape.of(2, 1), new float[2])
                .add("y.W_rho", Shape.of(2, 1), new float[2])
                .add("z.W_mu", Shape.of(4, 2), new float[8])
                .add("z.W_rho", Shape.of(4, 2), new float[8])
                .writeNpz(file);
        Architecture known = new Architecture(
                Volume.features(3),
                List.of(
                        new Layer.Dense(1),
                        new Layer.BatchNorm(),
                        new Layer.Dense(2),
                        new Layer.BatchNorm(),
                        new Layer.Dense(4)));
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            assertThat(imported.report().mapped().get("norm0")).startsWith("b.weight");
            assertThat(imported.report().notes()).noneMatch(note -> note.contains("batch norms"));
        }
    }

    @Test
    void fiveHundredLayersAreImported() throws IOException {
        Object[] squares = new Object[2 * 500];
        for (int i = 0; i < 500; i++) {
            squares[2 * i] = "fc" + i;
            squares[2 * i + 1] = new int[] {1, 1};
        }
        try (ImportedNetwork imported = NetworkImporter.read(layers(squares), options())) {
            assertThat(imported.report().mapped().get("dense499.kernel")).startsWith("fc499.weight_mu");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 1000})
    void manyLayersHaveOneOrder(int count) {
        // Widths that all differ leave one order, but a search can begin with any layer.
        List<RawLayer> layers = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
            layers.add(bare(String.valueOf(i * 7919 % 10007), i + 2, i + 1));
        }
        LayerOrder.Chain chain = LayerOrder.of(layers, false, Axes.OUTPUTS_FIRST, Optional.empty())
                .orElseThrow();
        assertThat(chain.source()).isEqualTo(LayerOrder.Source.SHAPES);
        assertThat(chain.layers().get(count - 1).kernel().shape()).isEqualTo(Shape.of(count + 1, count));
    }

    @Test
    void aSearchThatTakesTooLongSaysSo() {
        List<RawLayer> layers = new ArrayList<>();
        for (char name = 'a'; name <= 'z'; name++) {
            layers.add(bare(String.valueOf(name), 3, 3));
        }
        layers.add(bare("stranger", 7, 5));
        assertThatThrownBy(() -> LayerOrder.of(layers, true, Axes.OUTPUTS_FIRST, Optional.empty()))
                .hasMessageContaining("no order of the 27 layers that fits their shapes was found in 1000000 attempts");
    }

    /** A layer of which nothing but the shape matters. */
    private static RawLayer bare(String name, int outputs, int inputs) {
        RawLayer.Part kernel = RawLayer.Part.point(name, Shape.of(outputs, inputs), new double[0]);
        return new RawLayer(name, 0, kernel, Optional.empty());
    }

    @Test
    void moreLayersThanAnyNetworkHasAreRefused() throws IOException {
        Object[] squares = new Object[2 * 1001];
        for (int i = 0; i < 1001; i++) {
            squares[2 * i] = "fc" + i;
            squares[2 * i + 1] = new int[] {1, 1};
        }
        Path file = layers(squares);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "the number of layers with weights must be a whole number from 1 to 1000, but is 1001");
    }

    @Test
    void anEmptyArrayIsRefusedBeforeItsOtherAxesCount() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(2_000_000_000, 0, 5), new float[0])
                .add("fc.bias", Shape.of(2_000_000_000, 0), new float[0])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("array fc.weight must hold numbers, but is empty: [2000000000, 0, 5]");
    }

    @Test
    void theReportSaysHowKernelsInVectorsAreRead() throws IOException {
        ImportOptions known = options().with(Fixtures.mlp());
        for (String file : List.of("laplace.npz", "draws.npz")) {
            try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), known)) {
                assertThat(imported.report().notes())
                        .contains(
                                "the kernels are read outputs first, as the convention has it; vectors of inputs first"
                                        + " would fit as well, and other axes must be given");
            }
            try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), known.with(Axes.INPUTS_FIRST))) {
                assertThat(imported.report().notes())
                        .contains("the kernels are read inputs first, as was asked for; vectors of outputs first"
                                + " would fit as well, and other axes must be given");
            }
        }
        Path square = layers("fc1", new int[] {3, 3}, "fc2", new int[] {3, 3});
        try (ImportedNetwork imported = NetworkImporter.read(square, options().with(Axes.INPUTS_FIRST))) {
            assertThat(imported.report().notes())
                    .contains(
                            "the kernels are read inputs first, as was asked for; their shapes would fit outputs first"
                                    + " as well");
        }
    }

    @Test
    void namesCannotCommandATerminal() throws IOException {
        String hostile = "fc\u001b[2Jx";
        Path file = layers(hostile + "1", new int[] {3, 2}, hostile + "2", new int[] {2, 3});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().text()).contains("fc\\u001b[2Jx1").doesNotContain("\u001b");
        }
        // From the order of layers, their assembly, and what is left over.
        Path misfit = layers(hostile + "1", new int[] {3, 2}, hostile + "2", new int[] {7, 5});
        Path biases = folder.resolve("biases.npz");
        NumpyFileWriter.create()
                .add(hostile + ".W_mu", Shape.of(1, 2), new float[2])
                .add(hostile + ".W_rho", Shape.of(1, 2), new float[2])
                .add(hostile + ".bias", Shape.of(2), new float[2])
                .writeNpz(biases);
        Path more = folder.resolve("more.npz");
        NumpyFileWriter.create()
                .add("fc.W_mu", Shape.of(1, 2), new float[2])
                .add("fc.W_rho", Shape.of(1, 2), new float[2])
                .add(hostile, Shape.of(2), new float[2])
                .writeNpz(more);
        for (Path each : List.of(misfit, biases, more)) {
            assertThatThrownBy(() -> NetworkImporter.read(each, options()))
                    .isInstanceOf(StoreException.class)
                    .message()
                    .contains("fc\\u001b[2Jx")
                    .doesNotContain("\u001b");
        }
    }

    @Test
    void sigmasThatAModelCannotHoldAreReported() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(2, 1), new float[2])
                .add("kernel_auto_scale", Shape.of(2, 1), new float[] {1e-9f, 1})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().notes())
                    .contains("1 of 2 weights and biases have a sigma below 1.0E-8, points among them; the model has"
                            + " 1.0E-8 for these, the least that it can hold");
        }
    }

    @Test
    void aTurnedFirstDenseLayerIsReported() throws IOException {
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("tfp_conv.npz"), options().with(new Volume(1, 10, 10)))) {
            assertThat(imported.report().mapped().get("dense2.kernel"))
                    .contains("its inputs turned from height, width, channels to channels, height, width");
            assertThat(imported.report().mapped().get("dense3.kernel")).doesNotContain("turned");
        }
    }

    @Test
    void aPriorThatWasTrainedIsToldFromThePosterior() throws IOException {
        ImportOptions known = options().with(ArchitectureInference.dense(Volume.features(1), 1));
        try (ImportedNetwork imported = NetworkImporter.read(
                Fixtures.file("tfp_variational_priors.npz"), options().with(Fixtures.mlp()))) {
            assertThat(imported.report().ignored())
                    .hasSize(3)
                    .containsEntry(
                            "3/dense_variational_1/constant",
                            "a prior that was trained too, beside the posterior 2/dense_variational_1/constant");
        }
        Path file = folder.resolve("a.npz");
        double[] posterior = {5, 6, 0, 0};
        NumpyFileWriter.create()
                .add("dense/constant", Shape.of(4), new double[4])
                .add("dense/constant_1", Shape.of(4), posterior)
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, known))
                .hasMessageContaining(
                        "arrays dense/constant and dense/constant_1 have 4 and 4 numbers, which leaves open");
        NumpyFileWriter.create()
                .add("dense/constant_1", Shape.of(4), posterior)
                .add("dense/prior/constant", Shape.of(4), new double[4])
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            assertThat(imported.network().means(0)).containsExactly(5, 6);
        }
        NumpyFileWriter.create()
                .add("dense/constant", Shape.of(2), new double[2])
                .add("dense/constant_1", Shape.of(4), posterior)
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            assertThat(imported.network().means(0)).containsExactly(5, 6);
            assertThat(imported.report().ignored()).containsOnlyKeys("dense/constant");
        }
    }

    @Test
    void drawsMustBeAsManyEverywhere() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc1.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .add("fc1.bias", Shape.of(2, 1), new float[] {1, 2})
                .add("fc2.weight", Shape.of(3, 1, 1), new float[] {1, 2, 3})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("every array must hold as many draws, but they hold [2, 3]");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(1, 1, 1), new float[] {1})
                .add("a.bias", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options())).hasMessageContaining("at least 2 draws");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("draws without biases must be mapped as the form stacked-draws");
        ImportOptions mapped = options().with(Convention.parse("weight=*.weight, form=stacked-draws"));
        try (ImportedNetwork imported = NetworkImporter.read(file, mapped)) {
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
        Object[] named = new Object[2 * shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            named[2 * i] = String.valueOf((char) ('a' + i));
            named[2 * i + 1] = shapes[i];
        }
        return layers(named);
    }

    /** A file of layers, each with its name and its [outputs, inputs]. */
    private Path layers(Object... namesAndShapes) throws IOException {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (int i = 0; i < namesAndShapes.length; i += 2) {
            int[] sizes = (int[]) namesAndShapes[i + 1];
            Shape shape = Shape.of(sizes[0], sizes[1]);
            writer.add(namesAndShapes[i] + ".weight_mu", shape, new float[sizes[0] * sizes[1]]);
            writer.add(namesAndShapes[i] + ".weight_rho", shape, new float[sizes[0] * sizes[1]]);
        }
        Path file = folder.resolve("layers" + ++files + ".npz");
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
