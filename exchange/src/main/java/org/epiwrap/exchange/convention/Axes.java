package org.epiwrap.exchange.convention;

import org.epiwrap.store.Shape;

/** The layout of kernels, and with them of images. */
public enum Axes {
    /** Dense kernels are [outputs, inputs], those of convolutions [outputs, inputs, height, width], as in PyTorch. */
    OUTPUTS_FIRST,
    /**
     * Dense kernels are [inputs, outputs], those of convolutions [height, width, inputs, outputs], as in TensorFlow and
     * JAX. Images are [height, width, channels] there, and so is the input of a dense layer after them.
     */
    INPUTS_FIRST;

    /** Returns the other layout. */
    public Axes other() {
        return this == OUTPUTS_FIRST ? INPUTS_FIRST : OUTPUTS_FIRST;
    }

    /** Returns the kernel of a shape, which must have two axes, or four with a square window. */
    public Kernel kernel(Shape shape) {
        int rank = shape.rank();
        if (rank != 2 && rank != 4) {
            throw new IllegalArgumentException(
                    "a kernel must have 2 axes, or 4 if it is a convolution's, but has the shape " + shape);
        }
        if (shape.sizes().stream().anyMatch(size -> size < 1 || size > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "a kernel's sizes must be whole numbers from 1 to 2147483647, but are " + shape);
        }
        int[] sizes = shape.sizes().stream().mapToInt(Long::intValue).toArray();
        boolean outputsFirst = this == OUTPUTS_FIRST;
        int outputs = sizes[outputsFirst ? 0 : rank - 1];
        int inputs = sizes[outputsFirst ? 1 : rank - 2];
        if (rank == 2) {
            return new Kernel(outputs, inputs, 0);
        }
        int height = sizes[outputsFirst ? 2 : 0];
        int width = sizes[outputsFirst ? 3 : 1];
        if (height != width) {
            throw new IllegalArgumentException("a convolution must have a square window, but one of shape " + shape
                    + " has " + height + " by " + width);
        }
        return new Kernel(outputs, inputs, height);
    }

    /** Returns the shape of a kernel in this layout. */
    public Shape shape(Kernel kernel) {
        if (!kernel.isConvolution()) {
            return this == OUTPUTS_FIRST
                    ? Shape.of(kernel.outputs(), kernel.inputs())
                    : Shape.of(kernel.inputs(), kernel.outputs());
        }
        return this == OUTPUTS_FIRST
                ? Shape.of(kernel.outputs(), kernel.inputs(), kernel.size(), kernel.size())
                : Shape.of(kernel.size(), kernel.size(), kernel.inputs(), kernel.outputs());
    }

    /** Returns the numbers of a kernel in our own layout, {@link #OUTPUTS_FIRST}. */
    public double[] toOurs(double[] values, Kernel kernel) {
        if (this == OUTPUTS_FIRST) {
            return values;
        }
        int outputs = kernel.outputs();
        int inputs = kernel.inputs();
        int window = kernel.isConvolution() ? kernel.size() * kernel.size() : 1;
        double[] result = new double[values.length];
        for (int to = 0; to < result.length; to++) {
            int output = to / window / inputs;
            int input = to / window % inputs;
            result[to] = values[(to % window * inputs + input) * outputs + output];
        }
        return result;
    }
}
