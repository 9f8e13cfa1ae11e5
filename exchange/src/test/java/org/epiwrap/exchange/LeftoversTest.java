package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.architecture.Volume;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every array of a file has its place, or a reason why it has none. */
class LeftoversTest {
    @TempDir
    private Path folder;

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

    /** Each by itself is named like a plain layer, and together they even chain. */
    @Test
    void aMeanAndASpreadThatDoNotFitAreNoPlainLayers() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter writer = NumpyFileWriter.create()
                .add("fc1.mu_weight", Shape.of(3, 5), new float[15])
                .add("fc1.rho_weight", Shape.of(5, 3), new float[15]);
        writer.writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options().withSigma(0.1)))
                .hasMessageContaining(
                        "no known convention fits its names, such as fc1.mu_weight [3, 5], fc1.rho_weight");
        writer.add("fc2.mu_weight", Shape.of(2, 5), new float[10])
                .add("fc2.rho_weight", Shape.of(2, 5), new float[10])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "array fc1.mu_weight [3, 5] holds numbers that no layer takes in the convention bayesian-torch");
        NumpyFileWriter.create()
                .add("num_batches_tracked", Shape.scalar(), new long[1])
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("it must hold arrays that could be weights, but holds none");
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
}
