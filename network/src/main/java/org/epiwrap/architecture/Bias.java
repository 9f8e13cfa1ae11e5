package org.epiwrap.architecture;

/** What the biases of a Bayesian network are. */
public enum Bias {
    /** Plain numbers. */
    POINT,
    /** Posteriors, like the kernels: the weight of an input that is always 1. */
    BAYESIAN
}
