package org.epiwrap.store.numpy;

import java.lang.reflect.Array;
import org.epiwrap.store.Shape;

/** Arrays whose first axis runs fastest, brought into the order in which the last one does. */
final class NumpyOrder {
    private NumpyOrder() {}

    /**
     * Returns an array of numbers in the usual order. Visits the places of the result in order, like an odometer, and keeps
     * count of where each comes from.
     */
    static <A> A rowMajor(A values, Shape shape) {
        int elements = Array.getLength(values);
        @SuppressWarnings("unchecked") // of the class of values
        A result = (A) Array.newInstance(values.getClass().getComponentType(), elements);
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
            System.arraycopy(values, from, result, to, 1);
            for (int axis = rank - 1; axis >= 0; axis--) {
                from += stride[axis];
                if (++index[axis] < shape.size(axis)) {
                    break;
                }
                from -= index[axis] * stride[axis];
                index[axis] = 0;
            }
        }
        return result;
    }
}
