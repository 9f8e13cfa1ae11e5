package org.epiwrap.onnx;

import java.util.List;
import java.util.function.UnaryOperator;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.intervalnet.pass.Rounding;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.onnx.OnnxShapes.Rank;

/**
 * The bounds of all activations, by the same rules as those of interval networks: the cheapest rule that is exact for the
 * activations at hand.
 */
final class OnnxBounds extends OnnxPass<OnnxBounds.Interval> {
    private final Mode mode;
    private final OnnxArithmetic on;

    /** How bounds are passed from layer to layer. */
    enum Mode {
        /** Bounds are moved outward by what rounding may have cost, so that they hold in real numbers. */
        OUTWARD,
        /** Bounds are those of single precision. */
        ROUNDED,
        /** A layer gets the midpoints of its inputs' bounds, in single precision. */
        MIDPOINTS
    }

    /**
     * Activations between layers; where they are points, lower and upper are one value.
     *
     * @param nonNegative whether no activation is below 0 in real numbers
     */
    record Interval(Value lower, Value upper, boolean nonNegative, Rank rank) implements Activations<Interval> {
        static Interval points(Value values, boolean nonNegative, Rank rank) {
            return new Interval(values, values, nonNegative, rank);
        }

        /** Bounds of either sign. */
        static Interval bounds(Value lower, Value upper, Rank rank) {
            return new Interval(lower, upper, false, rank);
        }

        boolean isPoints() {
            return lower.equals(upper);
        }

        /** Applies a monotone operation that keeps the sign to both bounds. */
        @Override
        public Interval map(Rank newRank, UnaryOperator<Value> operation) {
            Value newLower = operation.apply(lower);
            return new Interval(newLower, isPoints() ? newLower : operation.apply(upper), nonNegative, newRank);
        }

        Value midpoint(OnnxGraph graph) {
            return isPoints() ? lower : graph.half(graph.add(lower, upper));
        }
    }

    OnnxBounds(OnnxGraph graph, OnnxWeights weights, Mode mode) {
        super(graph, weights);
        this.mode = mode;
        this.on = new OnnxSingles(graph);
    }

    /** Returns the bounds of the logits. */
    Interval of(Architecture architecture, Value input) {
        return Layer.through(architecture.layers(), this, Interval.points(input, false, Rank.IMAGES));
    }

    /** Returns the bounds of the last layer's inputs. */
    Interval hidden(Architecture architecture, Value input) {
        List<Layer> before =
                architecture.layers().subList(0, architecture.layers().size() - 1);
        return flat(Layer.through(before, this, Interval.points(input, false, Rank.IMAGES)));
    }

    @Override
    Interval linear(Interval input, OnnxWeights.Linear own, OnnxShapes.LinearMap map) {
        Interval x = mode == Mode.MIDPOINTS
                ? Interval.points(input.midpoint(graph), input.nonNegative(), input.rank())
                : input;
        Interval products = products(own, x, map);
        Interval result = Interval.bounds(
                graph.add(products.lower(), own.biasLower()), graph.add(products.upper(), own.biasUpper()), x.rank());
        if (mode != Mode.OUTWARD) {
            return result;
        }
        Value gamma = graph.number(Rounding.gamma(2 * own.terms() + 8));
        Value size = graph.multiply(size(x), own.norms());
        return outward(
                result,
                Interval.bounds(
                        graph.multiply(graph.add(size, graph.abs(own.biasLower())), gamma),
                        graph.multiply(graph.add(size, graph.abs(own.biasUpper())), gamma),
                        x.rank()));
    }

    /** The bounds of the products of kernels and activations, before biases. */
    private Interval products(OnnxWeights.Linear own, Interval x, OnnxShapes.LinearMap map) {
        if (x.isPoints() && x.nonNegative()) {
            return Interval.bounds(map.of(x.lower(), own.lower()), map.of(x.lower(), own.upper()), x.rank());
        }
        if (x.isPoints()) {
            Value centre = map.of(x.lower(), own.centre());
            Value radius = map.of(graph.abs(x.lower()), own.radius());
            return Interval.bounds(graph.subtract(centre, radius), graph.add(centre, radius), x.rank());
        }
        if (x.nonNegative()) {
            Value lower = map.of(x.lower(), graph.relu(own.lower()));
            Value upper = map.of(x.lower(), graph.negativePart(own.upper()));
            return Interval.bounds(
                    graph.add(lower, map.of(x.upper(), graph.negativePart(own.lower()))),
                    graph.add(upper, map.of(x.upper(), graph.relu(own.upper()))),
                    x.rank());
        }
        return signed(own, x, map);
    }

    /** The sums over the inputs of the smallest and of the largest of the four products of the ends. */
    private Interval signed(OnnxWeights.Linear own, Interval x, OnnxShapes.LinearMap map) {
        boolean images = x.rank() == Rank.IMAGES;
        // What each place of a convolution sees, as channels.
        Interval seen = images ? x.map(x.rank(), value -> map.of(value, own.windows())) : x;
        Value low = graph.apply("Unsqueeze", seen.lower(), graph.integers(1));
        Value high = graph.apply("Unsqueeze", seen.upper(), graph.integers(1));
        Value lower = images ? own.rows(own.lower()) : own.lower();
        Value upper = images ? own.rows(own.upper()) : own.upper();
        Value[] products = {
            graph.multiply(low, lower),
            graph.multiply(low, upper),
            graph.multiply(high, lower),
            graph.multiply(high, upper)
        };
        return Interval.bounds(
                graph.sum(graph.apply("Min", products), 2), graph.sum(graph.apply("Max", products), 2), x.rank());
    }

    /**
     * An upper bound of the norm of all numbers of an example, in a shape that broadcasts to outputs; of both bounds where
     * there are two.
     */
    private Value size(Interval x) {
        Value squares = squares(x.lower(), x.rank());
        Value sum = x.isPoints() ? squares : graph.add(squares, squares(x.upper(), x.rank()));
        return graph.add(graph.apply("Sqrt", sum), graph.number(Rounding.MAX_HIDDEN_NORM));
    }

    private Value squares(Value value, Rank rank) {
        return graph.sumKeepingAxes(graph.multiply(value, value), rank.axes());
    }

    @Override
    public Interval nonlinearity(Layer.Nonlinearity layer, Interval x) {
        Activation f = layer.activation();
        Interval result = f.isMonotone() || x.isPoints() ? x.map(x.rank(), v -> f.value(on, v)) : turning(f, x);
        result = new Interval(result.lower(), result.upper(), f.nonNegative(), x.rank());
        if (mode != Mode.OUTWARD || f.operations() == 0) {
            return result;
        }
        Value size = on.maximum(f.size(on, x.lower()), f.size(on, x.upper()));
        Value error = graph.multiply(size, graph.number(Rounding.gamma(f.operations())));
        return outward(result, Interval.points(error, true, x.rank()));
    }

    private Interval turning(Activation f, Interval x) {
        Value lowest = on.maximum(x.lower(), on.minimum(x.upper(), on.constant(f.turningPoint())));
        return Interval.bounds(
                f.value(on, lowest), on.maximum(f.value(on, x.lower()), f.value(on, x.upper())), x.rank());
    }

    @Override
    public Interval averagePool(Layer.AveragePool pool, Interval x) {
        Interval pooled = super.averagePool(pool, x);
        if (mode != Mode.OUTWARD) {
            return pooled;
        }
        // The sum, the division, and what moving the bounds costs itself; means of points are rounded, too.
        Value gamma = graph.number(Rounding.gamma((long) pool.size() * pool.size() + 4));
        Interval error = image(x).map(Rank.IMAGES, value -> {
            Value size = shapes.pool("AveragePool", graph.abs(value), pool.size());
            return graph.multiply(size, gamma);
        });
        return outward(pooled, error);
    }

    /** The sign of the gain decides which bound becomes which. */
    @Override
    Interval norm(Interval x, OnnxWeights.Norm norm) {
        if (x.isPoints() && mode != Mode.OUTWARD) {
            return Interval.points(
                    graph.add(graph.multiply(x.lower(), norm.gain()), norm.offset()), false, Rank.IMAGES);
        }
        Interval result =
                Interval.bounds(affine(norm, x.lower(), x.upper()), affine(norm, x.upper(), x.lower()), Rank.IMAGES);
        if (mode != Mode.OUTWARD) {
            return result;
        }
        Value largest = graph.apply("Max", graph.abs(x.lower()), graph.abs(x.upper()));
        Value size = graph.add(graph.multiply(largest, graph.abs(norm.gain())), norm.offsetSize());
        Value error = graph.multiply(size, graph.number(Rounding.gamma(12)));
        return outward(result, Interval.points(error, false, Rank.IMAGES));
    }

    /** Positive gains take one bound, negative gains the other. */
    private Value affine(OnnxWeights.Norm norm, Value byPositive, Value byNegative) {
        Value rising = graph.multiply(byPositive, graph.relu(norm.gain()));
        Value falling = graph.multiply(byNegative, graph.negativePart(norm.gain()));
        return graph.add(graph.add(rising, falling), norm.offset());
    }

    @Override
    Interval sum(Interval body, Interval shortcut) {
        Value lower = graph.add(body.lower(), shortcut.lower());
        Value upper = body.isPoints() && shortcut.isPoints() ? lower : graph.add(body.upper(), shortcut.upper());
        Interval sum = new Interval(lower, upper, body.nonNegative() && shortcut.nonNegative(), body.rank());
        if (mode != Mode.OUTWARD) {
            return sum;
        }
        Value gamma = graph.number(Rounding.gamma(1));
        return outward(sum, sum.map(sum.rank(), value -> graph.multiply(graph.abs(value), gamma)));
    }

    /** Bounds moved outward by an error of each, but not below 0 where no activation is below 0 in real numbers. */
    private Interval outward(Interval x, Interval error) {
        Value tiny = graph.number(Rounding.TINY);
        Interval wide = new Interval(
                graph.subtract(x.lower(), graph.add(error.lower(), tiny)),
                graph.add(x.upper(), graph.add(error.upper(), tiny)),
                x.nonNegative(),
                x.rank());
        return x.nonNegative() ? wide.map(x.rank(), graph::relu) : wide;
    }
}
