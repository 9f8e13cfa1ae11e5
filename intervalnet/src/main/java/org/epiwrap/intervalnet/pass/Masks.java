package org.epiwrap.intervalnet.pass;

import org.epiwrap.tensor.Tensor;

/** The dropout masks of one pass of a batch. */
@FunctionalInterface
public interface Masks {
    Masks NONE = (layer, rate, shape) -> {
        throw new IllegalStateException("a pass without dropout asked for a mask");
    };

    /** Returns 0 at a rate and 1/(1 - rate) elsewhere for a dropout layer, from 0 on; several runs come first. */
    Tensor of(int layer, double rate, long... shape);
}
