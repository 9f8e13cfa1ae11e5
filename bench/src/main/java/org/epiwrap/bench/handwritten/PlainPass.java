package org.epiwrap.bench.handwritten;

import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * The network of the posteriors' means and nothing else: one product per layer, from the same bytes and in the same batches
 * as an interval network, to logits in arrays.
 */
public final class PlainPass implements AutoCloseable {
    /** Receives the logits of a batch. */
    @FunctionalInterface
    public interface LogitsConsumer {
        /** Takes the logits of a batch, [examples][classes], whose first example has this number. */
        void accept(int first, float[] logits);
    }

    private final Architecture architecture;
    private final int batch;
    private final List<Tensor> kernels;
    private final List<Tensor> biases;

    /** Copies the means of a network, which is predicted so many images at a time. */
    public PlainPass(BayesianNetwork network, int batch) {
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

    /** Computes the logits of a dataset, batch by batch. */
    public void run(Dataset data, Input input, LogitsConsumer consumer) {
        int size = architecture.input().size();
        Input.Encoder encoder = input.encoder(data);
        for (int from = 0; from < data.size(); from += batch) {
            int first = from;
            int count = Math.min(batch, data.size() - from);
            float[] pixels = new float[count * size];
            for (int i = 0; i < count; i++) {
                encoder.encode(from + i, pixels, i * size);
            }
            Scope.run(() -> consumer.accept(
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
            } else if (layer.equals(Layer.relu())) {
                x = x.relu();
            } else if (layer instanceof Layer.AveragePool pool) {
                x = x.averagePool(pool.size(), pool.size());
            } else if (layer instanceof Layer.Flatten) {
                x = x.reshape(x.shape()[0], -1);
            } else if (!(layer instanceof Layer.Dropout)) {
                throw new IllegalArgumentException("layers must be those of an MLP or LeNet-5, but one is " + layer);
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
