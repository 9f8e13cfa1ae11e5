package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.options;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code state_dict} of laplace-torch holds, of all layers and of the last one. */
class LaplaceImportTest {
    @TempDir
    private Path folder;

    private static double sigma(int i) {
        return 1 / Math.sqrt((2 + Math.cos(i)) / 0.5 + 0.5);
    }

    @Test
    void aWholeStateIsUnderstood() throws IOException {
        Architecture mlp = ArchitectureInference.dense(Volume.features(5), 4, 3);
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("net_laplace.npz"), options().with(mlp))) {
            float[] sigma = imported.network().deviations(0);
            for (int i = 0; i < sigma.length; i++) {
                assertThat((double) sigma[i]).isEqualTo(sigma(i), offset(1e-6));
            }
            assertThat(imported.report().ignored())
                    .containsOnlyKeys("loss", "prior_mean", "n_data", "n_outputs", "enable_backprop");
        }
    }

    @Test
    void theLastLayerHasAPosteriorAndTheOthersArePoints() throws IOException {
        ImportOptions whole = options().withNetwork(Fixtures.file("net_laplace_model.npz"));
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("net_laplace_last.npz"), whole)) {
            float[] sigma = imported.network().deviations(0);
            // Kernel and bias of the first layer, then of the last.
            for (int i = 0; i < sigma.length; i++) {
                assertThat((double) sigma[i]).isEqualTo(i < 24 ? 1e-8 : sigma(i - 24), offset(1e-6));
            }
            assertThat(imported.report().convention()).isEqualTo("laplace");
            assertThat(imported.report().file()).isEqualTo(Fixtures.file("net_laplace_last.npz"));
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("that of the last layer, fc2"));
        }
        assertRefused(
                Fixtures.file("net_laplace_last.npz"),
                options().withNetwork(Fixtures.file("net_mlp.npz")),
                "the means of the posterior must be the weights of the last layer, fc4");
        assertRefused(Fixtures.file("net_mlp.npz"), whole, "must hold the posterior of the last layer as vectors");
        assertRefused(
                Fixtures.file("net_laplace_last.npz"), whole.withSigma(0.1), "can only be given for plain weights");
    }

    /** The text of a state, as bytes. */
    @Test
    void onlyClassifiersAreRead() throws IOException {
        Path file = folder.resolve("a.npz");
        for (String likelihood : List.of("classification", "regression")) {
            NumpyFileWriter.create()
                    .add("mean", Shape.of(2), new float[] {1, 2})
                    .add("H", Shape.of(2), new float[] {1, 1})
                    .add("prior_precision", Shape.of(1), new float[] {3})
                    .add("likelihood", Shape.of(likelihood.length()), likelihood.getBytes(StandardCharsets.US_ASCII))
                    .writeNpz(file);
            ImportOptions known = options().with(ArchitectureInference.dense(Volume.features(1), 2));
            if (likelihood.equals("regression")) {
                assertRefused(file, known, "its likelihood must be classification, but is 'regression'");
            } else {
                try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
                    assertThat(imported.network().deviations(0)[0]).isEqualTo(0.5f, offset(1e-6f));
                    assertThat(imported.report().ignored()).isEmpty();
                }
            }
        }
    }

    @Test
    void aLastLayerWithoutItsBiasesIsRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        LayerFiles.npz(file, "mean 2: 1 2", "H 2: 1 1", "prior_precision 1: 1");
        Path model = folder.resolve("b.npz");
        LayerFiles.npz(model, "fc.weight 1x2: 1 2", "fc.bias 1: 0");
        assertRefused(file, options().withNetwork(model), "must have biases if and only if the last layer, fc, has");
    }
}
