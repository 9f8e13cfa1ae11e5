package org.epiwrap.exchange.reference;

import java.util.Locale;

/**
 * How far the outputs of a network are from those it should have.
 *
 * @param examples how many were compared
 * @param kind of the outputs
 * @param difference the largest one, of logits relative to the largest logit of the example where that is above 1
 * @param example where it is
 * @param output of which class it is
 * @param expected the output there in the original framework; a probability where these are compared
 * @param found the network's own
 */
public record Agreement(
        int examples,
        ReferenceOutputs.Kind kind,
        double difference,
        int example,
        int output,
        double expected,
        double found) {
    /** The largest difference at which outputs agree: far above the rounding of float, far below a difference that matters. */
    public static final double TOLERANCE = 1e-3;

    /** Returns whether the difference is that of rounding. */
    public boolean holds() {
        return difference <= TOLERANCE;
    }

    /** Returns the largest difference as text. */
    public String size() {
        return String.format(Locale.ROOT, "%.0e", difference).replace("e-0", "e-");
    }

    /** Returns a sentence on where the largest difference is. */
    public String place() {
        return String.format(
                Locale.ROOT,
                "example %d has %.6g for class %d, where the original network has %.6g (%s)",
                example,
                found,
                output,
                expected,
                kind == ReferenceOutputs.Kind.LOGITS ? "logits" : "probabilities");
    }
}
