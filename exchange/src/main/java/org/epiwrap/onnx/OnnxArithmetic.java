package org.epiwrap.onnx;

import org.epiwrap.activation.Arithmetic;
import org.epiwrap.onnx.OnnxGraph.Value;

/** The operations on values of a graph, each of which adds a node. */
record OnnxArithmetic(OnnxGraph graph) implements Arithmetic<Value> {
    @Override
    public Value constant(double value) {
        return graph.number((float) value);
    }

    @Override
    public Value plus(Value a, Value b) {
        return graph.add(a, b);
    }

    @Override
    public Value minus(Value a, Value b) {
        return graph.subtract(a, b);
    }

    @Override
    public Value times(Value a, Value b) {
        return graph.multiply(a, b);
    }

    @Override
    public Value maximum(Value a, Value b) {
        return graph.apply("Max", a, b);
    }

    @Override
    public Value minimum(Value a, Value b) {
        return graph.apply("Min", a, b);
    }

    @Override
    public Value abs(Value x) {
        return graph.abs(x);
    }

    @Override
    public Value sign(Value x) {
        return graph.apply("Sign", x);
    }

    @Override
    public Value relu(Value x) {
        return graph.relu(x);
    }

    @Override
    public Value exp(Value x) {
        return graph.apply("Exp", x);
    }

    @Override
    public Value tanh(Value x) {
        return graph.apply("Tanh", x);
    }

    @Override
    public Value sigmoid(Value x) {
        return graph.apply("Sigmoid", x);
    }

    @Override
    public Value softplus(Value x) {
        return graph.apply("Softplus", x);
    }

    @Override
    public Value erf(Value x) {
        return graph.apply("Erf", x);
    }
}
