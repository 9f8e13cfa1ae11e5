package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.LayerFiles.layers;
import static org.epiwrap.exchange.LayerFiles.npz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and shapes that contradict each other or would harm. */
class HostileImportTest {
    @TempDir
    private Path folder;

    @Test
    void namesThatContradictEachOtherAreRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc1.kernel 1x1", "fc2.weight 1x1");
        assertRefused(file, options().withSigma(0.1), "some layers are named kernel and some weight");
        npz(file, "fc.weight 1x1", "fc.weight:0 1x1");
        assertRefused(file, options(), "array fc.weight must appear once, but appears twice");
        npz(file, "fc.weight 1x1", "sigma 1: -1");
        assertRefused(file, options(), "sigma must be a finite number >= 0, but is -1.0");
        npz(file, "x".repeat(90) + " 1");
        assertRefused(file, options(), "convention: " + "x".repeat(80) + "... [1]");
    }

    @Test
    void anEmptyArrayIsRefusedBeforeItsOtherAxesCount() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc.weight 2000000000x0x5", "fc.bias 2000000000x0");
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("array fc.weight must hold numbers, but is empty: [2000000000, 0, 5]");
    }

    @Test
    void namesCannotCommandATerminal() throws IOException {
        String hostile = "fc\u001b[2Jx";
        Path file = layers(folder, hostile + "1", new int[] {3, 2}, hostile + "2", new int[] {2, 3});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().text()).contains("fc\\u001b[2Jx1").doesNotContain("\u001b");
        }
        // From the order of layers, their assembly, and what is left over.
        Path misfit = layers(folder, hostile + "1", new int[] {3, 2}, hostile + "2", new int[] {7, 5});
        Path biases = folder.resolve("biases.npz");
        npz(biases, hostile + ".W_mu 1x2", hostile + ".W_rho 1x2", hostile + ".bias 2");
        Path more = folder.resolve("more.npz");
        npz(more, "fc.W_mu 1x2", "fc.W_rho 1x2", hostile + " 2");
        for (Path each : List.of(misfit, biases, more)) {
            assertThatThrownBy(() -> NetworkImporter.read(each, options()))
                    .isInstanceOf(StoreException.class)
                    .message()
                    .contains("fc\\u001b[2Jx")
                    .doesNotContain("\u001b");
        }
    }
}
