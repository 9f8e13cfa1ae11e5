package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.ArrayWriter;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batch norms: how their variances are meant, and which comes where. */
class NormImportTest {
    @TempDir
    private Path folder;

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
        // An archive has an order of its own, but this one may be whoever's who has sorted the names.
        Path alphabetic = folder.resolve("alphabetic.npz");
        sorted(file, NumpyFileWriter.create()).writeNpz(alphabetic);
        assertThatThrownBy(() -> NetworkImporter.read(alphabetic, options))
                .hasMessageContaining("more than one order of the batch norms fits their channels");
        // A folder has none.
        Path sorted = folder.resolve("sorted");
        withNorms("norm_in", "after").writeFolder(sorted);
        assertThatThrownBy(() -> NetworkImporter.read(sorted, options))
                .hasMessageContaining("more than one order of the batch norms fits their channels")
                .hasMessageContaining(" such as --order fc0,after,fc1,norm_in,fc2 if that is the order");
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

    /** The arrays of a convolution and the norm after it, all of whose means are the given number. */
    private static void add(TensorFileWriter writer, String layer, Shape kernel, String norm, float mean) {
        int channels = (int) kernel.size(0);
        float[] means = new float[channels];
        Arrays.fill(means, mean);
        writer.add(layer + ".weight", kernel, new float[(int) kernel.elements()])
                .add(norm + ".weight", Shape.of(channels), new float[channels])
                .add(norm + ".bias", Shape.of(channels), new float[channels])
                .add(norm + ".running_mean", Shape.of(channels), means)
                .add(norm + ".running_var", Shape.of(channels), new float[channels]);
    }

    /** The arrays of a file in the order of their names. */
    private static <W extends ArrayWriter<W>> W sorted(Path file, W writer) throws IOException {
        try (ArrayFile arrays = ArrayFiles.open(file)) {
            for (String name : arrays.names().stream().sorted().toList()) {
                writer.add(name, arrays.info(name).shape(), arrays.doubles(name));
            }
        }
        return writer;
    }

    /** Written by the usual library, a residual network's arrays are sorted; a shortcut has another name than its body. */
    @Test
    void aResidualNetworkInSafetensorsIsToldWhichOptionHelps() throws IOException {
        TensorFileWriter unsorted = TensorFileWriter.create();
        add(unsorted, "conv1", Shape.of(2, 1, 3, 3), "bn1", 0);
        add(unsorted, "layer1.0.conv1", Shape.of(2, 2, 3, 3), "layer1.0.bn1", 1);
        add(unsorted, "layer1.0.conv2", Shape.of(2, 2, 3, 3), "layer1.0.bn2", 2);
        add(unsorted, "layer1.0.downsample.0", Shape.of(2, 2, 1, 1), "layer1.0.downsample.1", 3);
        Path chosen = folder.resolve("chosen.safetensors");
        unsorted.add("fc.weight", Shape.of(3, 2), new float[6]).writeTo(chosen);
        Path file = folder.resolve("usual.safetensors");
        sorted(chosen, TensorFileWriter.create()).writeTo(file);
        List<Layer> body = List.of(
                new Layer.Convolution(2, 3, 1, 1),
                new Layer.BatchNorm(),
                new Layer.Relu(),
                new Layer.Convolution(2, 3, 1, 1),
                new Layer.BatchNorm());
        ImportOptions options = options()
                .withSigma(0.1)
                .with(new Architecture(
                        new Volume(1, 4, 4),
                        List.of(
                                new Layer.Convolution(2, 3, 1, 1),
                                new Layer.BatchNorm(),
                                new Layer.Residual(
                                        body, List.of(new Layer.Convolution(2, 1, 1, 0), new Layer.BatchNorm())),
                                new Layer.AveragePool(4),
                                new Layer.Flatten(),
                                new Layer.Dense(3))));
        String order = "conv1,bn1,layer1.0.conv1,layer1.0.bn1,layer1.0.conv2,layer1.0.bn2,layer1.0.downsample.0,"
                + "layer1.0.downsample.1,fc";
        assertThatThrownBy(() -> NetworkImporter.read(file, options))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "the names of all layers and norms must be given from the first to the last, such as"
                                + " --order " + order
                                + " if that is the order; an npz file, which keeps its order, needs none");
        ImportOptions given = options.withOrder(List.of(order.split(",", -1)));
        try (ImportedNetwork imported = NetworkImporter.read(file, given)) {
            for (int i = 0; i < 4; i++) {
                assertThat(imported.network().runningStatistics().get("norm" + i + ".mean"))
                        .containsExactly(i, i);
            }
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
}
