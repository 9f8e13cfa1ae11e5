package org.epiwrap.exchange.convention;

import java.util.List;
import java.util.stream.IntStream;
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

    /** The axes of outputs, inputs, height and width in the shape of a kernel. */
    private List<Integer> places(int rank) {
        if (rank == 2) {
            return this == OUTPUTS_FIRST ? List.of(0, 1) : List.of(1, 0);
        }
        return this == OUTPUTS_FIRST ? List.of(0, 1, 2, 3) : List.of(3, 2, 0, 1);
    }

    /** Returns the other layout. */
    public Axes other() {
        return this == OUTPUTS_FIRST ? INPUTS_FIRST : OUTPUTS_FIRST;
    }

    /** Returns the kernel of a shape, which must have two axes, or four with a square window. */
    public Kernel kernel(Shape shape) {
        List<Integer> order = order(shape);
        int outputs = size(shape, order.get(0));
        int inputs = size(shape, order.get(1));
        if (shape.rank() == 2) {
            return new Kernel(outputs, inputs, 0);
        }
        int height = size(shape, order.get(2));
        int width = size(shape, order.get(3));
        if (height != width) {
            throw new IllegalArgumentException("a convolution must have a square window, but one of shape " + shape
                    + " has " + height + " by " + width);
        }
        return new Kernel(outputs, inputs, height);
    }

    /** Returns the shape of a kernel in this layout. */
    public Shape shape(Kernel kernel) {
        List<Integer> order = places(kernel.isConvolution() ? 4 : 2);
        int[] ours = {kernel.outputs(), kernel.inputs(), kernel.size(), kernel.size()};
        long[] sizes = new long[order.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[order.get(i)] = ours[i];
        }
        return Shape.of(sizes);
    }

    /** Returns the numbers of a kernel in our own layout, {@link #OUTPUTS_FIRST}. */
    public double[] toOurs(double[] values, Shape shape) {
        List<Integer> order = order(shape);
        if (this == OUTPUTS_FIRST) {
            return values;
        }
        int rank = shape.rank();
        int[] stride = new int[rank];
        int product = 1;
        for (int axis = rank - 1; axis >= 0; axis--) {
            stride[axis] = product;
            product *= size(shape, axis);
        }
        int[] sizes = order.stream().mapToInt(axis -> size(shape, axis)).toArray();
        double[] result = new double[values.length];
        int[] index = new int[rank];
        for (int to = 0; to < result.length; to++) {
            int from = IntStream.range(0, rank)
                    .map(i -> index[i] * stride[order.get(i)])
                    .sum();
            result[to] = values[from];
            for (int i = rank - 1; i >= 0 && ++index[i] == sizes[i]; i--) {
                index[i] = 0;
            }
        }
        return result;
    }

    private List<Integer> order(Shape shape) {
        if (shape.rank() == 2 || shape.rank() == 4) {
            return places(shape.rank());
        }
        throw new IllegalArgumentException(
                "a kernel must have 2 axes, or 4 if it is a convolution's, but has the shape " + shape);
    }

    private static int size(Shape shape, int axis) {
        long size = shape.size(axis);
        if (size < 1 || size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a kernel's sizes must be whole numbers from 1 to 2147483647, but are " + shape);
        }
        return (int) size;
    }
}
