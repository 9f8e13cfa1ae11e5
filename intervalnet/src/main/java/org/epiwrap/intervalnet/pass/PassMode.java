package org.epiwrap.intervalnet.pass;

/**
 * How a pass computes bounds.
 *
 * @param rounding in which direction bounds are rounded
 * @param forwarded what a layer hands to the next one
 * @param dropout {@link Masks#NONE} unless dropout is active
 */
public record PassMode(Rounded rounding, Forwarded forwarded, Masks dropout) {

    /** The direction in which bounds are rounded. */
    public enum Rounded {
        /** Away from each other, by at least what float arithmetic may have cost: the bounds hold in real numbers. */
        OUTWARD,
        /** To the nearest float, as in training. */
        NEAREST
    }

    /** What a layer hands to the next one. */
    public enum Forwarded {
        /** Both bounds of its outputs. */
        BOUNDS,
        /** The midpoints of its outputs' bounds. */
        MIDPOINTS
    }

    /** Returns the mode of bounds that hold for every choice of weights from their intervals. */
    public static PassMode proven() {
        return new PassMode(Rounded.OUTWARD, Forwarded.BOUNDS, Masks.NONE);
    }

    /** Returns the mode in which logits are computed that an averaging turns into probabilities. */
    public static PassMode averaged(Averaging averaging) {
        return switch (averaging) {
            case LOGITS, SOFTMAXES -> new PassMode(Rounded.NEAREST, Forwarded.BOUNDS, Masks.NONE);
            case ACTIVATIONS, WEIGHTS -> new PassMode(Rounded.NEAREST, Forwarded.MIDPOINTS, Masks.NONE);
        };
    }

    public PassMode with(Masks newDropout) {
        return new PassMode(rounding, forwarded, newDropout);
    }

    boolean isOutward() {
        return rounding == Rounded.OUTWARD;
    }

    boolean drops() {
        return dropout != Masks.NONE;
    }
}
