package org.epiwrap.intervalnet.pass;

import org.epiwrap.architecture.Layer;
import org.epiwrap.tensor.Tensor;

/** The linear map of a layer, given its kernels. */
interface LinearMap {

    /** Returns the product of inputs with kernels that may have more inputs and outputs than the layer. */
    Tensor apply(Tensor input, Tensor kernels);

    /** Rows of numbers instead of images: each row holds what one output is computed from. */
    default Tensor rows(Tensor input, long inputs) {
        return input;
    }

    /** Returns the opposite of {@link #rows}: [rows, outputs] as outputs for the given input. */
    default Tensor unrolled(Tensor rows, Tensor input) {
        return rows;
    }

    /** Dense layers; while all runs see the same, their kernels are multiplied side by side. */
    record DenseMap(int runs) implements LinearMap {
        @Override
        public Tensor apply(Tensor input, Tensor kernels) {
            if (runs == 1 || input.rank() == 3) {
                return input.matmul(kernels.transposed());
            }
            long outputs = kernels.shape()[1];
            return input.matmul(kernels.reshape(runs * outputs, -1).transposed())
                    .reshape(input.shape()[0], runs, outputs)
                    .swapped(0, 1);
        }
    }

    /** Convolutions. */
    record ConvolutionMap(Layer.Convolution layer) implements LinearMap {
        @Override
        public Tensor apply(Tensor input, Tensor kernels) {
            return input.convolve(kernels, layer.stride(), layer.padding());
        }

        /** By a convolution that copies: one output for each place in the window. */
        @Override
        public Tensor rows(Tensor input, long inputs) {
            int window = layer.size() * layer.size();
            int count = Math.toIntExact(inputs * window);
            float[] copy = new float[count * count];
            for (int i = 0; i < count; i++) {
                copy[i * count + i] = 1;
            }
            Tensor patches = apply(input, Tensor.of(copy, count, inputs, layer.size(), layer.size()));
            return patches.swapped(1, 2).swapped(2, 3).reshape(-1, count);
        }

        @Override
        public Tensor unrolled(Tensor rows, Tensor input) {
            long[] shape = input.shape();
            long height = (shape[2] + 2L * layer.padding() - layer.size()) / layer.stride() + 1;
            long width = (shape[3] + 2L * layer.padding() - layer.size()) / layer.stride() + 1;
            return rows.reshape(shape[0], height, width, -1).swapped(2, 3).swapped(1, 2);
        }
    }
}
