package org.epiwrap.store;

import java.util.List;
import java.util.stream.LongStream;
import org.epiwrap.check.Check;

/**
 * The sizes of a tensor's axes, the last of which runs fastest. A scalar has no axes and one element; a size of zero
 * makes the tensor empty.
 *
 * @param sizes from the slowest axis to the fastest
 */
public record Shape(List<Long> sizes) {
    /** More axes than any network has. */
    public static final int MAX_RANK = 32;

    public Shape {
        sizes = List.copyOf(sizes);
        Check.between("the rank", sizes.size(), 0, MAX_RANK);
        // An empty tensor's other sizes count too, so that no order of multiplication can overflow.
        long product = 1;
        for (long size : sizes) {
            if (size < 0) {
                throw new IllegalArgumentException("the sizes must be whole numbers >= 0, but are " + sizes);
            }
            if (Math.multiplyHigh(product, Math.max(1, size)) != 0 || product * Math.max(1, size) < 0) {
                throw new IllegalArgumentException(
                        "the product of the sizes must be at most 2^63 - 1, but they are " + sizes);
            }
            product *= Math.max(1, size);
        }
    }

    /** Returns a shape of sizes from the slowest axis to the fastest. */
    public static Shape of(long... sizes) {
        return new Shape(LongStream.of(sizes).boxed().toList());
    }

    /** Returns the shape of a single number, which has no axes. */
    public static Shape scalar() {
        return of();
    }

    /** Returns the number of axes. */
    public int rank() {
        return sizes.size();
    }

    /** Returns the size of an axis, counted from 0. */
    public long size(int axis) {
        return sizes.get(axis);
    }

    /** Returns the number of elements: the product of the sizes, 1 for a scalar. */
    public long elements() {
        return sizes.stream().reduce(1L, (a, b) -> a * b);
    }

    @Override
    public String toString() {
        return sizes.toString();
    }
}
