package org.epiwrap.intervalnet.pass;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * The last, dense layer of an interval network turned into one whose outputs are the differences of each two logits: the
 * two classes share one hidden layer, and the bounds of z_a - z_b are closer than those of z_a and z_b apart. All images
 * of a batch are one product, which pays for as long as the classes are few.
 */
final class ClassDifferences implements AutoCloseable {
    /** The maximum number of numbers of a bound of the differences' weights. */
    private static final long MAX_NUMBERS = 1 << 20;

    private final int classes;
    private final IntervalWeights weights;

    /** From the bounds of the weights, [classes · hidden units], and of the biases, [classes]. */
    ClassDifferences(float[] lower, float[] upper, float[] biasLower, float[] biasUpper) {
        this.classes = biasLower.length;
        int hidden = lower.length / classes;
        int pairs = classes * (classes - 1) / 2;
        float[] low = new float[pairs * hidden];
        float[] high = new float[pairs * hidden];
        float[] bias = new float[2 * pairs];
        int pair = 0;
        for (int a = 0; a < classes; a++) {
            for (int b = a + 1; b < classes; b++) {
                for (int j = 0; j < hidden; j++) {
                    low[pair * hidden + j] = minDifference(lower[a * hidden + j], upper[b * hidden + j]);
                    high[pair * hidden + j] = -minDifference(lower[b * hidden + j], upper[a * hidden + j]);
                }
                bias[pair] = minDifference(biasLower[a], biasUpper[b]);
                bias[pairs + pair] = -minDifference(biasLower[b], biasUpper[a]);
                pair++;
            }
        }
        this.weights = Scope.get(() -> new IntervalWeights(
                Tensor.of(low, pairs, hidden), Tensor.of(high, pairs, hidden), Tensor.of(bias, 2L * pairs), 1, true));
    }

    /** Returns whether there are pairs of classes, and few enough. */
    static boolean suit(int classes, int hidden) {
        return classes > 1 && (long) classes * (classes - 1) / 2 * hidden <= MAX_NUMBERS;
    }

    /** Rounded down. */
    private static float minDifference(float lower, float upper) {
        return Math.nextDown(lower - upper);
    }

    /**
     * Returns the maximal classes of each image: c stays if for each other class j some weights and activations inside
     * the bounds make z_c at least z_j. A class is out only if that holds in real numbers, not only up to rounding.
     * Never empty.
     *
     * @param hidden bounds of the last layer's input, [examples, 2 · hidden units]
     */
    List<ClassSet> maximal(Activations hidden) {
        Activations differences = weights.apply(hidden, new LinearMap.DenseMap(1), PassMode.Rounded.OUTWARD);
        float[] bounds = differences.values().toArray();
        int pairs = classes * (classes - 1) / 2;
        ClassSet[] sets = new ClassSet[bounds.length / (2 * pairs)];
        boolean[] stays = new boolean[classes];
        for (int image = 0; image < sets.length; image++) {
            Arrays.fill(stays, true);
            int pair = 2 * pairs * image;
            for (int a = 0; a < classes; a++) {
                for (int b = a + 1; b < classes; b++) {
                    stays[b] &= !isAboveZero(bounds[pair]);
                    stays[a] &= !isAboveZero(-bounds[pair + pairs]);
                    pair++;
                }
            }
            sets[image] = ClassSet.where(classes, c -> stays[c]);
        }
        return List.of(sets);
    }

    /** An infinite bound proves nothing: a sum may have overflowed on its way to the other side of 0. */
    private static boolean isAboveZero(float bound) {
        return bound > 0 && bound < Float.POSITIVE_INFINITY;
    }

    @Override
    public void close() {
        weights.close();
    }
}
