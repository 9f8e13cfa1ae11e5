package org.epiwrap.posterior;

import org.epiwrap.interval.Interval;

/**
 * A posterior on a bounded domain, renormalised there.
 *
 * <p>Positions inside the domain are <em>reduced coordinates</em>: -1 is the lower end, 0 the middle, 1 the upper end.
 * A narrow posterior far from zero then loses no digits, and what is symmetric stays symmetric to the last bit. All
 * densities are continuous.
 */
public sealed interface TruncatedPosterior permits TruncatedGaussian, TabulatedDensity, PointMass {

    Interval domain();

    /** Returns the weight at a reduced coordinate in [-1, 1]; -1 and 1 give the ends of the domain exactly. */
    double weightAt(double reduced);

    /** Returns the interval between two reduced coordinates; rounding never turns it round. */
    default Interval intervalAt(double from, double to) {
        double lower = weightAt(from);
        return new Interval(lower, Math.max(lower, weightAt(to)));
    }

    /** Returns the reduced coordinate of a weight; weights outside the domain give its nearer end. */
    double reduced(double weight);

    /** P([from, to]), the ends in reduced coordinates. */
    double probability(double from, double to);

    /** P(interval), the interval in weight coordinates. */
    default double probability(Interval interval) {
        return interval.meets(domain()) ? probability(reduced(interval.lower()), reduced(interval.upper())) : 0;
    }

    /** Returns the largest density on the reduced interval [from, to], as a share of the largest density anywhere. */
    double relativeDensity(double from, double to);

    /** P({v : p(v) ≤ q}), q being the largest density on the closed reduced interval [from, to]. */
    double probabilityNoDenser(double from, double to);

    /** Returns the same for the open interval (from, to): less only where the density has a plateau. */
    default double probabilityNoDenserInside(double from, double to) {
        return probabilityNoDenser(from, to);
    }
}
