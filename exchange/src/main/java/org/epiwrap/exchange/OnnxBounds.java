package org.epiwrap.exchange;

import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.intervalnet.Rounding;
import org.epiwrap.onnx.OnnxGraph;
import org.epiwrap.onnx.OnnxGraph.Attribute;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * The bounds of all activations, by the same rules as those of interval networks: the cheapest that is exact for the
 * activations at hand, moved outward by the rounding if asked to.
 */
final class OnnxBounds {
    private final OnnxGraph graph;
    private final OnnxWeights weights;
    private final Architecture architecture;
    private final boolean outward;
    private final boolean averaged;
    private int weighted;
    private int normed;

    /** Bounds, or points that are both. */
    record Result(Value lower, Value upper) {
        Value midpoint(OnnxGraph graph) {
            return graph.apply("Mul", graph.apply("Add", lower, upper), graph.number(0.5f));
        }
    }

    /**
     * Activations between layers.
     *
     * @param bounds whether they are bounds; else both are the same points
     */
    private record Interval(Value lower, Value upper, boolean bounds, boolean nonNegative, boolean image) {
        static Interval points(Value values, boolean nonNegative, boolean image) {
            return new Interval(values, values, false, nonNegative, image);
        }
    }

    /**
     * A pass to be used once.
     *
     * @param outward whether bounds are moved outward by what rounding may have cost
     * @param averaged whether a layer gets the midpoints of its inputs' bounds in place of the bounds
     */
    OnnxBounds(OnnxGraph graph, OnnxWeights weights, Architecture architecture, boolean outward, boolean averaged) {
        this.graph = graph;
        this.weights = weights;
        this.architecture = architecture;
        this.outward = outward;
        this.averaged = averaged;
    }

    Result of(Value input) {
        Interval logits = through(architecture.layers(), Interval.points(input, false, true));
        return new Result(logits.lower(), logits.upper());
    }

    private Interval through(List<Layer> layers, Interval input) {
        Interval x = input;
        for (Layer layer : layers) {
            x = apply(layer, x);
        }
        return x;
    }

    private Interval suited(Layer layer, Interval x) {
        boolean image = OnnxShapes.givesImage(layer, x.image());
        Value lower = OnnxShapes.suited(graph, layer, x.lower(), x.image());
        Value upper = x.bounds() ? OnnxShapes.suited(graph, layer, x.upper(), x.image()) : lower;
        return new Interval(lower, upper, x.bounds(), x.nonNegative(), image);
    }

    private interface Operation {
        Value of(Value value);
    }

    /** Something monotone, done to both bounds. */
    private static Interval both(Interval x, boolean nonNegative, Operation operation) {
        Value lower = operation.of(x.lower());
        return new Interval(lower, x.bounds() ? operation.of(x.upper()) : lower, x.bounds(), nonNegative, x.image());
    }

    private Interval apply(Layer layer, Interval input) {
        if (layer instanceof Layer.Residual residual) {
            return sum(through(residual.body(), input), through(residual.shortcut(), input));
        }
        Interval x = suited(layer, input);
        if (layer instanceof Layer.Dense || layer instanceof Layer.Convolution) {
            return linear(layer, averaged ? midpoints(x) : x);
        } else if (layer instanceof Layer.Relu) {
            return both(x, true, value -> graph.apply("Relu", value));
        } else if (layer instanceof Layer.MaxPool pool) {
            return both(x, x.nonNegative(), value -> OnnxShapes.maxPool(graph, value, pool.size()));
        } else if (layer instanceof Layer.AveragePool pool) {
            return averagePool(x, pool.size());
        } else if (layer instanceof Layer.BatchNorm) {
            return norm(x, weights.norm(normed++));
        }
        return x;
    }

    private Interval midpoints(Interval x) {
        return x.bounds()
                ? Interval.points(new Result(x.lower(), x.upper()).midpoint(graph), x.nonNegative(), x.image())
                : x;
    }

    private Interval linear(Layer layer, Interval x) {
        OnnxWeights.Linear own = weights.linear(weighted++);
        Value lower;
        Value upper;
        if (!x.bounds() && x.nonNegative()) {
            lower = own.product(layer, x.lower(), own.lower());
            upper = own.product(layer, x.lower(), own.upper());
        } else if (!x.bounds()) {
            Value middle = own.product(layer, x.lower(), own.centre());
            Value apart = own.product(layer, abs(x.lower()), own.radius());
            lower = graph.apply("Sub", middle, apart);
            upper = add(middle, apart);
        } else if (x.nonNegative()) {
            lower = add(
                    own.product(layer, x.lower(), own.lowerPositive()),
                    own.product(layer, x.upper(), own.lowerNegative()));
            upper = add(
                    own.product(layer, x.lower(), own.upperNegative()),
                    own.product(layer, x.upper(), own.upperPositive()));
        } else {
            Result signed = signed(own, x);
            lower = signed.lower();
            upper = signed.upper();
        }
        lower = add(lower, own.biasLower());
        upper = add(upper, own.biasUpper());
        boolean image = own.isConvolution();
        Interval result = new Interval(lower, upper, true, false, image);
        if (!outward) {
            return result;
        }
        Value size = size(x);
        Value gamma = graph.number(Rounding.gamma(2 * own.terms() + 8));
        Value errorBelow = times(add(times(size, own.norms()), abs(own.biasLower())), gamma);
        Value errorAbove = times(add(times(size, own.norms()), abs(own.biasUpper())), gamma);
        return moved(result, errorBelow, errorAbove);
    }

    /** The norm of all numbers of an example, in a shape that meets outputs; the norm of both bounds where there are two. */
    private Value size(Interval x) {
        Value squares = squares(x.lower(), x.image());
        Value all = x.bounds() ? add(squares, squares(x.upper(), x.image())) : squares;
        return graph.apply("Sqrt", all);
    }

    private Value squares(Value value, boolean image) {
        Value axes = image ? graph.wholes(1, 2, 3) : graph.wholes(1);
        return graph.apply("ReduceSum", Map.of("keepdims", Attribute.number(1)), times(value, value), axes);
    }

    /** Σ over the inputs of the least and of the greatest of the four products of the ends. */
    private Result signed(OnnxWeights.Linear own, Interval x) {
        if (own.isConvolution()) {
            throw new IllegalArgumentException(
                    "a convolution after bounds of either sign, without a ReLU between them, has no ONNX form here");
        }
        Value low = graph.apply("Unsqueeze", x.lower(), graph.wholes(1));
        Value high = graph.apply("Unsqueeze", x.upper(), graph.wholes(1));
        Value[] products = {
            times(low, own.lower()), times(low, own.upper()), times(high, own.lower()), times(high, own.upper())
        };
        Map<String, Attribute> flat = Map.of("keepdims", Attribute.number(0));
        return new Result(
                graph.apply("ReduceSum", flat, graph.apply("Min", products), graph.wholes(2)),
                graph.apply("ReduceSum", flat, graph.apply("Max", products), graph.wholes(2)));
    }

    private Interval averagePool(Interval x, int size) {
        Interval pooled = both(x, x.nonNegative(), value -> OnnxShapes.averagePool(graph, value, size));
        if (!outward || !x.bounds()) {
            return pooled;
        }
        Value gamma = graph.number(Rounding.gamma((long) size * size));
        return moved(
                pooled,
                times(OnnxShapes.averagePool(graph, abs(x.lower()), size), gamma),
                times(OnnxShapes.averagePool(graph, abs(x.upper()), size), gamma));
    }

    /** The sign of the gain decides which bound becomes which. */
    private Interval norm(Interval x, OnnxWeights.Norm norm) {
        if (!x.bounds() && !outward) {
            return Interval.points(add(times(x.lower(), norm.gain()), norm.offset()), false, true);
        }
        Value lower = add(add(times(x.lower(), norm.rising()), times(x.upper(), norm.falling())), norm.offset());
        Value upper = add(add(times(x.upper(), norm.rising()), times(x.lower(), norm.falling())), norm.offset());
        Interval result = new Interval(lower, upper, true, false, true);
        if (!outward) {
            return result;
        }
        Value largest = graph.apply("Max", abs(x.lower()), abs(x.upper()));
        Value size = add(times(largest, norm.size()), norm.offsetSize());
        Value error = times(size, graph.number(Rounding.gamma(12)));
        return moved(result, error, error);
    }

    private Interval sum(Interval body, Interval side) {
        boolean nonNegative = body.nonNegative() && side.nonNegative();
        Value lower = add(body.lower(), side.lower());
        if (!body.bounds() && !side.bounds()) {
            return Interval.points(lower, nonNegative, body.image());
        }
        Interval sum = new Interval(lower, add(body.upper(), side.upper()), true, nonNegative, body.image());
        if (!outward) {
            return sum;
        }
        Value gamma = graph.number(Rounding.gamma(1));
        return moved(sum, times(abs(sum.lower()), gamma), times(abs(sum.upper()), gamma));
    }

    /** Bounds moved apart, but not below 0 where nothing is below 0 in real numbers either. */
    private Interval moved(Interval x, Value errorBelow, Value errorAbove) {
        Value tiny = graph.number(Rounding.TINY);
        Interval wide = new Interval(
                graph.apply("Sub", x.lower(), add(errorBelow, tiny)),
                add(x.upper(), add(errorAbove, tiny)),
                true,
                x.nonNegative(),
                x.image());
        return x.nonNegative() ? both(wide, true, value -> graph.apply("Relu", value)) : wide;
    }

    private Value add(Value one, Value other) {
        return graph.apply("Add", one, other);
    }

    private Value times(Value one, Value other) {
        return graph.apply("Mul", one, other);
    }

    private Value abs(Value value) {
        return graph.apply("Abs", value);
    }
}
