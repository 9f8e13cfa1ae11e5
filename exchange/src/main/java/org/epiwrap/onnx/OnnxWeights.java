package org.epiwrap.onnx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Rounding;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.onnx.OnnxShapes.Rank;

/**
 * The weights of an interval network as constants of a graph. Values derived from them, such as centres, are computed in the
 * graph: a runtime folds them when it loads the file, and the file holds each number once.
 */
final class OnnxWeights {
    /** The number that batch norm adds to a variance. */
    private static final float NORM_EPSILON = 1e-5f;

    private final OnnxGraph graph;
    private final Map<String, float[]> lower = new HashMap<>();
    private final Map<String, float[]> upper = new HashMap<>();
    private final Map<String, float[]> points = new HashMap<>();
    private final List<Linear> linear = new ArrayList<>();
    private final List<Norm> norms = new ArrayList<>();

    /**
     * A batch norm as an affine map of each channel: gain·x + offset.
     *
     * @param offsetSize the sum of the sizes of the two parts of an offset. They may cancel: the rounding of an offset is
     *     bounded by their sizes, not by its own
     */
    record Norm(Value gain, Value offset, Value offsetSize) {}

    /**
     * The kernels and biases of one layer.
     *
     * @param kernel [outputs, inputs], for convolutions with height and width
     * @param rank that of inputs and outputs
     */
    record Linear(
            OnnxGraph graph, BlockShape kernel, Rank rank, Value lower, Value upper, Value biasLower, Value biasUpper) {
        private static final int MAX_TERMS = 2048;

        /** The number of products that each output is a sum of. */
        long terms() {
            return kernel.size() / kernel.sizes().get(0);
        }

        /** Returns the kernels of a convolution that copies what each place sees to channels, one for each term. */
        Value windows() {
            int terms = (int) terms();
            if (terms > MAX_TERMS) {
                throw new IllegalArgumentException(
                        "a convolution of bounds of either sign, without a ReLU before it, must"
                                + " have at most " + MAX_TERMS + " terms to be exported to ONNX, but " + kernel.name()
                                + " has "
                                + terms);
            }
            List<Integer> sizes = kernel.sizes();
            return graph.identity(terms, sizes.get(1), sizes.get(2), sizes.get(3));
        }

        /** Returns kernels of a convolution as [outputs, terms, 1, 1]. */
        Value rows(Value kernels) {
            return graph.apply("Reshape", kernels, graph.integers(kernel.sizes().get(0), terms(), 1, 1));
        }

        Value centre() {
            return graph.half(graph.add(lower, upper));
        }

        Value radius() {
            return graph.half(graph.subtract(upper, lower));
        }

        Value biasCentre() {
            return graph.half(graph.add(biasLower, biasUpper));
        }

        Value biasRadius() {
            return graph.half(graph.subtract(biasUpper, biasLower));
        }

        /** An upper bound of the norm of each output's kernel, in the shape of the biases. */
        Value norms() {
            Value largest = graph.apply("Max", graph.abs(lower), graph.abs(upper));
            Value squares = graph.multiply(largest, largest);
            Value sizes = graph.add(
                    graph.apply("Sqrt", graph.sum(squares, rank.axes())), graph.number(Rounding.MAX_HIDDEN_NORM));
            return rank == Rank.IMAGES ? graph.apply("Unsqueeze", sizes, graph.integers(1, 2)) : sizes;
        }
    }

    OnnxWeights(OnnxGraph graph, IntervalNetwork network) {
        this.graph = graph;
        Layout layout = new Layout(network.architecture(), network.bias());
        Layout.cut(layout.random(), network.lower(), lower::put);
        Layout.cut(layout.random(), network.upper(), upper::put);
        Layout.cut(layout.points(), network.points(), points::put);
        for (Layout.Slot slot : layout.random()) {
            if (slot.name().endsWith(Layout.KERNEL)) {
                linear.add(linear(slot.shape(), slot.name().replace(Layout.KERNEL, Layout.BIAS)));
            }
        }
        for (BlockShape norm : layout.norms()) {
            norms.add(norm(norm.name(), network.statistics()));
        }
    }

    Linear linear(int layer) {
        return linear.get(layer);
    }

    Linear last() {
        return linear.get(linear.size() - 1);
    }

    Norm norm(int number) {
        return norms.get(number);
    }

    /** Adds a constant, under its name without the dots that ONNX does not allow. */
    private Value constant(String name, float[] values, long... sizes) {
        return graph.constant(name.replace('.', '_'), values, sizes);
    }

    private static float[] get(Map<String, float[]> parts, String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }

    private Linear linear(BlockShape kernel, String bias) {
        Rank rank = kernel.sizes().size() == 4 ? Rank.IMAGES : Rank.FEATURES;
        int outputs = kernel.sizes().get(0);
        long[] sizes = kernel.sizes().stream().mapToLong(Integer::longValue).toArray();
        long[] biasSizes = rank == Rank.IMAGES ? new long[] {outputs, 1, 1} : new long[] {outputs};
        boolean point = points.containsKey(bias);
        Value low = constant(kernel.name() + ".lower", get(lower, kernel.name()), sizes);
        Value high = constant(kernel.name() + ".upper", get(upper, kernel.name()), sizes);
        Value biasLow = point
                ? constant(bias, get(points, bias), biasSizes)
                : constant(bias + ".lower", get(lower, bias), biasSizes);
        Value biasHigh = point ? biasLow : constant(bias + ".upper", get(upper, bias), biasSizes);
        return new Linear(graph, kernel, rank, low, high, biasLow, biasHigh);
    }

    private Norm norm(String name, Map<String, float[]> statistics) {
        float[] scale = get(points, name + Layout.SCALE);
        float[] shift = get(points, name + Layout.SHIFT);
        float[] mean = get(statistics, name + Layout.MEAN);
        float[] variance = get(statistics, name + Layout.VARIANCE);
        float[] gain = new float[scale.length];
        float[] offset = new float[scale.length];
        float[] offsetSize = new float[scale.length];
        for (int i = 0; i < gain.length; i++) {
            gain[i] = scale[i] / (float) Math.sqrt(variance[i] + NORM_EPSILON);
            offset[i] = shift[i] - mean[i] * gain[i];
            offsetSize[i] = Math.abs(shift[i]) + Math.abs(mean[i] * gain[i]);
        }
        long[] sizes = {scale.length, 1, 1};
        return new Norm(
                constant(name + ".gain", gain, sizes),
                constant(name + ".offset", offset, sizes),
                constant(name + ".offset.size", offsetSize, sizes));
    }
}
