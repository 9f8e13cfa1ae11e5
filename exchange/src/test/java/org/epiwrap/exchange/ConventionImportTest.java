package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.ImportChecks.TOLERANCE;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.check;
import static org.epiwrap.exchange.ImportChecks.checkPointBiases;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.ImportChecks.toDoubles;
import static org.epiwrap.exchange.LayerFiles.npz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipFile;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that make.py writes in the names, layouts and spreads of each library give the numbers they were written from. */
class ConventionImportTest {
    @TempDir
    private Path folder;

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
        checkMlp(file, options(), convention);
    }

    private static void checkMlp(String file, ImportOptions options, String convention) throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), options)) {
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
        checkMlp(file, options().with(Fixtures.mlp()), convention);
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
            npz(npz, "x 2x1: 0.5 0.25");
            try (ZipFile zip = new ZipFile(npz.toFile())) {
                Files.write(
                        layer.resolve(part + ".npy"),
                        zip.getInputStream(zip.getEntry("x.npy")).readAllBytes());
            }
        }
        try (ImportedNetwork imported = NetworkImporter.read(folder, options())) {
            assertThat(imported.network().means(0)).containsExactly(0, 0, 0.5f, 0.25f);
            assertThat(imported.report().mapped())
                    .containsEntry("dense0.bias", "no array: 0")
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
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), pooled(Pool.MAX))) {
            assertThat(imported.report().convention()).isEqualTo(convention);
            check(imported.network(), Fixtures.convolutional());
        }
        // The same when it is given.
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file(file), options().with(Fixtures.convolutional()))) {
            check(imported.network(), Fixtures.convolutional());
        }
    }

    @Test
    void reportsAReorderedDenseLayer() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tfp_conv.npz"), pooled(Pool.MAX))) {
            assertThat(imported.report().mapped().get("dense2.kernel"))
                    .contains("inputs reordered from height, width, channels to channels, height, width");
            assertThat(imported.report().mapped().get("dense3.kernel")).doesNotContain("reordered");
        }
    }

    @Test
    void poolsCanBeAverages() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tfp_conv.npz"), pooled(Pool.AVERAGE))) {
            assertThat(imported.network().architecture().layers()).contains(new Layer.AveragePool(2));
        }
    }

    private static ImportOptions pooled(Pool pool) {
        return options().with(new Volume(1, 10, 10)).with(pool);
    }

    @Test
    void mixesBayesianAndPlainLayersWithBatchNorm() throws IOException {
        Architecture architecture = Fixtures.withNorm(new Volume(1, 5, 5), 2);
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
        assertRefused(
                Fixtures.file("mixed.npz"),
                options().with(new Volume(1, 5, 5)).with(Pool.MAX),
                "an architecture with batch norms must be given");
    }

    @Test
    void aBayesianKernelMayHaveAPlainBias() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc.W_mu 1x2: 1 2", "fc.W_rho 1x2: 0 0", "fc.bias 1: 3");
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.network().bias()).isEqualTo(Bias.POINT);
            assertThat(imported.network().pointValues(0)).containsExactly(0, 3);
            assertThat(imported.report().ignored()).isEmpty();
        }
        npz(file, "fc.W_mu 1x2: 1 2", "fc.W_rho 1x2: 0 0", "fc.bias 2: 3 4");
        assertRefused(file, options(), "fc must have one bias for each of its 1 outputs, but has 2");
    }

    @Test
    void vectorsMayHaveNoBiases() throws IOException {
        Path file = folder.resolve("a.npz");
        Architecture known = ArchitectureInference.dense(Volume.features(2), 1);
        npz(file, "mean 2: 1 2", "H 2: 1 3", "prior_precision 1: 2", "_H_factor 1: 2");
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {0, 0, 0.5, Math.sqrt(1 / 8.0)}, offset(TOLERANCE));
            assertThat(imported.report().mapped()).containsEntry("dense0.bias", "no array: 0");
        }
        npz(file, "mean 2: 1 2", "H 2: 1 3", "prior_precision 1: 2", "_H_factor 2: 2 3");
        assertRefused(file, options().with(known), "array _H_factor must be a single number, but has 2");
        npz(file, "mean 2: 1 2", "H 2: 1 3", "prior_precision 3");
        assertRefused(
                file,
                options().with(known),
                "must have 1 number, one for each of the 1 layers or 1 arrays, or 2, but has 3");
    }
}
