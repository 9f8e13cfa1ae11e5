package org.epiwrap.dirichlet;

import java.util.function.ToDoubleFunction;
import org.epiwrap.belief.HalfWidth;
import org.epiwrap.belief.NestedBelief;

/**
 * Mean and variance of the shares of a random focal interval, drawn with its mass as probability. (The paper names
 * them L₁ and L₂.)
 */
public record Moments(Components mean, Components variance) {

    private static final Components NONE = new Components(0, 0, 0);

    /** Returns Σ mₖ·sₖ and Σ mₖ·(sₖ − mean)² of the shares sₖ of the focal intervals with masses mₖ. */
    public static Moments of(NestedBelief belief) {
        Components mean = weighted(belief, c -> c.below(), c -> c.inside(), c -> c.above());
        Components variance = weighted(
                belief,
                c -> square(c.below() - mean.below()),
                c -> square(c.inside() - mean.inside()),
                c -> square(c.above() - mean.above()));
        return new Moments(mean, variance);
    }

    /** Returns the limit of an endless grid: focal intervals symmetric round the mean. */
    public static Moments of(HalfWidth law) {
        double outside = 0.5 * law.shortfall();
        double variance = law.variance();
        return new Moments(
                new Components(outside, 1 - law.shortfall(), outside),
                new Components(0.25 * variance, variance, 0.25 * variance));
    }

    /** Returns the moments of all mass on the whole domain. */
    public static Moments vacuous() {
        return new Moments(new Components(0, 1, 0), NONE);
    }

    private static Components weighted(
            NestedBelief belief,
            ToDoubleFunction<Components> below,
            ToDoubleFunction<Components> inside,
            ToDoubleFunction<Components> above) {
        double sumBelow = 0;
        double sumInside = 0;
        double sumAbove = 0;
        for (int k = 0; k < belief.size(); k++) {
            Components shares = Components.shares(belief.reducedLower(k), belief.reducedUpper(k));
            double mass = belief.mass(k);
            sumBelow += mass * below.applyAsDouble(shares);
            sumInside += mass * inside.applyAsDouble(shares);
            sumAbove += mass * above.applyAsDouble(shares);
        }
        return new Components(sumBelow, sumInside, sumAbove);
    }

    private static double square(double x) {
        return x * x;
    }
}
