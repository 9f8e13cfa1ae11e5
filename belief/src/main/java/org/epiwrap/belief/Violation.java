package org.epiwrap.belief;

import org.epiwrap.interval.IntervalSet;

/** A set whose probability is not between its belief and its plausibility. */
public record Violation(IntervalSet set, double belief, double probability, double plausibility) {

    /** Returns the distance of the probability from [belief, plausibility]; above 0. */
    public double excess() {
        return Math.max(belief - probability, probability - plausibility);
    }
}
