package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.LayerFiles.npz;
import static org.epiwrap.exchange.LayerFiles.writer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every array of a file has its place, or a reason why it has none. */
class LeftoversTest {
    @TempDir
    private Path folder;

    @Test
    void reportsWhatWasIgnored() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("bayesian_torch.npz"), options())) {
            assertThat(imported.report().ignored())
                    .containsEntry("fc1.eps_weight", "known not to be a weight")
                    .hasSize(6);
            assertThat(imported.report().text())
                    .contains("convention   bayesian-torch (bayesian-torch: Linear and Conv2d)")
                    .contains(
                            "mapped       dense1.bias from fc2.mu_bias [4], sigma = softplus(x) with x = fc2.rho_bias")
                    .contains("ignored      fc10.prior_weight_mu: ")
                    .contains("note         ReLU between the layers is assumed");
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("blitz.npz"), options())) {
            assertThat(imported.report().ignored()).containsEntry("fc1.weight_rho", "equal to fc1.weight_sampler.rho");
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tfp.h5"), options())) {
            assertThat(imported.report().ignored())
                    .containsEntry("optimizer_weights/iterations", "a counter, not part of the network's computation");
        }
    }

    @Test
    void numbersThatNothingAccountsForAreRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        writer("fc1.weight_mu 2x1: 1 2", "fc1.weight_rho 2x1", "empty 0", "ln.weight 2: 2 2", "ln.bias 2: 1 1")
                .add("steps", Shape.of(1), new long[] {7})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("array ln.weight [2] is not used by any layer in the convention probly, and"
                        + " without it the network could compute something else");
        try (ImportedNetwork imported = NetworkImporter.read(file, options().ignoring(List.of("ln.*")))) {
            assertThat(imported.report().ignored())
                    .containsEntry("ln.weight", "as requested")
                    .containsEntry("steps", "integers, which no layer uses")
                    .containsOnlyKeys("ln.weight", "ln.bias", "steps", "empty");
        }
        assertRefused(
                file,
                options().ignoring(List.of("ema.*")),
                "an array to be ignored must be in the file, but none matches 'ema.*'");
        // The norms of an ensemble.
        npz(file, "fc.weight 2x1x1: 1 2", "fc.bias 2x1: 1 2", "bn.weight 2x1: 1 2", "bn.running_var 2x1: 1 2");
        assertRefused(
                file,
                options(),
                "array bn.weight [2, 1] is not used by any layer in the convention" + " stacked-draws");
    }

    /** Each by itself is named like a plain layer, and together they even chain. */
    @Test
    void aMeanAndASpreadThatDoNotFitAreNoPlainLayers() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc1.mu_weight 3x5", "fc1.rho_weight 5x3");
        assertRefused(
                file,
                options().withSigma(0.1),
                "its names match no known convention: fc1.mu_weight [3, 5], fc1.rho_weight");
        npz(file, "fc1.mu_weight 3x5", "fc1.rho_weight 5x3", "fc2.mu_weight 2x5", "fc2.rho_weight 2x5");
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "array fc1.mu_weight [3, 5] is not used by any layer in the convention bayesian-torch");
        npz(file, "num_batches_tracked 1");
        assertRefused(file, options(), "it holds no arrays that could be weights");
    }

    @Test
    void convolutionsOfOneAndThreeDimensionsAreNoDraws() throws IOException {
        Path file = folder.resolve("a.npz");
        for (String kernel : List.of("4x2x3", "4x2x3x3x3")) {
            npz(file, "conv.weight " + kernel, "conv.bias 4");
            assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                    .hasMessageContaining("its names match no known convention")
                    .hasMessageContaining("such as those of Conv1d and Conv3d, are not supported");
            npz(file, "conv.weight " + kernel, "fc.weight 2x4", "fc.bias 2");
            assertThatThrownBy(() -> NetworkImporter.read(file, options().withSigma(0.1)))
                    .hasMessageContaining(
                            "array conv.weight [" + kernel.replace("x", ", ") + "] is not used by any layer")
                    .hasMessageContaining("Conv1d");
        }
        // Beside a Bayesian layer.
        npz(file, "conv.mu_kernel 4x2x3", "conv.rho_kernel 4x2x3", "fc.mu_weight 2x4", "fc.rho_weight 2x4");
        assertRefused(file, options(), "array conv.mu_kernel [4, 2, 3] is not used by any layer");
    }

    @Test
    void whatShouldBeTheSameIsCompared() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc.weight_sampler.mu 1x2: 1 2", "fc.weight_sampler.rho 1x2: 0 0", "fc.weight_mu 1x2: 1 3");
        // What the layer computes with is its sampler; the other array may have stayed behind on another device.
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.network().means(0)).containsExactly(0, 0, 1, 2);
            assertThat(imported.report().ignored())
                    .containsEntry("fc.weight_mu", "differs from fc.weight_sampler.mu, which the layer uses");
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.startsWith("fc.weight_mu differs from its layer's sampler"));
        }
        npz(
                file,
                "fc.weight.loc_unconstrained 1x2: 1 2",
                "fc.weight.scale_unconstrained 1x2: 0 0",
                "fc.weight.loc 1x2: 1 3");
        assertRefused(
                file,
                options(),
                "arrays fc.weight.loc and fc.weight.loc_unconstrained must hold the same numbers,"
                        + " but differ at element 1");
    }

    @Test
    void whatBelongsToASamplerIsNoWeight() throws IOException {
        Path file = folder.resolve("a.npz");
        for (String[] names : new String[][] {{"rho", "fc.bias_zero"}, {"sigma", "fc.weight_sampler.eps_w"}}) {
            npz(
                    file,
                    "fc.weight_sampler.mu 2x1: 1 2",
                    "fc.weight_sampler.rho 2x1",
                    "fc.weight_mu 2x1: 1 2",
                    "fc.weight_" + names[0] + " 2x1",
                    names[1] + " 2");
            try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
                assertThat(imported.report().ignored()).containsEntry(names[1], "known not to be a weight");
                assertThat(imported.report().notes()).noneMatch(note -> note.contains("sampler"));
            }
        }
    }

    @Test
    void distinguishesATrainedPriorFromThePosterior() throws IOException {
        ImportOptions known = options().with(ArchitectureInference.dense(Volume.features(1), 1));
        try (ImportedNetwork imported = NetworkImporter.read(
                Fixtures.file("tfp_variational_priors.npz"), options().with(Fixtures.mlp()))) {
            assertThat(imported.report().ignored())
                    .hasSize(3)
                    .containsEntry(
                            "3/dense_variational_1/constant",
                            "a trained prior, beside the posterior 2/dense_variational_1/constant");
        }
        Path file = folder.resolve("a.npz");
        npz(file, "dense/constant 4", "dense/constant_1 4: 5 6 0 0");
        assertRefused(
                file, known, "arrays dense/constant and dense/constant_1 have 4 and 4 numbers, so it is not clear");
        npz(file, "dense/constant_1 4: 5 6 0 0", "dense/prior/constant 4");
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            assertThat(imported.network().means(0)).containsExactly(0, 5, 0, 6);
        }
        npz(file, "dense/constant 2", "dense/constant_1 4: 5 6 0 0");
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            assertThat(imported.network().means(0)).containsExactly(0, 5, 0, 6);
            assertThat(imported.report().ignored()).containsOnlyKeys("dense/constant");
        }
    }
}
