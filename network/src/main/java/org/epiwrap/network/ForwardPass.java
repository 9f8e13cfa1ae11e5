package org.epiwrap.network;

import java.util.Iterator;
import java.util.List;
import org.epiwrap.network.Layer.AveragePool;
import org.epiwrap.network.Layer.BatchNorm;
import org.epiwrap.network.Layer.Convolution;
import org.epiwrap.network.Layer.Dense;
import org.epiwrap.network.Layer.Dropout;
import org.epiwrap.network.Layer.Flatten;
import org.epiwrap.network.Layer.MaxPool;
import org.epiwrap.network.Layer.Relu;
import org.epiwrap.network.Layer.Residual;
import org.epiwrap.tensor.Tensor;

/**
 * One pass of a batch through the layers, with the kernels and the randomness of that pass.
 *
 * <p>Activations are [examples, ...] while all runs see the same, and [runs, examples, features] once they differ. The
 * first dense layer of several runs is one product with all their kernels side by side.
 */
final class ForwardPass {
    /** How a kernel is applied to its input. */
    interface Kernel {
        /** {@code product} multiplies an input by kernels of this layer's shape. */
        Tensor apply(Tensor input, Product product);
    }

    /** The linear map of a layer, given its kernels. */
    interface Product {
        Tensor of(Tensor input, Tensor kernels);
    }

    /** What a pass needs to know besides the layers. */
    interface Source {
        Iterator<Kernel> kernels();

        /** Biases, and scales and shifts of batch norms, in the order of the layers. */
        Iterator<Tensor> points();

        /** Running mean and variance of each batch norm in turn. */
        Iterator<Tensor> statistics();

        /** Whether dropout is at work and batch norm looks at the batch. */
        boolean training();

        /** A mask of the activations' shape. */
        Tensor dropout(double rate, long[] shape);
    }

    private final int runs;
    private final Source source;
    private final Iterator<Kernel> kernels;
    private final Iterator<Tensor> points;
    private final Iterator<Tensor> statistics;

    ForwardPass(int runs, Source source) {
        this.runs = runs;
        this.source = source;
        this.kernels = source.kernels();
        this.points = source.points();
        this.statistics = source.statistics();
    }

    Tensor through(List<Layer> layers, Tensor input) {
        Tensor x = input;
        for (Layer layer : layers) {
            x = apply(layer, x);
        }
        return x;
    }

    private Tensor apply(Layer layer, Tensor x) {
        if (layer instanceof Dense dense) {
            return dense(dense, x);
        } else if (layer instanceof Convolution convolution) {
            Tensor product = kernels.next()
                    .apply(x, (input, k) -> input.convolve(k, convolution.stride(), convolution.padding()));
            return product.plus(points.next().reshape(1, convolution.outputs(), 1, 1));
        } else if (layer instanceof Relu) {
            return x.relu();
        } else if (layer instanceof AveragePool pool) {
            return x.averagePool(pool.size(), pool.size());
        } else if (layer instanceof MaxPool pool) {
            return x.maxPool(pool.size(), pool.size());
        } else if (layer instanceof BatchNorm) {
            return x.batchNorm(statistics.next(), statistics.next(), points.next(), points.next(), source.training());
        } else if (layer instanceof Dropout dropout) {
            return source.training() && dropout.rate() > 0 ? x.times(source.dropout(dropout.rate(), x.shape())) : x;
        } else if (layer instanceof Flatten) {
            return x.reshape(x.shape()[0], -1);
        } else if (layer instanceof Residual residual) {
            Tensor body = through(residual.body(), x);
            return body.plus(through(residual.shortcut(), x));
        }
        throw new IllegalStateException("no pass for " + layer);
    }

    private Tensor dense(Dense layer, Tensor x) {
        Tensor product = kernels.next().apply(x, (input, k) -> {
            if (runs == 1 || input.rank() == 3) {
                return input.matmul(k.transposed());
            }
            long examples = input.shape()[0];
            Tensor sideBySide = k.reshape((long) runs * layer.outputs(), -1);
            return input.matmul(sideBySide.transposed())
                    .reshape(examples, runs, layer.outputs())
                    .swapped(0, 1);
        });
        Tensor bias = points.next();
        return product.plus(runs == 1 ? bias : bias.reshape(runs, 1, layer.outputs()));
    }
}
