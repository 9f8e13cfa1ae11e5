package org.epiwrap.report;

import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.TruncatedPosterior;

/**
 * The weights of a posterior's domain along an axis, from reduced coordinates. A domain that is narrow and far from
 * zero is shown as distances from its middle, since the labels would have too many digits and the places too few.
 *
 * @param middle where the reduced coordinate 0 is on the axis
 * @param halfWidth how far from it 1 is; 0 for a weight that is known
 * @param name of what the axis shows
 */
record WeightAxis(double middle, double halfWidth, String name) {
    /** Domains narrower than this share of their distance from zero are shown as distances. */
    private static final double NARROW = 1e-3;

    static WeightAxis of(TruncatedPosterior posterior) {
        Interval domain = posterior.domain();
        double middle = domain.midpoint();
        double halfWidth = 0.5 * domain.width();
        return halfWidth > 0 && halfWidth < NARROW * Math.abs(middle)
                ? new WeightAxis(0, halfWidth, "weight, less " + Numbers.withMinusSign(Double.toString(middle)))
                : new WeightAxis(middle, halfWidth, "weight");
    }

    double at(double reduced) {
        return middle + halfWidth * reduced;
    }

    /** The domain with some of its half-width to spare on both sides. */
    Axis axis(String label, double spare) {
        return new Range(at(-1 - spare), at(1 + spare)).axis(label);
    }

    /** A place on the axis, with as many digits as the width of the domain asks for. */
    String told(double reduced) {
        return Numbers.resolving(at(reduced), 2 * halfWidth);
    }
}
