package org.epiwrap.onnx;

import org.epiwrap.onnx.OnnxGraph.Value;

/** The operations on values of single precision, in which layers are computed. */
record OnnxSingles(OnnxGraph graph) implements OnnxArithmetic {
    @Override
    public Value constant(double value) {
        return graph.number((float) value);
    }

    @Override
    public Value relu(Value x) {
        return graph.relu(x);
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
