package org.epiwrap.metrics;

import java.util.OptionalDouble;

/**
 * How well one class is predicted.
 *
 * @param support the number of its examples
 * @param precision the share of the examples predicted as this class that are of it; empty if none is predicted so
 * @param recall the share of its examples that are predicted as it; empty if it has none
 * @param f1 the harmonic mean of precision and recall, 2·correct/(support + predicted); empty if both numbers are 0
 */
public record ClassQuality(int support, OptionalDouble precision, OptionalDouble recall, OptionalDouble f1) {

    /** Returns the quality of a class from the numbers of its examples, of those predicted as it, and of both at once. */
    static ClassQuality of(int support, int predicted, int correct) {
        return new ClassQuality(
                support,
                share(correct, predicted),
                share(correct, support),
                share(2.0 * correct, (double) support + predicted));
    }

    private static OptionalDouble share(double part, double whole) {
        return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
    }
}
