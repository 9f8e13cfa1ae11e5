package org.epiwrap.intervalnet;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Relu;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** One pass of a batch through the layers of an interval network. */
final class IntervalPass {
    /**
     * A batch norm as an affine map a channel: gain·x + offset.
     *
     * @param offset shift − mean·gain
     * @param size |shift| + |mean·gain|, by which the offset's rounding is bounded: the two may cancel
     */
    record Norm(Tensor gain, Tensor offset, Tensor size) {}

    private final int runs;
    private final Iterator<IntervalWeights> weights;
    private final Iterator<Norm> norms;
    private final boolean outward;
    private final boolean averaged;
    private final @Nullable Masks dropout;
    private int dropping;
    private final List<Tensor> outputs = new ArrayList<>();
    /** Of the first layer with weights, if it sees points: the same for all passes of a batch. */
    private @Nullable Tensor firstProduct;

    /**
     * A pass to be used once.
     *
     * @param outward whether bounds are moved outward by what rounding may have cost
     * @param averaged whether a layer gets the midpoints of its inputs' bounds in place of the bounds
     * @param dropout if it is at work
     */
    IntervalPass(
            int runs,
            List<IntervalWeights> weights,
            List<Norm> norms,
            boolean outward,
            boolean averaged,
            @Nullable Masks dropout) {
        this.runs = runs;
        this.weights = weights.iterator();
        this.norms = norms.iterator();
        this.outward = outward;
        this.averaged = averaged;
        this.dropout = dropout;
    }

    /** This pass, which takes over what another one of the same batch, without dropout, has computed alike. */
    IntervalPass after(IntervalPass other) {
        firstProduct = other.firstProduct;
        return this;
    }

    /** The bounds of the logits for inputs [examples, channels, height, width]. */
    Activations logits(List<Layer> layers, Tensor input, boolean nonNegative) {
        return begin(layers, input, nonNegative).asBounds();
    }

    /** Images through the first layers. */
    Activations begin(List<Layer> layers, Tensor input, boolean nonNegative) {
        Tensor x = runs == 1 ? input : flat(input);
        return through(layers, Activations.points(x, nonNegative));
    }

    Activations through(List<Layer> layers, Activations input) {
        Activations x = input;
        for (Layer layer : layers) {
            x = apply(layer, x);
        }
        return x;
    }

    private Activations apply(Layer layer, Activations x) {
        if (layer instanceof Dense) {
            return linear(x.with(flat(x.values())), new LinearMap.DenseMap(runs));
        } else if (layer instanceof Convolution convolution) {
            return linear(image(x), new LinearMap.ConvolutionMap(convolution));
        } else if (layer instanceof Relu) {
            return x.with(x.values().relu(), true);
        } else if (layer instanceof AveragePool pool) {
            return averagePool(image(x), pool.size());
        } else if (layer instanceof MaxPool pool) {
            return x.with(image(x).values().maxPool(pool.size(), pool.size()));
        } else if (layer instanceof BatchNorm) {
            return norm(image(x), norms.next());
        } else if (layer instanceof Dropout drop) {
            return dropout != null && drop.rate() > 0 ? dropped(x, drop.rate(), dropout) : x;
        } else if (layer instanceof Flatten) {
            return x.with(flat(x.values()));
        } else if (layer instanceof Residual residual) {
            Activations body = through(residual.body(), x);
            Activations side = through(residual.shortcut(), x);
            return body.values().rank() == side.values().rank()
                    ? sum(body, side)
                    : sum(body.with(flat(body.values())), side.with(flat(side.values())));
        }
        throw new IllegalStateException("no pass for " + layer);
    }

    private Activations linear(Activations x, LinearMap map) {
        IntervalWeights own = weights.next();
        Activations input = averaged ? x.midpoints() : x;
        boolean sharable = outputs.isEmpty() && !input.bounds();
        Tensor product = sharable && firstProduct != null ? firstProduct : own.product(input, map);
        if (sharable) {
            firstProduct = product;
        }
        Activations result = own.withBias(product, input, outward);
        outputs.add(result.values());
        return result;
    }

    /** Which of the layers with weights gave something that is no finite number first, or −1. */
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

    private static Tensor flat(Tensor x) {
        return x.rank() == 4 ? x.reshape(x.shape()[0], -1) : x;
    }

    /** Features are channels of a single pixel. */
    private static Activations image(Activations x) {
        Tensor values = x.values();
        return values.rank() == 2 ? x.with(values.reshape(values.shape()[0], values.shape()[1], 1, 1)) : x;
    }

    private Activations averagePool(Activations x, int size) {
        if (!outward) {
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

    /** The sign of the gain decides which bound becomes which. */
    private Activations norm(Activations x, Norm norm) {
        if (!x.bounds()) {
            Tensor values = x.values().times(norm.gain()).plus(norm.offset());
            Activations result = Activations.points(values, false);
            return outward ? widened(result.asBounds(), x.asBounds(), norm) : result;
        }
        Tensor rising = norm.gain().relu();
        Tensor falling = norm.gain().minus(rising);
        Tensor lower = x.lower().times(rising).plus(x.upper().times(falling)).plus(norm.offset());
        Tensor upper = x.upper().times(rising).plus(x.lower().times(falling)).plus(norm.offset());
        Activations result = new Activations(Tensor.concat(x.axis(), lower, upper), true, false);
        return outward ? widened(result, x, norm) : result;
    }

    /** By the rounding of gain·x + offset, the gain and the offset having been rounded themselves. */
    private static Activations widened(Activations result, Activations x, Norm norm) {
        Tensor largest = x.lower().abs().maximum(x.upper().abs());
        Tensor size = largest.times(norm.gain().abs()).plus(norm.size());
        Tensor error = size.times(Tensor.constant(Rounding.gamma(12)));
        return result.with(Rounding.outward(result, Tensor.concat(x.axis(), error, error)));
    }

    /** The same mask for both bounds: what is dropped is dropped from the network. */
    private Activations dropped(Activations x, double rate, Masks masks) {
        long[] shape = x.lower().shape();
        // While all runs see the same, each still drops its own.
        long[] own = runs == 1 || shape.length == 3 ? shape : new long[] {runs, shape[0], shape[1]};
        Tensor mask = masks.of(dropping++, rate, own);
        return x.with(x.values()
                .times(x.bounds() ? Tensor.concat(mask.rank() == 4 ? 1 : mask.rank() - 1, mask, mask) : mask));
    }

    private Activations sum(Activations body, Activations shortcut) {
        if (!outward && !body.bounds() && !shortcut.bounds()) {
            return Activations.points(
                    body.values().plus(shortcut.values()), body.nonNegative() && shortcut.nonNegative());
        }
        Activations one = body.asBounds();
        Activations other = shortcut.asBounds();
        Activations sum =
                new Activations(one.values().plus(other.values()), true, one.nonNegative() && other.nonNegative());
        return outward ? moved(sum, Rounding.outward(sum, 1)) : sum;
    }

    /** Moved outward, but not below 0 where nothing is below 0 in real numbers either. */
    private static Activations moved(Activations bounds, Tensor outward) {
        return bounds.with(bounds.nonNegative() ? outward.relu() : outward);
    }
}
