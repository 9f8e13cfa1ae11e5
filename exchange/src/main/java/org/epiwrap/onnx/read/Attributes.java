package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The attributes of a node, each with the value that the operator has where it is not given. */
record Attributes(Map<String, AttributeProto> byName) {
    static Attributes of(NodeProto node) {
        Map<String, AttributeProto> byName = new HashMap<>();
        node.getAttributeList().forEach(attribute -> byName.put(attribute.getName(), attribute));
        return new Attributes(byName);
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    long integer(String name, long otherwise) {
        AttributeProto attribute = byName.get(name);
        return attribute == null ? otherwise : attribute.getI();
    }

    /** Returns the number that is nearest to the float of the file when it is written with few digits: 0.01 is 0.01. */
    double number(String name, double otherwise) {
        AttributeProto attribute = byName.get(name);
        return attribute == null ? otherwise : Double.parseDouble(Float.toString(attribute.getF()));
    }

    String text(String name, String otherwise) {
        AttributeProto attribute = byName.get(name);
        return attribute == null ? otherwise : attribute.getS().toStringUtf8();
    }

    List<Long> integers(String name, List<Long> otherwise) {
        AttributeProto attribute = byName.get(name);
        return attribute == null ? otherwise : attribute.getIntsList();
    }
}
