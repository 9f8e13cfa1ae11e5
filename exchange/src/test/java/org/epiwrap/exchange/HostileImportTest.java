package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.LayerFiles.layers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
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
    void namesCannotCommandATerminal() throws IOException {
        String hostile = "fc\u001b[2Jx";
        Path file = layers(folder, hostile + "1", new int[] {3, 2}, hostile + "2", new int[] {2, 3});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().text()).contains("fc\\u001b[2Jx1").doesNotContain("\u001b");
        }
        // From the order of layers, their assembly, and what is left over.
        Path misfit = layers(folder, hostile + "1", new int[] {3, 2}, hostile + "2", new int[] {7, 5});
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
}
