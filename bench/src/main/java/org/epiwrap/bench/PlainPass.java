package org.epiwrap.bench;

import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * The network of the posteriors' means and nothing else: one product a layer, from the same bytes and in the same batches
 * as an interval network, to logits in arrays.
 */
final class PlainPass implements AutoCloseable {
    /** What is told of the images from one on. */
    interface Visitor {
        void visit(int first, float[] logits);
    }

    private final Architecture architecture;
    private final int batch;
    private final List<Tensor> kernels;
    private final List<Tensor> biases;

    PlainPass(BayesianNetwork network, int batch) {
        this.architecture = network.architecture();
        this.batch = batch;
        this.kernels = named(network, "kernel.mu");
        this.biases = named(network, "bias");
    }

    private static List<Tensor> named(BayesianNetwork network, String end) {
        return network.blocks(0).stream()
                .filter(block -> block.shape().name().endsWith(end))
                .map(PlainPass::tensor)
                .toList();
    }

    private static Tensor tensor(Block block) {
        return Tensor.owned(
                block.values(),
                block.shape().sizes().stream().mapToLong(Integer::longValue).toArray());
    }

    void run(Dataset data, Normalisation normalisation, Visitor visitor) {
        int size = architecture.input().size();
        for (int from = 0; from < data.size(); from += batch) {
            int first = from;
            int count = Math.min(batch, data.size() - from);
            float[] pixels = new float[count * size];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> visitor.visit(
                    first, logits(Tensor.of(pixels, count, 1, 28, 28)).toArray()));
        }
    }

    private Tensor logits(Tensor input) {
        Iterator<Tensor> kernel = kernels.iterator();
        Iterator<Tensor> bias = biases.iterator();
        Tensor x = input;
        for (Layer layer : architecture.layers()) {
            if (layer instanceof Layer.Dense) {
                x = x.matmul(kernel.next().transposed()).plus(bias.next());
            } else if (layer instanceof Layer.Convolution convolution) {
                x = x.convolve(kernel.next(), convolution.stride(), convolution.padding())
                        .plus(bias.next().reshape(-1, 1, 1));
            } else if (layer instanceof Layer.Relu) {
                x = x.relu();
            } else if (layer instanceof Layer.AveragePool pool) {
                x = x.averagePool(pool.size(), pool.size());
            } else if (layer instanceof Layer.Flatten) {
                x = x.reshape(x.shape()[0], -1);
            }
        }
        return x;
    }

    @Override
    public void close() {
        kernels.forEach(Tensor::close);
        biases.forEach(Tensor::close);
    }
}
