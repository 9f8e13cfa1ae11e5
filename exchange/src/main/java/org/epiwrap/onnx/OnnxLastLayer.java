package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * The last layer in double precision, whose logits are compared through their differences as in
 * {@link org.epiwrap.credal.LastLayer}.
 */
final class OnnxLastLayer {
    private final OnnxGraph graph;
    private final OnnxDoubles on;
    private final int classes;
    private final int units;
    /** [classes, units]. */
    private final Value centre;

    private final Value radius;
    /** [classes]. */
    private final Value bias;

    private final Value biasRadius;

    /** Values between bounds, [examples, units]. */
    record Box(Value lower, Value upper) {}

    OnnxLastLayer(OnnxGraph graph, OnnxWeights.Linear own) {
        this.graph = graph;
        this.on = new OnnxDoubles(graph);
        this.classes = own.kernel().sizes().get(0);
        this.units = own.kernel().sizes().get(1);
        this.centre = middle(own.lower(), own.upper());
        this.radius = half(own.lower(), own.upper());
        this.bias = middle(own.biasLower(), own.biasUpper());
        this.biasRadius = half(own.biasLower(), own.biasUpper());
    }

    private Value middle(Value lower, Value upper) {
        return on.times(on.constant(0.5), on.plus(on.of(lower), on.of(upper)));
    }

    private Value half(Value lower, Value upper) {
        return on.times(on.constant(0.5), on.minus(on.of(upper), on.of(lower)));
    }

    int classes() {
        return classes;
    }

    /** Returns the logits of the centres, [examples, classes]. */
    Value logits(Value activations) {
        return on.plus(on.product(activations, centre), bias);
    }

    /**
     * Returns the minimum of z_a - z_c for each class c with activations between bounds, [examples, classes].
     *
     * @param a a class for each example, or one for all
     * @param scale of the radii of this layer
     */
    Value minDifferences(Value a, double scale, Box box, boolean nonNegative) {
        Value k = on.constant(scale);
        Value difference = on.minus(row(centre, a), centre);
        Value apart = on.times(k, on.plus(row(radius, a), radius));
        Value biases = on.minus(on.minus(row(bias, a), bias), on.times(k, on.plus(row(biasRadius, a), biasRadius)));
        Value lower = graph.apply("Unsqueeze", box.lower(), graph.integers(1));
        Value upper = graph.apply("Unsqueeze", box.upper(), graph.integers(1));
        Value low = on.minus(difference, apart);
        Value smallest = on.minimum(on.times(low, lower), on.times(low, upper));
        if (!nonNegative) {
            Value high = on.plus(difference, apart);
            smallest = graph.apply("Min", smallest, on.times(high, lower), on.times(high, upper));
        }
        return on.plus(biases, graph.sum(smallest, 2));
    }

    /** The numbers of classes, in a shape that broadcasts to those of all classes. */
    private Value row(Value ofClasses, Value chosen) {
        return graph.apply("Unsqueeze", graph.apply("Gather", ofClasses, chosen), graph.integers(1));
    }

    /** Returns for each class 1 if no other is above it for every choice of weights and activations, else 0. */
    Value possible(Box box, boolean nonNegative) {
        Value[] differences = IntStream.range(0, classes)
                .mapToObj(a -> minDifferences(graph.integers(a), 1, box, nonNegative))
                .toArray(Value[]::new);
        Value isDominated = graph.apply("Greater", graph.apply("Max", differences), rounding(box));
        return graph.cast(graph.apply("Not", isDominated), DataType.INT64);
    }

    /** An upper bound of the error of a difference: classes that are out by less stay. [examples, 1]. */
    private Value rounding(Box box) {
        Value largest = on.maximum(on.abs(box.lower()), on.abs(box.upper()));
        Value sizes = on.plus(on.product(largest, on.plus(on.abs(centre), radius)), on.plus(on.abs(bias), biasRadius));
        Value size =
                graph.apply("ReduceMax", List.of(OnnxGraph.list("axes", 1), OnnxGraph.number("keepdims", 1)), sizes);
        return on.times(on.constant(2 * (units + 16) * 0x1p-53), size);
    }
}
