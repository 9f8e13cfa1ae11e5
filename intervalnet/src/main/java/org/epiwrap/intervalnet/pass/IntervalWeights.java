package org.epiwrap.intervalnet.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.epiwrap.concurrent.Lazy;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * A layer's kernels and biases as intervals, and the bounds of its outputs by the cheapest exact rule for the inputs at
 * hand. Kernels are [outputs, inputs, ...], with the runs before them if there are several. Several threads may use the
 * same weights at once.
 */
public final class IntervalWeights implements AutoCloseable {
    /** Terms held at once by the rule that takes every product by itself. */
    private static final long MAX_TERMS = 1L << 24;

    private final Tensor lower;
    private final Tensor upper;
    /** [2·outputs], or [runs, 1, 2·outputs], or [2·outputs, 1, 1]: whatever the outputs need. */
    private final Tensor bias;
    /** The axis of the outputs. */
    private final int outputs;

    private final boolean kept;

    /** All that is closed with this; several threads may add to it at once. */
    private final Queue<Tensor> forms = new ConcurrentLinkedQueue<>();

    /** Lower kernels, then upper ones: for points that are not negative. */
    private final Lazy<Tensor> pointForm;

    private final Lazy<Tensor> centre;
    private final Lazy<Tensor> centreSize;
    private final Lazy<Tensor> radius;
    private final Lazy<Tensor> centreAndRadius;
    private final Lazy<Tensor> boundsForm = form(this::boundsFormOf);
    /** The bounds of the outputs are moved by slope·‖inputs‖ + offset. */
    private final Lazy<Tensor> slope = form(this::slopeOf);
    /** By the number of inputs. */
    private final Map<Long, Tensor> offsets = new ConcurrentHashMap<>();

    /** If {@code kept}, all this and what is computed from it outlives the open scope until this is closed. */
    IntervalWeights(Tensor lower, Tensor upper, Tensor bias, int runs, boolean kept) {
        this.lower = lower;
        this.upper = upper;
        this.bias = bias;
        this.outputs = runs == 1 ? 0 : 1;
        this.kept = kept;
        if (kept) {
            forms.addAll(List.of(Scope.keep(lower), Scope.keep(upper), Scope.keep(bias)));
        }
        this.pointForm = form(() -> Tensor.concat(outputs, lower, upper));
        this.centre = form(() -> lower.plus(upper).times(Tensor.constant(0.5f)));
        this.centreSize = form(() -> centre.get().abs());
        this.radius = form(() -> upper.minus(lower).times(Tensor.constant(0.5f)));
        this.centreAndRadius = form(() -> Tensor.concat(outputs, centre.get(), radius.get()));
    }

    Activations apply(Activations input, LinearMap map, PassMode.Rounded rounding) {
        return withBias(product(input, map), input, rounding);
    }

    /** Returns the outputs' bounds before biases are added and rounding is allowed for. */
    Tensor product(Activations input, LinearMap map) {
        if (!input.bounds() && input.nonNegative()) {
            return map.apply(input.values(), pointForm.get());
        } else if (!input.bounds()) {
            // The kernels' centres times x, and their radii times |x|: two products whatever the signs.
            Tensor middle = map.apply(input.values(), centre.get());
            Tensor apart = map.apply(input.values().abs(), radius.get());
            int axis = middle.rank() == 4 ? 1 : middle.rank() - 1;
            return Tensor.concat(axis, middle.minus(apart), middle.plus(apart));
        } else if (input.nonNegative()) {
            return map.apply(input.values(), boundsForm.get());
        }
        return signed(input, map);
    }

    /** Returns the bounds of the outputs from the product of the same inputs. */
    Activations withBias(Tensor product, Activations input, PassMode.Rounded rounding) {
        Tensor added = rounding == PassMode.Rounded.OUTWARD ? widening(input) : bias;
        return new Activations(product.plus(added), true, false);
    }

    /** Returns the outputs' centres, and to first order their radii; for one run. */
    FirstOrderPass.Spread firstOrder(FirstOrderPass.Spread input, LinearMap map) {
        Tensor centres;
        Tensor radii;
        if (input.nonNegative()) {
            Tensor both = map.apply(input.centre(), centreAndRadius.get());
            int axis = both.rank() == 4 ? 1 : both.rank() - 1;
            List<Tensor> parts = both.split(axis, both.shape()[axis] / 2);
            centres = parts.get(0);
            radii = parts.get(1);
        } else {
            centres = map.apply(input.centre(), centre.get());
            radii = map.apply(input.centre().abs(), radius.get());
        }
        if (input.radius().isPresent()) {
            radii = radii.plus(map.apply(input.radius().get(), centreSize.get()));
        }
        List<Tensor> ends = bias.split(0, bias.shape()[0] / 2);
        Tensor half = Tensor.constant(0.5f);
        Tensor biasCentre = ends.get(0).plus(ends.get(1)).times(half);
        Tensor biasRadius = ends.get(1).minus(ends.get(0)).times(half);
        return new FirstOrderPass.Spread(centres.plus(biasCentre), Optional.of(radii.plus(biasRadius)), false);
    }

    /**
     * Returns the biases moved apart by γ·(‖w‖·‖a‖ + |b|), so that adding them is all that rounding outward costs. The
     * norm of all inputs bounds that of each window.
     */
    private Tensor widening(Activations input) {
        Tensor a = input.values();
        boolean image = a.rank() == 4;
        Tensor size = a.flat().norm();
        Tensor sizes = image ? size.reshape(-1, 1, 1, 1) : size.reshape(withAxis(size.shape(), size.rank()));
        long[] shape = a.shape();
        long inputs = image ? shape[1] * shape[2] * shape[3] : shape[a.rank() - 1];
        return sizes.times(slope.get()).plus(offsets.computeIfAbsent(inputs, this::offset));
    }

    /** Σ over the inputs of the lowest and of the highest of the four products of the ends. */
    private Tensor signed(Activations input, LinearMap map) {
        int inputs = outputs + 1;
        long channels = lower.shape()[inputs];
        Tensor low = map.rows(input.lower(), channels);
        Tensor high = map.rows(input.upper(), channels);
        Tensor wl = matrix(lower);
        Tensor wu = matrix(upper);
        long[] a = withAxis(low.shape(), low.rank() - 1);
        Tensor al = low.reshape(a);
        Tensor au = high.reshape(a);
        long all = wl.shape()[outputs];
        long at = Math.max(1, MAX_TERMS / Math.max(1, low.size()));
        List<Tensor> lowest = new ArrayList<>();
        List<Tensor> highest = new ArrayList<>();
        for (long from = 0; from < all; from += at) {
            Tensor l = some(wl, from, Math.min(all, from + at));
            Tensor u = some(wu, from, Math.min(all, from + at));
            Tensor ll = al.times(l);
            Tensor lu = al.times(u);
            Tensor ul = au.times(l);
            Tensor uu = au.times(u);
            int last = ll.rank() - 1;
            lowest.add(ll.minimum(lu).minimum(ul.minimum(uu)).sum(last));
            highest.add(ll.maximum(lu).maximum(ul.maximum(uu)).sum(last));
        }
        lowest.addAll(highest);
        Tensor rows = Tensor.concat(lowest.get(0).rank() - 1, lowest.toArray(Tensor[]::new));
        return map.unrolled(rows, input.values());
    }

    /** [outputs, all that one is computed from], with the runs before. */
    private Tensor matrix(Tensor kernels) {
        long[] shape = kernels.shape();
        return outputs == 0 ? kernels.reshape(shape[0], -1) : kernels.reshape(shape[0], shape[1], -1);
    }

    /** Returns some of the outputs, with an axis for the rows of inputs before them. */
    private Tensor some(Tensor matrix, long from, long to) {
        Tensor part = matrix;
        long all = matrix.shape()[outputs];
        if (from > 0 || to < all) {
            long[] cuts = from == 0 ? new long[] {to} : to == all ? new long[] {from} : new long[] {from, to};
            part = matrix.split(outputs, cuts).get(from == 0 ? 0 : 1);
        }
        return part.reshape(withAxis(part.shape(), outputs));
    }

    private static long[] withAxis(long[] shape, int at) {
        long[] longer = new long[shape.length + 1];
        System.arraycopy(shape, 0, longer, 0, at);
        longer[at] = 1;
        System.arraycopy(shape, at, longer, at + 1, shape.length - at);
        return longer;
    }

    /** For bounds that are not negative: a kernel takes the bound of its own side where it is positive, else the other. */
    private Tensor boundsFormOf() {
        int inputs = outputs + 1;
        Tensor lowerPositive = lower.relu();
        Tensor upperPositive = upper.relu();
        Tensor forLower = Tensor.concat(inputs, lowerPositive, lower.minus(lowerPositive));
        Tensor forUpper = Tensor.concat(inputs, upper.minus(upperPositive), upperPositive);
        return Tensor.concat(outputs, forLower, forUpper);
    }

    /** Of so many products as an output has. */
    private Tensor gamma() {
        long terms = 1;
        for (int i = outputs + 1; i < lower.rank(); i++) {
            terms *= lower.shape()[i];
        }
        // Twice the terms where bounds go in, and some more for the bias and the centres' own rounding.
        return Tensor.constant(Rounding.gamma(2 * terms + 8));
    }

    private Tensor slopeOf() {
        return signs().times(norms()).times(gamma());
    }

    private Tensor offset(long inputs) {
        return keptIfWanted(() -> {
            Tensor hidden = norms().times(Tensor.constant(Rounding.hiddenNorm(inputs)));
            Tensor error = bias.abs().plus(hidden).times(gamma()).plus(Tensor.constant(Rounding.TINY));
            return bias.plus(signs().times(error));
        });
    }

    /** At least the norm of what each bound is a product with, in the shape of the biases. */
    private Tensor norms() {
        Tensor largest = matrix(lower).abs().maximum(matrix(upper).abs());
        Tensor each = largest.norm().plus(Tensor.constant(Rounding.hiddenNorm(largest.shape()[largest.rank() - 1])));
        return Tensor.concat(outputs, each, each).reshape(bias.shape());
    }

    /** −1 for each lower bound and 1 for each upper one, in the shape of one run's biases. */
    private Tensor signs() {
        return Rounding.signs(bias.shape(), bias.rank() == 3 && outputs == 0 ? 0 : bias.rank() - 1);
    }

    private Lazy<Tensor> form(Supplier<Tensor> compute) {
        return new Lazy<>(() -> keptIfWanted(compute));
    }

    private Tensor keptIfWanted(Supplier<Tensor> compute) {
        if (!kept) {
            return compute.get();
        }
        Tensor form = Scope.get(() -> Scope.keep(compute.get()));
        forms.add(form);
        return form;
    }

    @Override
    public void close() {
        forms.forEach(Tensor::close);
    }
}
