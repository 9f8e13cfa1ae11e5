package org.epiwrap.intervalnet;

import org.epiwrap.tensor.Tensor;

/** What fine-tuning trains of an interval, and what keeps it one. */
public enum BoundsRule {
    /** Both ends; where a step has crossed them, they meet in the middle. */
    ORDERED,
    /** The centre and the radius; a radius that a step has made negative is 0. */
    CENTRE_AND_RADIUS,
    /** Both ends, and nothing keeps them in order: what comes out need not be intervals. */
    FREE;

    Tensor first(Tensor lower, Tensor upper) {
        return this == CENTRE_AND_RADIUS ? lower.plus(upper).times(Tensor.constant(0.5f)) : lower;
    }

    Tensor second(Tensor lower, Tensor upper) {
        return this == CENTRE_AND_RADIUS ? upper.minus(lower).times(Tensor.constant(0.5f)) : upper;
    }

    Tensor lower(Tensor first, Tensor second) {
        return this == CENTRE_AND_RADIUS ? first.minus(second) : first;
    }

    Tensor upper(Tensor first, Tensor second) {
        return this == CENTRE_AND_RADIUS ? first.plus(second) : second;
    }

    /** After a step: makes intervals of what are none. */
    void restore(Tensor first, Tensor second) {
        switch (this) {
            case ORDERED -> Tensor.putInOrder(first, second);
            case CENTRE_AND_RADIUS -> second.set(second.relu());
            case FREE -> {}
        }
    }
}
