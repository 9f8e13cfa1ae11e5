package org.epiwrap.belief;

import java.util.Optional;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.TruncatedPosterior;

/**
 * Belief and plausibility of sets of weights. Sets are taken inside the truncated domain, of which the belief is 1; they
 * are in weight coordinates, and what is said of them is true up to the rounding of those.
 */
public sealed interface BeliefFunction permits ContourBelief, NestedBelief {
    /** Excesses up to this are rounding, not violations. */
    double ROUNDING = 1e-12;

    TruncatedPosterior posterior();

    /** Bel(set): how much of the mass implies that the weight is in the set. */
    double belief(IntervalSet set);

    /** Pl(set) = 1 - Bel(complement): how much of the mass does not contradict the set. */
    double plausibility(IntervalSet set);

    /** Returns the set that breaks Bel ≤ P ≤ Pl the most; empty exactly when no measurable set breaks it. */
    Optional<Violation> violation();

    default double belief(Interval interval) {
        return belief(IntervalSet.of(interval));
    }

    default double plausibility(Interval interval) {
        return plausibility(IntervalSet.of(interval));
    }

    default double probability(IntervalSet set) {
        return set.parts().stream().mapToDouble(posterior()::probability).sum();
    }

    /** Returns whether this very set breaks Bel ≤ P ≤ Pl. */
    default Optional<Violation> violation(IntervalSet set) {
        return Optional.of(new Violation(set, belief(set), probability(set), plausibility(set)))
                .filter(violation -> violation.excess() > ROUNDING);
    }

    default Guarantee guarantee() {
        return violation().isEmpty() ? Guarantee.BRACKETS_PROBABILITY : Guarantee.NONE;
    }
}
