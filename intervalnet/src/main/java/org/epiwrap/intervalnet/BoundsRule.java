package org.epiwrap.intervalnet;

import org.epiwrap.tensor.Tensor;

/** What fine-tuning trains of an interval, and what keeps it one. */
public enum BoundsRule {
    /** Both ends; where a step has crossed them, they meet in the middle. */
    ORDERED {
        @Override
        void restore(Tensor first, Tensor second) {
            Tensor.putInOrder(first, second);
        }
    },
    /** The centre and the radius; a radius that a step has made negative is 0. */
    CENTRE_AND_RADIUS {
        @Override
        Tensor first(Tensor lower, Tensor upper) {
            return lower.plus(upper).times(Tensor.constant(0.5f));
        }

        @Override
        Tensor second(Tensor lower, Tensor upper) {
            return upper.minus(lower).times(Tensor.constant(0.5f));
        }

        @Override
        Tensor lower(Tensor first, Tensor second) {
            return first.minus(second);
        }

        @Override
        Tensor upper(Tensor first, Tensor second) {
            return first.plus(second);
        }

        @Override
        void restore(Tensor first, Tensor second) {
            second.set(second.relu());
        }
    },
    /** Both ends, and nothing keeps them in order: what comes out need not be intervals. */
    FREE {
        @Override
        void restore(Tensor first, Tensor second) {}
    };

    /** Returns the first number that is trained. */
    Tensor first(Tensor lower, Tensor upper) {
        return lower;
    }

    /** Returns the second number that is trained. */
    Tensor second(Tensor lower, Tensor upper) {
        return upper;
    }

    Tensor lower(Tensor first, Tensor second) {
        return first;
    }

    Tensor upper(Tensor first, Tensor second) {
        return second;
    }

    /** After a step: makes intervals of what are none. */
    abstract void restore(Tensor first, Tensor second);
}
