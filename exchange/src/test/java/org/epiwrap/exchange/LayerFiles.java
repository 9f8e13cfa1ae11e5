package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;

/** Writes small npz files. */
final class LayerFiles {
    private static final Pattern ARRAY = Pattern.compile("(\\S+) ([0-9x]+)(?:: (.*))?");

    private LayerFiles() {}

    /** Writes arrays, each as {@code "name 2x1: 0.5 0.25"}, or without numbers if all are 0. */
    static void npz(Path file, String... arrays) throws IOException {
        writer(arrays).writeNpz(file);
    }

    /** A writer that holds arrays as {@link #npz} takes them. */
    static NumpyFileWriter writer(String... arrays) {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (String array : arrays) {
            Matcher parts = ARRAY.matcher(array);
            assertThat(parts.matches()).as(array).isTrue();
            Shape shape = Shape.of(Arrays.stream(parts.group(2).split("x", -1))
                    .mapToLong(Long::parseLong)
                    .toArray());
            String numbers = parts.group(3);
            double[] values = numbers == null
                    ? new double[Math.toIntExact(shape.elements())]
                    : Arrays.stream(numbers.split(" ", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray();
            writer.add(parts.group(1), shape, values);
        }
        return writer;
    }

    /** A file in the names of probly, all of whose numbers are 0, of layers a, b, ... with the given [outputs, inputs]. */
    static Path layers(Path folder, int[]... shapes) throws IOException {
        Object[] named = new Object[2 * shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            named[2 * i] = String.valueOf((char) ('a' + i));
            named[2 * i + 1] = shapes[i];
        }
        return layers(folder, named);
    }

    /** A file in the names of probly, all of whose numbers are 0, of layers, each with its name and its [outputs, inputs]. */
    static Path layers(Path folder, Object... namesAndShapes) throws IOException {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (int i = 0; i < namesAndShapes.length; i += 2) {
            int[] sizes = (int[]) namesAndShapes[i + 1];
            Shape shape = Shape.of(sizes[0], sizes[1]);
            writer.add(namesAndShapes[i] + ".weight_mu", shape, new float[sizes[0] * sizes[1]]);
            writer.add(namesAndShapes[i] + ".weight_rho", shape, new float[sizes[0] * sizes[1]]);
        }
        Path file = Files.createTempFile(folder, "layers", ".npz");
        writer.writeNpz(file);
        return file;
    }
}
