package org.epiwrap.report.weight;

import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.report.plot.Axis;
import org.epiwrap.report.plot.Range;
import org.epiwrap.report.svg.Numbers;

/**
 * The weights of a posterior's domain along an axis, from reduced coordinates in [-1, 1]. A domain that is narrow and far
 * from zero is shown as distances from its midpoint, because labels would need too many digits.
 *
 * @param middle the position of the reduced coordinate 0
 * @param halfWidth the distance of the reduced coordinate 1 from it; 0 for a weight that is known exactly
 * @param name what the axis shows
 */
record WeightAxis(double middle, double halfWidth, String name) {
    /** Domains narrower than this share of their distance from zero are shown as distances. */
    private static final double NARROW = 1e-3;

    static WeightAxis of(TruncatedPosterior posterior) {
        Interval domain = posterior.domain();
        double middle = domain.midpoint();
        double halfWidth = 0.5 * domain.width();
        return halfWidth > 0 && halfWidth < NARROW * Math.abs(middle)
                ? new WeightAxis(0, halfWidth, "weight − (" + Numbers.withMinusSign(Double.toString(middle)) + ")")
                : new WeightAxis(middle, halfWidth, "weight");
    }

    double at(double reduced) {
        return middle + halfWidth * reduced;
    }

    /** Returns an axis over the domain, with a share of its half-width to spare on both sides. */
    Axis axis(String label, double spare) {
        return new Range(at(-1 - spare), at(1 + spare)).axis(label);
    }

    /** Returns the label of a position, with as many digits as the width of the domain needs. */
    String label(double reduced) {
        return Numbers.resolving(at(reduced), 2 * halfWidth);
    }
}
