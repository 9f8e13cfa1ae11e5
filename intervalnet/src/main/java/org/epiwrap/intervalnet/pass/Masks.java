package org.epiwrap.intervalnet.pass;

import org.epiwrap.tensor.Tensor;

/** The dropout masks of one pass of a batch. */
@FunctionalInterface
public interface Masks {
    Masks NONE = (layer, rate, shape) -> {
        throw new IllegalStateException("a pass without dropout asked for a mask");
    };

    /**
     * Returns the mask by which the activations of a dropout layer are multiplied: 0 with a probability of {@code rate}, and
     * 1/(1 − rate) elsewhere, so that a rate of 0 gives ones.
     *
     * @param layer the number of the dropout layer in its network, from 0 on
     * @param rate at least 0 and below 1
     * @param shape of the activations; if there are several runs, their number comes first
     */
    Tensor of(int layer, double rate, long... shape);
}
