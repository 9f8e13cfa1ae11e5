package org.epiwrap.belief;

import org.epiwrap.interval.IntervalSet;

/** A set whose probability is not between its belief and its plausibility. */
public record Violation(IntervalSet set, double belief, double probability, double plausibility) {

    /** How far the probability lies outside [belief, plausibility]; above 0. */
    public double excess() {
        return Math.max(belief - probability, probability - plausibility);
    }
}
