package org.epiwrap.evaluation;

import java.util.Optional;
import java.util.OptionalDouble;
import org.epiwrap.metrics.ClassQuality;
import org.epiwrap.metrics.SetQuality;

/**
 * How well one class is predicted, and from how many of its examples the predictor abstains.
 *
 * @param name of the class
 * @param quality over all examples, decided or not
 * @param undecided how many examples of the class are not decided
 * @param sets the prediction sets of the class's examples, if there are any
 */
public record ClassEvaluation(String name, ClassQuality quality, int undecided, Optional<SetQuality.Stratum> sets) {

    /** Returns the share of the class's examples from which the predictor abstains; empty if there are none. */
    public OptionalDouble abstained() {
        return quality.support() > 0
                ? OptionalDouble.of((double) undecided / quality.support())
                : OptionalDouble.empty();
    }
}
