package org.epiwrap.intervalnet.pass;

import static org.epiwrap.activation.TensorArithmetic.TENSORS;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Nonlinearity;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** One pass of a batch through the layers of an interval network. */
public final class IntervalPass implements Layer.Visitor<Activations, Activations> {
    /**
     * A batch norm as an affine map a channel: gain·x + offset.
     *
     * @param offset shift − mean·gain
     * @param size |shift| + |mean·gain|, by which the offset's rounding is bounded: the two may cancel
     */
    public record Norm(Tensor gain, Tensor offset, Tensor size) {}

    private final int runs;
    private final Iterator<IntervalWeights> weights;
    private final Iterator<Norm> norms;
    private final PassMode mode;
    private int dropping;
    private final List<Tensor> outputs = new ArrayList<>();
    /** Of the first layer with weights, if its inputs are points: the same for all passes of a batch. */
    private @Nullable Tensor firstProduct;

    /** Creates a pass, to be used once. */
    public IntervalPass(int runs, List<IntervalWeights> weights, List<Norm> norms, PassMode mode) {
        this.runs = runs;
        this.weights = weights.iterator();
        this.norms = norms.iterator();
        this.mode = mode;
    }

    /** Returns this pass, which reuses the first product of another pass of the same batch without dropout. */
    IntervalPass after(IntervalPass other) {
        firstProduct = other.firstProduct;
        return this;
    }

    /** Returns the bounds of the logits for inputs [examples, channels, height, width]. */
    public Activations logits(List<Layer> layers, Tensor input, boolean nonNegative) {
        return begin(layers, input, nonNegative).asBounds();
    }

    /** Takes images through the first layers. */
    Activations begin(List<Layer> layers, Tensor input, boolean nonNegative) {
        Tensor x = runs == 1 ? input : input.flat();
        return through(layers, Activations.points(x, nonNegative));
    }

    Activations through(List<Layer> layers, Activations input) {
        return Layer.through(layers, this, input);
    }

    @Override
    public Activations dense(Dense layer, Activations x) {
        return linear(x.flat(), new LinearMap.DenseMap(runs));
    }

    @Override
    public Activations convolution(Convolution convolution, Activations x) {
        return linear(x.image(), new LinearMap.ConvolutionMap(convolution));
    }

    /** Applies an activation: its largest value is at an end, its smallest as close to the turning point as it gets. */
    @Override
    public Activations nonlinearity(Nonlinearity layer, Activations x) {
        Activation f = layer.activation();
        Activations result;
        if (f.isMonotone() || !x.bounds()) {
            result = x.with(f.value(TENSORS, x.values()), f.nonNegative());
        } else {
            Tensor turn = Tensor.constant((float) f.turningPoint());
            Tensor lowest = f.value(TENSORS, x.lower().maximum(x.upper().minimum(turn)));
            Tensor highest = f.value(TENSORS, x.lower()).maximum(f.value(TENSORS, x.upper()));
            result = new Activations(Tensor.concat(x.axis(), lowest, highest), true, f.nonNegative());
        }
        return mode.isOutward() && f.operations() > 0 ? widened(f, result.asBounds(), x.asBounds()) : result;
    }

    private static Activations widened(Activation f, Activations result, Activations x) {
        // The sizes of both ends, since either may be what a bound was computed from.
        Tensor size = f.size(TENSORS, x.lower()).maximum(f.size(TENSORS, x.upper()));
        Tensor error = size.times(Tensor.constant(Rounding.gamma(f.operations())));
        return moved(result, Rounding.outward(result, doubled(error, x.axis())));
    }

    @Override
    public Activations maxPool(MaxPool pool, Activations x) {
        return x.with(x.image().values().maxPool(pool.size(), pool.size()));
    }

    @Override
    public Activations flatten(Flatten layer, Activations x) {
        return x.flat();
    }

    @Override
    public Activations residual(Residual residual, Activations x) {
        Activations body = through(residual.body(), x);
        Activations side = through(residual.shortcut(), x);
        return body.values().rank() == side.values().rank() ? sum(body, side) : sum(body.flat(), side.flat());
    }

    private Activations linear(Activations x, LinearMap map) {
        IntervalWeights own = weights.next();
        Activations input = mode.forwarded() == PassMode.Forwarded.MIDPOINTS ? x.midpoints() : x;
        boolean sharable = outputs.isEmpty() && !input.bounds();
        Tensor product = sharable && firstProduct != null ? firstProduct : own.product(input, map);
        if (sharable) {
            firstProduct = product;
        }
        Activations result = own.withBias(product, input, mode.rounding());
        outputs.add(result.values());
        return result;
    }

    /** Returns the first of the layers with weights whose output is not finite, or −1. */
    int firstNotFinite() {
        for (int i = 0; i < outputs.size(); i++) {
            if (!isFinite(outputs.get(i))) {
                return i;
            }
        }
        return -1;
    }

    static boolean isFinite(Tensor values) {
        for (float value : values.toArray()) {
            if (!Float.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Activations averagePool(AveragePool pool, Activations features) {
        int size = pool.size();
        Activations x = features.image();
        if (!mode.isOutward()) {
            return x.with(x.values().averagePool(size, size));
        }
        Activations bounds = x.asBounds();
        Activations pooled = bounds.with(bounds.values().averagePool(size, size));
        // The sum, the division, and what moving the bounds costs itself.
        long operations = (long) size * size + 4;
        if (bounds.nonNegative()) {
            return pooled.with(Rounding.outwardFromZero(pooled, operations));
        }
        Tensor sizes = bounds.values().abs().averagePool(size, size);
        return pooled.with(Rounding.outward(pooled, sizes.times(Tensor.constant(Rounding.gamma(operations)))));
    }

    /** Applies a batch norm; the sign of its gain decides which bound becomes which. */
    @Override
    public Activations batchNorm(BatchNorm layer, Activations features) {
        Activations x = features.image();
        Norm norm = norms.next();
        if (!x.bounds()) {
            Tensor values = x.values().times(norm.gain()).plus(norm.offset());
            Activations result = Activations.points(values, false);
            return mode.isOutward() ? widened(result.asBounds(), x.asBounds(), norm) : result;
        }
        Tensor rising = norm.gain().relu();
        Tensor falling = norm.gain().minus(rising);
        Tensor lower = x.lower().times(rising).plus(x.upper().times(falling)).plus(norm.offset());
        Tensor upper = x.upper().times(rising).plus(x.lower().times(falling)).plus(norm.offset());
        Activations result = new Activations(Tensor.concat(x.axis(), lower, upper), true, false);
        return mode.isOutward() ? widened(result, x, norm) : result;
    }

    /** By the rounding of gain·x + offset, the gain and the offset having been rounded themselves. */
    private static Activations widened(Activations result, Activations x, Norm norm) {
        Tensor largest = x.lower().abs().maximum(x.upper().abs());
        Tensor size = largest.times(norm.gain().abs()).plus(norm.size());
        Tensor error = size.times(Tensor.constant(Rounding.gamma(12)));
        return result.with(Rounding.outward(result, doubled(error, x.axis())));
    }

    /** Returns the same for both bounds; a number for all broadcasts as it is. */
    private static Tensor doubled(Tensor error, int axis) {
        return error.rank() == 0 ? error : Tensor.concat(axis, error, error);
    }

    /** Returns the same mask for both bounds: what is dropped is dropped from the network. */
    @Override
    public Activations dropout(Dropout layer, Activations x) {
        if (!mode.drops() || layer.rate() == 0) {
            return x;
        }
        long[] shape = x.lower().shape();
        // While all runs see the same, each still drops its own.
        long[] own = runs == 1 || shape.length == 3 ? shape : new long[] {runs, shape[0], shape[1]};
        Tensor mask = mode.dropout().of(dropping++, layer.rate(), own);
        return x.with(x.values()
                .times(x.bounds() ? Tensor.concat(mask.rank() == 4 ? 1 : mask.rank() - 1, mask, mask) : mask));
    }

    private Activations sum(Activations body, Activations shortcut) {
        if (!mode.isOutward() && !body.bounds() && !shortcut.bounds()) {
            return Activations.points(
                    body.values().plus(shortcut.values()), body.nonNegative() && shortcut.nonNegative());
        }
        Activations one = body.asBounds();
        Activations other = shortcut.asBounds();
        Activations sum =
                new Activations(one.values().plus(other.values()), true, one.nonNegative() && other.nonNegative());
        return mode.isOutward() ? moved(sum, Rounding.outward(sum, 1)) : sum;
    }

    /** Moved outward, but not below 0 where nothing is below 0 in real numbers either. */
    private static Activations moved(Activations bounds, Tensor outward) {
        return bounds.with(bounds.nonNegative() ? outward.relu() : outward);
    }
}
