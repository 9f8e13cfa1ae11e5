package org.epiwrap.onnx.read;

import java.util.List;
import java.util.stream.Collectors;
import org.epiwrap.check.Check;

/**
 * Numbers of a graph.
 *
 * @param name of the initializer or constant they come from
 * @param isTransposed whether they are the transpose of it
 */
@SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
public record OnnxArray(String name, List<Integer> sizes, double[] values, boolean isTransposed) {

    /** Checks that there are as many numbers as the sizes say. */
    public OnnxArray {
        sizes = List.copyOf(sizes);
        long elements = 1;
        for (int size : sizes) {
            elements = Math.multiplyExact(elements, size);
        }
        Check.sameLength("the numbers of " + name, values.length, "its sizes", Math.toIntExact(elements));
    }

    int rank() {
        return sizes.size();
    }

    /** Returns the transpose of a matrix. */
    OnnxArray transposed() {
        return new OnnxArray(
                name,
                List.of(sizes.get(1), sizes.get(0)),
                transpose(values, sizes.get(0), sizes.get(1)),
                !isTransposed);
    }

    static double[] transpose(double[] values, int rows, int columns) {
        double[] turned = new double[values.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                turned[j * rows + i] = values[i * columns + j];
            }
        }
        return turned;
    }

    /** Returns numbers of the shape of the initializer as they stand here. */
    public double[] turn(double[] stored) {
        return isTransposed ? transpose(stored, sizes.get(1), sizes.get(0)) : stored;
    }

    /** Returns the sizes of the initializer. */
    public List<Integer> storedSizes() {
        return isTransposed ? List.of(sizes.get(1), sizes.get(0)) : sizes;
    }

    /** Such as {@code fc1.weight [10, 784]}. */
    @Override
    public String toString() {
        return name + storedSizes().stream().map(String::valueOf).collect(Collectors.joining(", ", " [", "]"));
    }
}
