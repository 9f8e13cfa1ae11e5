package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which nodes use each value of a graph; a node that uses it twice stands there twice. */
final class Consumers {
    private final Map<String, List<NodeProto>> byValue = new HashMap<>();

    Consumers(GraphProto graph) {
        for (NodeProto node : graph.getNodeList()) {
            for (String input : node.getInputList()) {
                // The shape of a value is no use of its numbers.
                if (!input.isEmpty() && !node.getOpType().equals("Shape")) {
                    byValue.computeIfAbsent(input, key -> new ArrayList<>()).add(node);
                }
            }
        }
    }

    List<NodeProto> of(String value) {
        return byValue.getOrDefault(value, List.of());
    }
}
