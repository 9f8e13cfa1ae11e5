package org.epiwrap.store.numpy;

import org.epiwrap.store.Shape;

/** Arrays whose first axis runs fastest, brought into the order in which the last one does. */
final class NumpyOrder {
    private NumpyOrder() {}

    static double[] rowMajor(double[] values, Shape shape) {
        double[] result = new double[values.length];
        walk(shape, values.length, (to, from) -> result[to] = values[from]);
        return result;
    }

    static long[] rowMajor(long[] values, Shape shape) {
        long[] result = new long[values.length];
        walk(shape, values.length, (to, from) -> result[to] = values[from]);
        return result;
    }

    private interface Move {
        void move(int to, int from);
    }

    /** Visits the places of the result in order, like an odometer, and keeps count of where each comes from. */
    private static void walk(Shape shape, int elements, Move move) {
        int rank = shape.rank();
        int[] stride = new int[rank];
        int[] index = new int[rank];
        int product = 1;
        for (int axis = 0; axis < rank && elements > 0; axis++) {
            stride[axis] = product;
            product *= (int) shape.size(axis);
        }
        int from = 0;
        for (int to = 0; to < elements; to++) {
            move.move(to, from);
            for (int axis = rank - 1; axis >= 0; axis--) {
                from += stride[axis];
                if (++index[axis] < shape.size(axis)) {
                    break;
                }
                from -= index[axis] * stride[axis];
                index[axis] = 0;
            }
        }
    }
}
