package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.onnx.OnnxGraph;
import org.epiwrap.onnx.OnnxGraph.Attribute;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * The weights of an interval network as constants of a graph. What is computed from them, such as centres, is computed in
 * the graph and once: a runtime folds it when it loads the file, and the file holds each number once.
 */
final class OnnxWeights {
    /** What batch norm adds to a variance. */
    private static final float NORM_EPSILON = 1e-5f;

    private final OnnxGraph graph;
    private final List<Linear> linear = new ArrayList<>();
    private final List<Norm> norms = new ArrayList<>();

    /** A batch norm as an affine map a channel: gain·x + offset. */
    record Norm(Value gain, Value rising, Value falling, Value size, Value offset, Value offsetSize) {}

    OnnxWeights(OnnxGraph graph, IntervalNetwork network) {
        this.graph = graph;
        Layout layout = new Layout(network.architecture(), network.bias());
        Map<String, float[]> lower = cut(layout.random(), network.lower());
        Map<String, float[]> upper = cut(layout.random(), network.upper());
        Map<String, float[]> points = cut(layout.points(), network.points());
        for (Layout.Slot slot : layout.random()) {
            if (slot.name().endsWith(Layout.KERNEL)) {
                String bias = slot.name().replace(Layout.KERNEL, Layout.BIAS);
                linear.add(new Linear(slot.shape(), bias, lower, upper, points));
            }
        }
        for (BlockShape norm : layout.norms()) {
            norms.add(norm(norm.name(), points, network.statistics()));
        }
    }

    Linear linear(int layer) {
        return linear.get(layer);
    }

    Norm norm(int number) {
        return norms.get(number);
    }

    /** A name without the dots that ONNX does not allow. */
    private static String identifier(String name) {
        return name.replace('.', '_');
    }

    private static Map<String, float[]> cut(List<Layout.Slot> slots, float[] all) {
        Map<String, float[]> parts = new HashMap<>();
        slots.forEach(
                slot -> parts.put(slot.name(), Arrays.copyOfRange(all, slot.offset(), slot.offset() + slot.size())));
        return parts;
    }

    private static float[] get(Map<String, float[]> parts, String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }

    private Norm norm(String name, Map<String, float[]> points, Map<String, float[]> statistics) {
        float[] scale = get(points, name + Layout.SCALE);
        float[] shift = get(points, name + Layout.SHIFT);
        float[] mean = get(statistics, name + Layout.MEAN);
        float[] variance = get(statistics, name + Layout.VARIANCE);
        float[] gain = new float[scale.length];
        float[] offset = new float[scale.length];
        // The two parts of an offset may cancel: its rounding is bounded by their sizes, not by its own.
        float[] offsetSize = new float[scale.length];
        for (int i = 0; i < gain.length; i++) {
            gain[i] = scale[i] / (float) Math.sqrt(variance[i] + NORM_EPSILON);
            offset[i] = shift[i] - mean[i] * gain[i];
            offsetSize[i] = Math.abs(shift[i]) + Math.abs(mean[i] * gain[i]);
        }
        long channels = scale.length;
        Value gains = graph.constant(identifier(name + ".gain"), gain, channels, 1, 1);
        Value offsets = graph.constant(identifier(name + ".offset"), offset, channels, 1, 1);
        Value rising = graph.apply("Relu", gains);
        return new Norm(
                gains,
                rising,
                graph.apply("Sub", gains, rising),
                graph.apply("Abs", gains),
                offsets,
                graph.constant(identifier(name + ".offset.size"), offsetSize, channels, 1, 1));
    }

    /** The kernels and biases of one layer. */
    final class Linear {
        private final boolean convolution;
        private final long terms;
        private final Value lower;
        private final Value upper;
        private final Value biasLower;
        private final Value biasUpper;
        private final Map<String, Value> computed = new HashMap<>();

        private Linear(
                BlockShape kernel,
                String bias,
                Map<String, float[]> lowers,
                Map<String, float[]> uppers,
                Map<String, float[]> points) {
            this.convolution = kernel.sizes().size() == 4;
            int outputs = kernel.sizes().get(0);
            this.terms = kernel.size() / outputs;
            long[] sizes = kernel.sizes().stream().mapToLong(Integer::longValue).toArray();
            this.lower = graph.constant(identifier(kernel.name() + ".lower"), get(lowers, kernel.name()), sizes);
            this.upper = graph.constant(identifier(kernel.name() + ".upper"), get(uppers, kernel.name()), sizes);
            long[] biasSizes = convolution ? new long[] {outputs, 1, 1} : new long[] {outputs};
            if (lowers.containsKey(bias)) {
                this.biasLower = graph.constant(identifier(bias + ".lower"), get(lowers, bias), biasSizes);
                this.biasUpper = graph.constant(identifier(bias + ".upper"), get(uppers, bias), biasSizes);
            } else {
                this.biasLower = graph.constant(identifier(bias), get(points, bias), biasSizes);
                this.biasUpper = biasLower;
            }
        }

        boolean isConvolution() {
            return convolution;
        }

        /** The products that each output is a sum of. */
        long terms() {
            return terms;
        }

        Value lower() {
            return lower;
        }

        Value upper() {
            return upper;
        }

        Value biasLower() {
            return biasLower;
        }

        Value biasUpper() {
            return biasUpper;
        }

        Value centre() {
            return once("centre", () -> half(graph.apply("Add", lower, upper)));
        }

        Value radius() {
            return once("radius", () -> half(graph.apply("Sub", upper, lower)));
        }

        Value centreSize() {
            return once("centre size", () -> graph.apply("Abs", centre()));
        }

        Value biasCentre() {
            return once("bias centre", () -> half(graph.apply("Add", biasLower, biasUpper)));
        }

        Value biasRadius() {
            return once("bias radius", () -> half(graph.apply("Sub", biasUpper, biasLower)));
        }

        Value lowerPositive() {
            return once("lower positive", () -> graph.apply("Relu", lower));
        }

        Value lowerNegative() {
            return once("lower negative", () -> graph.apply("Sub", lower, lowerPositive()));
        }

        Value upperPositive() {
            return once("upper positive", () -> graph.apply("Relu", upper));
        }

        Value upperNegative() {
            return once("upper negative", () -> graph.apply("Sub", upper, upperPositive()));
        }

        /** At least the norm of what each output is a product with, in the shape of the biases. */
        Value norms() {
            return once("norms", () -> {
                Value largest = graph.apply("Max", graph.apply("Abs", lower), graph.apply("Abs", upper));
                Value squares = graph.apply("Mul", largest, largest);
                long[] axes = convolution ? new long[] {1, 2, 3} : new long[] {1};
                Value sums =
                        graph.apply("ReduceSum", Map.of("keepdims", Attribute.number(0)), squares, graph.wholes(axes));
                Value sizes = graph.apply("Sqrt", sums);
                return convolution ? graph.apply("Unsqueeze", sizes, graph.wholes(1, 2)) : sizes;
            });
        }

        /** The product of activations with kernels that are those of this layer in some form. */
        Value product(Layer layer, Value input, Value kernels) {
            if (layer instanceof Layer.Convolution c) {
                return graph.apply(
                        "Conv",
                        Map.of(
                                "kernel_shape", Attribute.list(c.size(), c.size()),
                                "strides", Attribute.list(c.stride(), c.stride()),
                                "pads", Attribute.list(c.padding(), c.padding(), c.padding(), c.padding())),
                        input,
                        kernels);
            }
            return graph.apply("Gemm", Map.of("transB", Attribute.number(1)), input, kernels);
        }

        private Value half(Value value) {
            return graph.apply("Mul", value, graph.number(0.5f));
        }

        private Value once(String name, Supplier<Value> compute) {
            Value value = computed.get(name);
            if (value == null) {
                value = compute.get();
                computed.put(name, value);
            }
            return value;
        }
    }
}
