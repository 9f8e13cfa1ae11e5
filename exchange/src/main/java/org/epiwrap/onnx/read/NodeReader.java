package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Layer;
import org.epiwrap.store.Text;

/** Turns single nodes into layers. */
final class NodeReader {
    /** What batch norm adds to a variance here. */
    private static final double OWN_EPSILON = 1e-5;
    /** The most layers that share a vector. */
    private static final int MAX_USERS = 256;

    private final Constants constants;
    private final Consumers consumers;
    private final List<String> notes;
    private final Map<String, Integer> uses = new HashMap<>();

    NodeReader(Constants constants, Consumers consumers, List<String> notes) {
        this.constants = constants;
        this.consumers = consumers;
        this.notes = notes;
    }

    /** Adds the layer of a node, and returns the value after it. */
    String read(NodeProto node, String value, Steps steps) throws IOException {
        if (node.getOutputCount() == 0
                || node.getInputCount() == 0
                || !node.getInput(0).equals(value)) {
            // The first input of each operator that is read here is what it computes with; only sums have another
            // order.
            if (!node.getOpType().equals("Add") || node.getOutputCount() == 0) {
                throw refused(node, "must compute with the value " + Text.quoted(value) + " as its first input");
            }
        }
        Attributes attributes = Attributes.of(node);
        switch (node.getOpType()) {
            case "Gemm", "MatMul" -> {
                return dense(node, attributes, steps);
            }
            case "Conv" -> {
                return convolution(node, attributes, steps);
            }
            case "BatchNormalization" -> batchNorm(node, attributes, steps);
            case "MaxPool" -> steps.add(new Layer.MaxPool(pool(node, attributes, steps)));
            case "AveragePool" -> steps.add(new Layer.AveragePool(pool(node, attributes, steps)));
            case "GlobalAveragePool" -> steps.add(new Layer.AveragePool(whole(node, steps)));
            case "ReduceMean" -> reduceMean(node, attributes, steps);
            case "Flatten" -> {
                require(node, attributes.integer("axis", 1) == 1, "must have the axis 1");
                steps.flatten();
            }
            case "Reshape" -> reshape(node, steps);
            case "Squeeze" -> {
                require(node, steps.volume().plane() == 1, "must leave examples and features, which it does not");
                steps.flatten();
            }
            // PyTorch writes one before each average pool, whatever its padding.
            case "Pad" ->
                require(node, addsNothing(node, attributes), "must add nothing: only convolutions have padding");
            case "Identity", "Dropout" -> {
                // Nothing is dropped in prediction.
            }
            case "Softmax", "LogSoftmax" -> {
                require(node, consumers.of(node.getOutput(0)).isEmpty(), "must be the last node");
                notes.add(named(node) + " at the end is left out: networks give logits here");
            }
            default -> activate(node, attributes, steps);
        }
        return node.getOutput(0);
    }

    private void activate(NodeProto node, Attributes attributes, Steps steps) throws IOException {
        if (node.getOpType().equals("Sigmoid")
                && steps.isFlat()
                && steps.volume().size() == 1
                && consumers.of(node.getOutput(0)).isEmpty()) {
            notes.add(
                    named(node) + " at the end is left out: it is the probability of class 1 of two, and networks give"
                            + " logits here");
            return;
        }
        steps.add(new Layer.Nonlinearity(activation(node, attributes)));
    }

    private Activation activation(NodeProto node, Attributes attributes) throws IOException {
        return switch (node.getOpType()) {
            case "Relu" -> new Activation.Relu();
            case "LeakyRelu" -> new Activation.LeakyRelu(attributes.number("alpha", 0.01));
            case "Elu" -> new Activation.Elu(attributes.number("alpha", 1));
            case "Softplus" -> new Activation.Softplus();
            case "Sigmoid" -> new Activation.Sigmoid();
            case "Tanh" -> new Activation.Tanh();
            case "Mish" -> new Activation.Mish();
            case "HardSigmoid" -> {
                require(node, attributes.number("beta", 0.5) == 0.5, "must have a beta of 0.5");
                double slope = attributes.number("alpha", 0.2);
                // A sixth is not a float.
                yield new Activation.HardSigmoid(Math.abs(slope - 1.0 / 6) < 1e-6 ? 1.0 / 6 : slope);
            }
            case "Clip" -> {
                require(
                        node,
                        limit(node, attributes, "min", 1) == -1 && limit(node, attributes, "max", 2) == 1,
                        "must cut at -1 and 1");
                yield new Activation.HardTanh();
            }
            case "Gelu" ->
                switch (attributes.text("approximate", "none")) {
                    case "none" -> new Activation.Gelu();
                    case "tanh" -> new Activation.TanhGelu();
                    default -> throw refused(node, "must have the approximation none or tanh");
                };
            default -> throw refused(node, "is of an operator that no layer here computes");
        };
    }

    /** The limits were attributes up to operator set 10, and are inputs since. */
    private double limit(NodeProto node, Attributes attributes, String name, int input) throws IOException {
        return node.getInputCount() > input
                ? constants.number(node.getInput(input)).orElse(Double.NaN)
                : attributes.number(name, Double.NaN);
    }

    private String dense(NodeProto node, Attributes attributes, Steps steps) throws IOException {
        boolean isGemm = node.getOpType().equals("Gemm");
        require(
                node,
                attributes.number("alpha", 1) == 1
                        && attributes.number("beta", 1) == 1
                        && attributes.integer("transA", 0) == 0,
                "must have alpha and beta 1 and no transA");
        OnnxArray stored = constant(node, 1, "kernel");
        require(node, stored.rank() == 2, "must have a matrix as its kernel");
        OnnxArray kernel = isGemm && attributes.integer("transB", 0) != 0 ? stored : stored.transposed();
        int outputs = kernel.sizes().get(0);
        int inputs = kernel.sizes().get(1);
        require(
                node,
                steps.isFlat() && inputs == steps.volume().size(),
                "has " + inputs + " inputs, but receives " + (steps.isFlat() ? "" : "images of ") + steps.volume());
        Optional<OnnxArray> own =
                isGemm && node.getInputCount() > 2 ? Optional.of(constant(node, 2, "bias")) : Optional.empty();
        Biased biased = biased(node, own, outputs, 1);
        steps.add(new Layer.Dense(outputs), new OnnxNetwork.Linear(named(node), kernel, biased.bias()));
        return biased.value();
    }

    private String convolution(NodeProto node, Attributes attributes, Steps steps) throws IOException {
        OnnxArray kernel = constant(node, 1, "kernel");
        require(
                node,
                kernel.rank() == 4
                        && kernel.sizes().get(2).equals(kernel.sizes().get(3)),
                "must have square kernels");
        require(node, !steps.isFlat(), "must receive images, but receives features");
        int size = kernel.sizes().get(2);
        require(node, attributes.integer("group", 1) == 1, "must have one group");
        require(node, same(attributes.integers("dilations", List.of(1L))) == 1, "must not be dilated");
        require(
                node,
                attributes.integers("kernel_shape", List.of((long) size)).stream()
                        .allMatch(each -> each == size),
                "must have the kernel_shape of its kernels");
        String padding = attributes.text("auto_pad", "NOTSET");
        require(
                node,
                padding.equals("NOTSET") || padding.equals("VALID"),
                "must have its padding as numbers (pads), but has auto_pad " + Text.quoted(padding));
        long stride = same(attributes.integers("strides", List.of(1L)));
        long pad = padding.equals("VALID") ? 0 : same(attributes.integers("pads", List.of(0L)));
        require(node, stride > 0 && pad >= 0, "must have the same stride and padding on all sides");
        require(
                node,
                kernel.sizes().get(1) == steps.volume().channels(),
                "takes " + kernel.sizes().get(1) + " channels, but receives " + steps.volume());
        int outputs = kernel.sizes().get(0);
        Optional<OnnxArray> own = node.getInputCount() > 2 ? Optional.of(constant(node, 2, "bias")) : Optional.empty();
        Biased biased = biased(node, own, outputs, 3);
        steps.add(
                new Layer.Convolution(outputs, size, Math.toIntExact(stride), Math.toIntExact(pad)),
                new OnnxNetwork.Linear(named(node), kernel, biased.bias()));
        return biased.value();
    }

    /**
     * The bias of a layer, its own or what the next node adds.
     *
     * @param value after it
     */
    private record Biased(Optional<OnnxArray> bias, String value) {}

    /** The last sizes of a bias that is added are its own and ones for the axes after it. */
    private Biased biased(NodeProto node, Optional<OnnxArray> own, int outputs, int axes) throws IOException {
        String value = node.getOutput(0);
        if (own.isPresent()) {
            require(
                    node,
                    own.get().values().length == outputs,
                    "must have one bias for each of its " + outputs + " outputs");
            return new Biased(own, value);
        }
        List<NodeProto> users = consumers.of(value);
        if (users.size() != 1
                || !users.get(0).getOpType().equals("Add")
                || users.get(0).getInputCount() != 2) {
            return new Biased(own, value);
        }
        NodeProto sum = users.get(0);
        Optional<OnnxArray> added = constants.get(sum.getInput(sum.getInput(0).equals(value) ? 1 : 0));
        if (added.isEmpty()) {
            return new Biased(own, value);
        }
        List<Integer> sizes = added.get().sizes();
        int place = sizes.size() - axes;
        require(
                sum,
                added.get().values().length == outputs && place >= 0 && sizes.get(place) == outputs,
                "must add one bias to each of the " + outputs + " outputs before it");
        return new Biased(added, sum.getOutput(0));
    }

    private void batchNorm(NodeProto node, Attributes attributes, Steps steps) throws IOException {
        require(node, attributes.integer("training_mode", 0) == 0, "must not be in training mode");
        int channels = steps.volume().channels();
        require(node, !steps.isFlat() || steps.volume().plane() == 1, "must receive channels");
        OnnxArray variance = constant(node, 4, "variance");
        double surplus = attributes.number("epsilon", 1e-5) - OWN_EPSILON;
        OnnxArray shifted = new OnnxArray(
                variance.name(),
                variance.sizes(),
                Arrays.stream(variance.values()).map(each -> each + surplus).toArray(),
                false);
        OnnxNetwork.Norm norm = new OnnxNetwork.Norm(
                named(node),
                constant(node, 1, "scale"),
                constant(node, 2, "shift"),
                constant(node, 3, "mean"),
                shifted);
        for (OnnxArray part : List.of(norm.scale(), norm.shift(), norm.mean(), norm.variance())) {
            require(
                    node,
                    part.values().length == channels,
                    "must have a number for each of the " + channels + " channels");
        }
        steps.add(new Layer.BatchNorm(), norm);
    }

    /** The size of a window that is as wide as its stride. */
    private static int pool(NodeProto node, Attributes attributes, Steps steps) {
        require(node, !steps.isFlat(), "must receive images, but receives features");
        long size = same(attributes.integers("kernel_shape", List.of()));
        require(
                node,
                size > 0
                        && same(attributes.integers("strides", List.of(1L))) == size
                        && same(attributes.integers("pads", List.of(0L))) == 0
                        && same(attributes.integers("dilations", List.of(1L))) == 1
                        && attributes.integer("ceil_mode", 0) == 0
                        && List.of("NOTSET", "VALID").contains(attributes.text("auto_pad", "NOTSET")),
                "must have square windows, each beside the other, without padding");
        return Math.toIntExact(size);
    }

    /** The sizes of the padding were an attribute up to operator set 10, and are an input since. */
    private boolean addsNothing(NodeProto node, Attributes attributes) throws IOException {
        Optional<OnnxArray> given = node.getInputCount() > 1 ? constants.get(node.getInput(1)) : Optional.empty();
        return given.map(OnnxArray::values)
                .or(() -> Optional.of(attributes.integers("pads", List.of()).stream()
                                .mapToDouble(Long::doubleValue)
                                .toArray())
                        .filter(pads -> pads.length > 0))
                .map(pads -> Arrays.stream(pads).allMatch(pad -> pad == 0))
                .orElse(false);
    }

    private static int whole(NodeProto node, Steps steps) {
        require(
                node,
                !steps.isFlat() && steps.volume().height() == steps.volume().width(),
                "must receive square images, but receives " + steps.volume());
        return steps.volume().height();
    }

    private void reduceMean(NodeProto node, Attributes attributes, Steps steps) throws IOException {
        List<Long> axes = attributes.integers("axes", List.of());
        if (node.getInputCount() > 1) {
            axes = Arrays.stream(constant(node, 1, "axes").values())
                    .mapToObj(each -> (long) each)
                    .toList();
        }
        require(
                node,
                axes.equals(List.of(2L, 3L)) || axes.equals(List.of(-2L, -1L)) || axes.equals(List.of(-1L, -2L)),
                "must be over height and width, but is over the axes " + axes);
        steps.add(new Layer.AveragePool(whole(node, steps)));
        if (attributes.integer("keepdims", 1) == 0) {
            steps.flatten();
        }
    }

    private void reshape(NodeProto node, Steps steps) throws IOException {
        Optional<OnnxArray> shape = node.getInputCount() > 1 ? constants.get(node.getInput(1)) : Optional.empty();
        if (shape.isEmpty()) {
            notes.add(named(node) + " computes its shape; it is taken for a flattening");
        } else {
            double[] sizes = shape.get().values();
            require(
                    node,
                    sizes.length == 2
                            && (sizes[1] == -1 || sizes[1] == steps.volume().size()),
                    "must turn images into features, but has the shape " + Arrays.toString(sizes));
        }
        steps.flatten();
    }

    private OnnxArray constant(NodeProto node, int input, String what) throws IOException {
        if (node.getInputCount() <= input) {
            throw refused(node, "must have a " + what + ", but has none");
        }
        OnnxArray array = constants
                .get(node.getInput(input))
                .orElseThrow(() -> refused(node, "must have a constant " + what + ", but computes it"));
        // Exporters merge equal vectors, such as statistics; kernels of two layers have one posterior only if they are
        // one.
        int users = uses.merge(array.name(), 1, Integer::sum);
        require(
                node,
                users <= (array.rank() > 1 ? 1 : MAX_USERS),
                "must not share its " + what + " " + Text.quoted(array.name()) + " with other layers");
        for (double value : array.values()) {
            require(node, Double.isFinite(value), "must have finite numbers in its " + what);
        }
        return array;
    }

    /** Returns the one number of a list; -1 if there are several different ones or none. */
    private static long same(List<Long> numbers) {
        return numbers.stream().distinct().count() == 1 ? numbers.get(0) : -1;
    }

    /** Returns a node by its name and operator, such as {@code '/fc1/Gemm' (Gemm)}. */
    static String named(NodeProto node) {
        String name = node.getName().isEmpty() && node.getOutputCount() > 0 ? node.getOutput(0) : node.getName();
        return Text.quoted(name) + " (" + Text.shown(node.getOpType()) + ")";
    }

    static IllegalArgumentException refused(NodeProto node, String problem) {
        return new IllegalArgumentException("the node " + named(node) + " " + problem);
    }

    private static void require(NodeProto node, boolean holds, String otherwise) {
        if (!holds) {
            throw refused(node, otherwise);
        }
    }
}
