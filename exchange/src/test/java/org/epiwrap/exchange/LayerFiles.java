package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;

/** Files of dense layers in the names of probly, all of whose numbers are 0: their names and shapes alone matter. */
final class LayerFiles {
    private LayerFiles() {}

    /** A file of layers a, b, ... with the given [outputs, inputs]. */
    static Path layers(Path folder, int[]... shapes) throws IOException {
        Object[] named = new Object[2 * shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            named[2 * i] = String.valueOf((char) ('a' + i));
            named[2 * i + 1] = shapes[i];
        }
        return layers(folder, named);
    }

    /** A file of layers, each with its name and its [outputs, inputs]. */
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
