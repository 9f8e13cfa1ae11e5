package org.epiwrap.baseline;

import java.util.stream.IntStream;

/** The sums from which means and covariances of what a network receives are computed, over all examples and by class. */
abstract sealed class InputSums permits PixelSums, EncodedSums {
    final int examples;
    final int[] counts;

    InputSums(int examples, int classes) {
        this.examples = examples;
        this.counts = new int[classes];
    }

    /** The labels of the classes that have examples. */
    final int[] classes() {
        return IntStream.range(0, counts.length).filter(c -> counts[c] > 0).toArray();
    }

    /** The share of the examples that are of a class. */
    final double share(int label) {
        return (double) counts[label] / examples;
    }

    abstract double mean(int place);

    abstract double mean(int label, int place);

    /** The covariance of two numbers, with the divisor n; exactly zero if one of them is constant. */
    abstract double covariance(int i, int j);
}
