package org.epiwrap.intervalnet;

import org.epiwrap.tensor.Tensor;

/** The masks of dropout in one pass of a batch. */
@FunctionalInterface
interface Masks {
    /**
     * 0 at a rate and 1/(1 - rate) elsewhere.
     *
     * @param layer counts the layers that drop something, from 0
     * @param shape of the activations, beginning with the runs if there are several
     */
    Tensor of(int layer, double rate, long... shape);
}
