package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of a graph that do not depend on its input: initializers, constants, and transposes of them. */
final class Constants {
    private final Map<String, TensorProto> tensors = new HashMap<>();
    /** What a value is an identity or a transpose of. */
    private final Map<String, NodeProto> derived = new HashMap<>();

    private final TensorReader reader;

    Constants(GraphProto graph, TensorReader reader) {
        this.reader = reader;
        for (TensorProto tensor : graph.getInitializerList()) {
            put(tensor.getName(), tensor);
        }
        // Nodes are in an order in which each comes after those it uses.
        for (NodeProto node : graph.getNodeList()) {
            if (node.getOutputCount() == 1 && node.getOpType().equals("Constant")) {
                put(node.getOutput(0), constant(node));
            } else if (node.getOutputCount() == 1
                    && node.getInputCount() == 1
                    && (node.getOpType().equals("Identity") || node.getOpType().equals("Transpose"))
                    && contains(node.getInput(0))) {
                derived.put(node.getOutput(0), node);
            }
        }
    }

    private void put(String name, TensorProto tensor) {
        if (tensors.put(name, tensor) != null) {
            throw new IllegalArgumentException("the tensor '" + name + "' must be defined once, but is defined twice");
        }
    }

    private static TensorProto constant(NodeProto node) {
        for (AttributeProto attribute : node.getAttributeList()) {
            switch (attribute.getName()) {
                case "value" -> {
                    return attribute.getT();
                }
                case "value_float" -> {
                    return floats(List.of(attribute.getF()));
                }
                case "value_floats" -> {
                    return floats(attribute.getFloatsList(), attribute.getFloatsCount());
                }
                case "value_int" -> {
                    return integers(List.of(attribute.getI()));
                }
                case "value_ints" -> {
                    return integers(attribute.getIntsList(), attribute.getIntsCount());
                }
                default -> {
                    // Another kind of value.
                }
            }
        }
        throw NodeReader.refused(node, "must have a tensor or numbers as its value");
    }

    private static TensorProto floats(List<Float> values, long... sizes) {
        return tensor(TensorProto.DataType.FLOAT_VALUE, sizes)
                .addAllFloatData(values)
                .build();
    }

    private static TensorProto integers(List<Long> values, long... sizes) {
        return tensor(TensorProto.DataType.INT64_VALUE, sizes)
                .addAllInt64Data(values)
                .build();
    }

    private static TensorProto.Builder tensor(int type, long... sizes) {
        return TensorProto.newBuilder()
                .setDataType(type)
                .addAllDims(Arrays.stream(sizes).boxed().toList());
    }

    boolean contains(String name) {
        return tensors.containsKey(name) || derived.containsKey(name);
    }

    /** Returns whether a node computes nothing that depends on the input. */
    boolean isConstant(NodeProto node) {
        return node.getOutputCount() == 1 && contains(node.getOutput(0));
    }

    /** Returns the numbers of a value; empty if it depends on the input. */
    Optional<OnnxArray> get(String name) throws IOException {
        int turns = 0;
        String source = name;
        NodeProto node = derived.get(source);
        for (int steps = 0; node != null && steps <= derived.size(); steps++) {
            turns += node.getOpType().equals("Transpose") ? 1 : 0;
            checkTurn(node);
            source = node.getInput(0);
            node = derived.get(source);
        }
        TensorProto tensor = tensors.get(source);
        if (tensor == null) {
            return Optional.empty();
        }
        OnnxArray array = reader.read(source, tensor);
        if (turns > 0 && array.rank() != 2) {
            throw new IllegalArgumentException(
                    "only matrices can be transposed, but '" + source + "' has " + array.rank() + " sizes");
        }
        return Optional.of(turns % 2 == 1 ? array.transposed() : array);
    }

    private static void checkTurn(NodeProto node) {
        List<Long> order = Attributes.of(node).integers("perm", List.of(1L, 0L));
        if (!order.equals(List.of(1L, 0L))) {
            throw NodeReader.refused(node, "must swap the two sizes of a matrix, but has the order " + order);
        }
    }

    /** Returns a single number; empty if the value is not one. */
    Optional<Double> number(String name) throws IOException {
        TensorProto tensor = tensors.get(name);
        if (tensor == null || tensor.getDimsList().stream().anyMatch(size -> size != 1)) {
            return Optional.empty();
        }
        return Optional.of(reader.read(name, tensor).values()[0]);
    }
}
