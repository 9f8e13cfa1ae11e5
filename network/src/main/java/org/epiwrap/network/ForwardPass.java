package org.epiwrap.network;

import java.util.Iterator;
import java.util.List;
import org.epiwrap.activation.TensorArithmetic;
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

/**
 * One pass of a batch through the layers, with the weights and the randomness of that pass.
 *
 * <p>Activations are [examples, ...] while all runs see the same, and [runs, examples, features] once they differ. The
 * first dense layer of several runs is one product with all their kernels side by side.
 */
final class ForwardPass implements Layer.Visitor<Tensor, Tensor> {
    /** The affine map of a layer, given its kernel and its bias. */
    interface Affine {
        Tensor of(Tensor input, Tensor kernel, @Nullable Tensor bias);
    }

    /** How the weights of a layer meet its input. */
    interface Weights {
        Tensor apply(Tensor input, Affine map);
    }

    /** A batch norm's running statistics and its trained numbers. */
    record Norm(Tensor mean, Tensor variance, Tensor scale, Tensor shift) {}

    private final int runs;
    private final Iterator<Weights> weights;
    private final Iterator<Norm> norms;
    private final @Nullable DropoutMasks dropout;

    /**
     * A pass to be used once.
     *
     * @param weights of each layer that has some, in the order of the layers
     * @param norms of each batch norm, in the order of the layers
     * @param dropout in training; without it, nothing is dropped and batch norm goes by its running statistics
     */
    ForwardPass(int runs, List<Weights> weights, List<Norm> norms, @Nullable DropoutMasks dropout) {
        this.runs = runs;
        this.weights = weights.iterator();
        this.norms = norms.iterator();
        this.dropout = dropout;
    }

    /** Returns the output for inputs [examples, channels, height, width]. */
    Tensor logits(List<Layer> layers, Tensor input) {
        // Several runs see features only, and one axis for them leaves room for the axis of the runs.
        return through(layers, runs == 1 ? input : input.flat());
    }

    private Tensor through(List<Layer> layers, Tensor input) {
        return Layer.through(layers, this, input);
    }

    @Override
    public Tensor dense(Dense layer, Tensor x) {
        return weights.next().apply(x.flat(), (input, kernel, bias) -> dense(layer, input, kernel, bias));
    }

    @Override
    public Tensor convolution(Convolution layer, Tensor x) {
        return weights.next().apply(x.image(), (input, kernel, bias) -> convolution(layer, input, kernel, bias));
    }

    @Override
    public Tensor nonlinearity(Nonlinearity layer, Tensor x) {
        return layer.activation().value(TensorArithmetic.TENSORS, x);
    }

    @Override
    public Tensor averagePool(AveragePool pool, Tensor x) {
        return x.image().averagePool(pool.size(), pool.size());
    }

    @Override
    public Tensor maxPool(MaxPool pool, Tensor x) {
        return x.image().maxPool(pool.size(), pool.size());
    }

    @Override
    public Tensor batchNorm(BatchNorm layer, Tensor x) {
        Norm norm = norms.next();
        return x.image().batchNorm(norm.mean(), norm.variance(), norm.scale(), norm.shift(), dropout != null);
    }

    @Override
    public Tensor dropout(Dropout drop, Tensor x) {
        return dropout != null && drop.rate() > 0 ? x.times(dropout.of(drop.rate(), ownShape(x))) : x;
    }

    @Override
    public Tensor flatten(Flatten layer, Tensor x) {
        return x.flat();
    }

    @Override
    public Tensor residual(Residual residual, Tensor x) {
        Tensor body = through(residual.body(), x);
        Tensor side = through(residual.shortcut(), x);
        return body.rank() == side.rank() ? body.plus(side) : body.flat().plus(side.flat());
    }

    /** Returns the shape of activations when each run has its own. */
    private long[] ownShape(Tensor x) {
        long[] shape = x.shape();
        return runs == 1 || x.rank() == 3 ? shape : new long[] {runs, shape[0], shape[1]};
    }

    private Tensor dense(Dense layer, Tensor x, Tensor kernel, @Nullable Tensor bias) {
        Tensor product;
        if (runs == 1 || x.rank() == 3) {
            product = x.matmul(kernel.transposed());
        } else {
            Tensor sideBySide = kernel.reshape((long) runs * layer.outputs(), -1);
            product = x.matmul(sideBySide.transposed())
                    .reshape(x.shape()[0], runs, layer.outputs())
                    .swapped(0, 1);
        }
        if (bias == null) {
            return product;
        }
        return product.plus(runs == 1 ? bias : bias.reshape(runs, 1, layer.outputs()));
    }

    private static Tensor convolution(Convolution layer, Tensor x, Tensor kernel, @Nullable Tensor bias) {
        Tensor product = x.convolve(kernel, layer.stride(), layer.padding());
        return bias == null ? product : product.plus(bias.reshape(1, layer.outputs(), 1, 1));
    }
}
