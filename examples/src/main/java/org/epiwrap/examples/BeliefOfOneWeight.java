package org.epiwrap.examples;

import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;

/** Wraps the posterior of a single weight and reads its expected interval, belief and plausibility. */
public final class BeliefOfOneWeight {
    private BeliefOfOneWeight() {}

    /** Wraps a weight whose posterior is N(0.1, 0.05²). */
    public static void main(String[] args) {
        WrappedPosterior weight = EpistemicWrapper.withDefaults().wrap(Posterior.gaussian(0.1, 0.05));
        Interval expected = weight.interval();
        Interval positive = Interval.of(0, 0.2);
        System.out.printf("expected interval [%.4f, %.4f]%n", expected.lower(), expected.upper());
        System.out.printf(
                "belief %.4f, plausibility %.4f that the weight is in [0, 0.2]%n",
                weight.belief().belief(positive), weight.belief().plausibility(positive));
        System.out.println("guarantee: " + weight.guarantee());
    }
}
