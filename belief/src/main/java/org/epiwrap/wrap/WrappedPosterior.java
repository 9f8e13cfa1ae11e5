package org.epiwrap.wrap;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.BeliefFunction;
import org.epiwrap.belief.Guarantee;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.dirichlet.Moments;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.TruncatedPosterior;

/**
 * A wrapped weight, with every step of the way.
 *
 * @param posterior the truncated posterior
 * @param belief the belief function made from it
 * @param moments of the focal intervals
 * @param law the distribution over intervals fitted to the moments
 */
public record WrappedPosterior(TruncatedPosterior posterior, BeliefFunction belief, Moments moments, IntervalLaw law) {

    /** Returns the expected interval, in closed form. */
    public Interval interval() {
        return interval(law.mean());
    }

    public Interval draw(UniformRandomProvider random) {
        return interval(law.draw(random));
    }

    /** Returns whether Bel ≤ P ≤ Pl holds for every measurable set. */
    public Guarantee guarantee() {
        return belief.guarantee();
    }

    private Interval interval(Components shares) {
        return posterior.intervalAt(shares.reducedLower(), shares.reducedUpper());
    }
}
