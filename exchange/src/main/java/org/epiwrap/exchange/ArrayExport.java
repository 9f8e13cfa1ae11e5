package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.numpy.NumpyFileWriter;

/**
 * Exports the numbers of a network as plain arrays that any tool can read, in single precision. Layers are named {@code dense0},
 * {@code convolution1}, {@code norm0} and so on, in their order; dense kernels are [outputs, inputs], those of convolutions
 * [outputs, inputs, height, width].
 *
 * <p>The architecture goes with them as JSON: in safetensors under {@value #ARCHITECTURE} among the metadata, in npz and
 * folders as the bytes of its text in an array of that name.
 */
public final class ArrayExport {
    /** The name under which the architecture is stored. */
    static final String ARCHITECTURE = "architecture";

    private final Architecture architecture;
    private final List<Named> arrays = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
    private record Named(String name, Shape shape, float[] values) {}

    private ArrayExport(Architecture architecture, RunSeeds seeds) {
        Check.between("the number of runs", seeds.runs(), 1, 1);
        this.architecture = architecture;
    }

    /**
     * Returns the posteriors: {@code .mean} and {@code .std} of each {@code .kernel}, and of each {@code .bias} unless it is a
     * point; {@code .scale}, {@code .shift}, {@code .mean} and {@code .variance} of each norm. The network must have one run.
     */
    public static ArrayExport posterior(BayesianNetwork network) {
        ArrayExport export = new ArrayExport(network.architecture(), network.seeds());
        Layout layout = new Layout(network.architecture(), network.bias());
        export.add(layout.random(), ".mean", network.means(0));
        export.add(layout.random(), ".std", network.deviations(0));
        export.add(layout.points(), "", network.pointValues(0));
        network.runningStatistics().forEach(export::add);
        return export;
    }

    /**
     * Returns the intervals: {@code .lower} and {@code .upper} of each {@code .kernel}, and of each {@code .bias} unless it is a
     * point; norms as in {@link #posterior}. The network must have one run.
     */
    public static ArrayExport bounds(IntervalNetwork network) {
        ArrayExport export = new ArrayExport(network.architecture(), network.seeds());
        Layout layout = new Layout(network.architecture(), network.bias());
        export.add(layout.random(), ".lower", network.lower());
        export.add(layout.random(), ".upper", network.upper());
        export.add(layout.points(), "", network.points());
        network.statistics().forEach(export::add);
        return export;
    }

    private void add(List<Layout.Slot> slots, String suffix, float[] all) {
        for (Layout.Slot slot : slots) {
            Shape shape = new Shape(
                    slot.shape().sizes().stream().map(Integer::longValue).toList());
            float[] values = Arrays.copyOfRange(all, slot.offset(), slot.offset() + slot.size());
            arrays.add(new Named(slot.name() + suffix, shape, values));
        }
    }

    private void add(String name, float[] values) {
        arrays.add(new Named(name, Shape.of(values.length), values));
    }

    /** Writes an npz archive atomically. */
    public void writeNpz(Path file) throws IOException {
        numpy().writeNpz(file);
    }

    /** Writes a folder of npy files, which must not exist yet or be empty. */
    public void writeFolder(Path folder) throws IOException {
        numpy().writeFolder(folder);
    }

    private NumpyFileWriter numpy() {
        NumpyFileWriter writer = NumpyFileWriter.create();
        arrays.forEach(array -> writer.add(array.name(), array.shape(), array.values()));
        byte[] json = json().getBytes(StandardCharsets.UTF_8);
        return writer.add(ARCHITECTURE, Shape.of(json.length), json);
    }

    /** Writes a safetensors file atomically. */
    public void writeSafetensors(Path file) throws IOException {
        TensorFileWriter writer = TensorFileWriter.create().metadata(ARCHITECTURE, json());
        arrays.forEach(array -> writer.add(array.name(), array.shape(), array.values()));
        writer.writeTo(file);
    }

    private String json() {
        return ArchitectureJson.write(architecture).toString();
    }
}
