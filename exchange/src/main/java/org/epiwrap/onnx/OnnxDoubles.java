package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * The operations on values of double precision, in which scores are computed. Runtimes have the error function in single
 * precision only, which is off by less than 1e-6, and softplus is composed of others for the same reason.
 */
record OnnxDoubles(OnnxGraph graph) implements OnnxArithmetic {
    /** Returns a value in double precision. */
    Value of(Value single) {
        return graph.cast(single, DataType.DOUBLE);
    }

    /** Returns 1 − x. */
    Value rest(Value x) {
        return minus(constant(1), x);
    }

    Value log(Value x) {
        return graph.apply("Log", x);
    }

    Value divide(Value a, Value b) {
        return graph.apply("Div", a, b);
    }

    /** Returns rows times the transposed columns, [rows, columns]. */
    Value product(Value rows, Value columns) {
        return graph.apply("Gemm", List.of(OnnxGraph.number("transB", 1)), rows, columns);
    }

    @Override
    public Value constant(double value) {
        return graph.exact(value);
    }

    @Override
    public Value relu(Value x) {
        return maximum(x, constant(0));
    }

    @Override
    public Value softplus(Value x) {
        Value beyond = exp(minus(constant(0), abs(x)));
        return plus(relu(x), log(plus(constant(1), beyond)));
    }

    @Override
    public Value erf(Value x) {
        return of(graph.apply("Erf", graph.cast(x, DataType.FLOAT)));
    }
}
