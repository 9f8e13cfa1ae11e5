package org.epiwrap.intervalnet.pass;

import org.epiwrap.tensor.Tensor;

/** The dropout masks of one pass of a batch. */
@FunctionalInterface
public interface Masks {
    /** Drops nothing. */
    Masks NONE = (layer, rate, shape) -> {
        throw new IllegalStateException("a pass without dropout asked for a mask");
    };

    /**
     * Returns a mask that is 0 at a rate and 1/(1 - rate) elsewhere.
     *
     * @param layer counts the dropout layers, from 0
     * @param shape of the activations, beginning with the runs if there are several
     */
    Tensor of(int layer, double rate, long... shape);
}
