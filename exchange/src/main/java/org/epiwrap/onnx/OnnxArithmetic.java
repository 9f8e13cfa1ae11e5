package org.epiwrap.onnx;

import org.epiwrap.activation.Arithmetic;
import org.epiwrap.onnx.OnnxGraph.Value;

/** The operations on values of a graph, each of which adds a node. What depends on the precision is left open. */
interface OnnxArithmetic extends Arithmetic<Value> {
    OnnxGraph graph();

    @Override
    default Value plus(Value a, Value b) {
        return graph().add(a, b);
    }

    @Override
    default Value minus(Value a, Value b) {
        return graph().subtract(a, b);
    }

    @Override
    default Value times(Value a, Value b) {
        return graph().multiply(a, b);
    }

    @Override
    default Value maximum(Value a, Value b) {
        return graph().apply("Max", a, b);
    }

    @Override
    default Value minimum(Value a, Value b) {
        return graph().apply("Min", a, b);
    }

    @Override
    default Value abs(Value x) {
        return graph().abs(x);
    }

    @Override
    default Value sign(Value x) {
        return graph().apply("Sign", x);
    }

    @Override
    default Value exp(Value x) {
        return graph().apply("Exp", x);
    }

    @Override
    default Value tanh(Value x) {
        return graph().apply("Tanh", x);
    }

    @Override
    default Value sigmoid(Value x) {
        return graph().apply("Sigmoid", x);
    }
}
