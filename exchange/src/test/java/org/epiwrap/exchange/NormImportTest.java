package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.LayerFiles.npz;
import static org.epiwrap.exchange.LayerFiles.writer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.ArrayWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batch norms: how their variances are meant, and which comes where. */
class NormImportTest {
    @TempDir
    private Path folder;

    @Test
    void batchNormsOfKerasAddMoreToTheirVariances() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(
                file,
                "dense/kernel_posterior_loc 2x1",
                "dense/kernel_posterior_untransformed_scale 2x1",
                "batch_normalization/gamma 1: 3",
                "batch_normalization/beta 1: 4",
                "batch_normalization/moving_mean 1: 5",
                "batch_normalization/moving_variance 1: 2",
                "dense_1/kernel_posterior_loc 1x3",
                "dense_1/kernel_posterior_untransformed_scale 1x3");
        Architecture known = new Architecture(
                Volume.features(2),
                List.of(new Layer.Dense(1), new Layer.BatchNorm(), Layer.relu(), new Layer.Dense(3)));
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
                        Layer.relu(),
                        new Layer.Dense(3)));
        assertThatThrownBy(() -> NetworkImporter.read(file, options().with(twice)))
                .hasMessageEndingWith("batch norms of [1, 1] channels, but the file of [1]");
    }

    /** Three dense layers with a batch norm after each of the first two. */
    private static Architecture twoNorms(int inputs, int first, int second, int classes) {
        return new Architecture(
                Volume.features(inputs),
                List.of(
                        new Layer.Dense(first),
                        new Layer.BatchNorm(),
                        new Layer.Dense(second),
                        new Layer.BatchNorm(),
                        new Layer.Dense(classes)));
    }

    /** Dense layers of one to one and batch norms after the first two, under the given names and in their order. */
    private static NumpyFileWriter withNorms(String... norms) {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (int i = 0; i < 3; i++) {
            writer.add("fc" + i + ".W_mu", Shape.of(1, 1), new float[1]);
            writer.add("fc" + i + ".W_rho", Shape.of(1, 1), new float[1]);
            if (i < norms.length) {
                addNorm(writer, norms[i], 1, 10 + i);
            }
        }
        return writer;
    }

    @Test
    void doesNotSortNormsOfOneSizeByName() throws IOException {
        Architecture known = twoNorms(1, 1, 1, 1);
        ImportOptions options = options().with(known);
        Path file = folder.resolve("a.npz");
        withNorms("norm_in", "after").writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options)) {
            assertThat(imported.network().runningStatistics().get("norm0.mean")).containsExactly(10);
            assertThat(imported.report().notes())
                    .contains("the order of the batch norms is norm_in, after: as in the file; their shapes"
                            + " would also fit in other orders");
        }
        // An archive has an order of its own, but this one may be whoever's who has sorted the names.
        Path alphabetic = folder.resolve("alphabetic.npz");
        sorted(file, NumpyFileWriter.create()).writeNpz(alphabetic);
        assertRefused(alphabetic, options, "the batch norms fit in more than one order");
        // A folder has none.
        Path sorted = folder.resolve("sorted");
        withNorms("norm_in", "after").writeFolder(sorted);
        assertThatThrownBy(() -> NetworkImporter.read(sorted, options))
                .hasMessageContaining("the batch norms fit in more than one order")
                .hasMessageContaining(" for instance --order fc0,after,fc1,norm_in,fc2 if that is the order");
        List<String> order = List.of("fc0", "norm_in", "fc1", "after", "fc2");
        try (ImportedNetwork imported = NetworkImporter.read(sorted, options.withOrder(order))) {
            assertThat(imported.network().runningStatistics().get("norm0.mean")).containsExactly(10);
        }
        for (List<String> wrong :
                List.of(List.of("fc0", "norm_in", "fc1", "fc2"), List.of("fc0", "norm_in", "fc1", "norm_in", "fc2"))) {
            assertRefused(
                    sorted,
                    options.withOrder(wrong),
                    "an order that names batch norms must name each once, with [1, 1] channels");
        }
        Path numbered = folder.resolve("numbered");
        withNorms("bn9", "bn10").writeFolder(numbered);
        try (ImportedNetwork imported = NetworkImporter.read(numbered, options)) {
            assertThat(imported.network().runningStatistics().get("norm1.mean")).containsExactly(11);
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.startsWith("the order of the batch norms is bn9, bn10: by the numbers in"));
        }
    }

    /** The arrays of a convolution and the norm after it, all of whose means are the given number. */
    private static void add(TensorFileWriter writer, String layer, Shape kernel, String norm, float mean) {
        writer.add(layer + ".weight", kernel, new float[(int) kernel.elements()]);
        addNorm(writer, norm, (int) kernel.size(0), mean);
    }

    /** The arrays of a norm, all of whose means are the given number. */
    private static <W extends ArrayWriter<W>> void addNorm(W writer, String norm, int channels, float mean) {
        float[] means = new float[channels];
        Arrays.fill(means, mean);
        writer.add(norm + ".weight", Shape.of(channels), new float[channels])
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
    void namesTheOptionThatOrdersAResidualNetwork() throws IOException {
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
                Layer.relu(),
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
                .hasMessageContaining("name all layers and norms from the first to the last, for instance --order "
                        + order + " if that is the order; an npz file, which keeps its order, does not need it");
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
        NumpyFileWriter writer =
                writer("x.W_mu 1x3", "x.W_rho 1x3", "y.W_mu 2x1", "y.W_rho 2x1", "z.W_mu 4x2", "z.W_rho 4x2");
        addNorm(writer, "a", 2, 0);
        addNorm(writer, "b", 1, 0);
        writer.writeNpz(file);
        Architecture known = twoNorms(3, 1, 2, 4);
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            assertThat(imported.report().mapped().get("norm0")).startsWith("b.weight");
            assertThat(imported.report().notes()).noneMatch(note -> note.contains("batch norms"));
        }
    }
}
