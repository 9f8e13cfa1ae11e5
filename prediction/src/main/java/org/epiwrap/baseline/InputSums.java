package org.epiwrap.baseline;

/** The sums from which means and covariances of what a network receives are computed, over all examples and by class. */
sealed interface InputSums permits PixelSums, EncodedSums {

    /** The labels of the classes that have examples. */
    int[] classes();

    /** The share of the examples that are of a class. */
    double share(int label);

    double mean(int place);

    double mean(int label, int place);

    /** The covariance of two numbers, with the divisor n; exactly zero if one of them is constant. */
    double covariance(int i, int j);
}
