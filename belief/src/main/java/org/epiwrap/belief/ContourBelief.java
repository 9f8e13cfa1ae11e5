package org.epiwrap.belief;

import java.util.Optional;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.TruncatedPosterior;

/**
 * The belief function of a contour on the continuum, without a grid:
 * Pl(A) = the supremum of the contour over A, Bel(A) = 1 - Pl(domain without A).
 */
public record ContourBelief(TruncatedPosterior posterior, Contour contour) implements BeliefFunction {

    @Override
    public double belief(IntervalSet set) {
        Interval domain = posterior.domain();
        IntervalSet inside = set.within(domain);
        if (inside.isEmpty()) {
            return 0;
        }
        double outside = inside.complementIn(domain).parts().stream()
                .mapToDouble(gap -> contour.supremumInside(
                        posterior, posterior.reduced(gap.lower()), posterior.reduced(gap.upper())))
                .max()
                .orElse(0);
        // Gaps are open towards the set; where one reaches an end of the domain, that end belongs to it.
        return 1 - Math.max(outside, Math.max(outsideAt(-1, inside), outsideAt(1, inside)));
    }

    private double outsideAt(double end, IntervalSet inside) {
        double weight = posterior.weightAt(end);
        return inside.contains(new Interval(weight, weight)) ? 0 : contour.supremum(posterior, end, end);
    }

    @Override
    public double plausibility(IntervalSet set) {
        return set.within(posterior.domain()).parts().stream()
                .mapToDouble(part ->
                        contour.supremum(posterior, posterior.reduced(part.lower()), posterior.reduced(part.upper())))
                .max()
                .orElse(0);
    }

    /**
     * A contour that grows with the density gives all sets with the same largest density the same plausibility,
     * so only the largest of them, the sublevel sets of the density, need to be tried. The Dubois–Prade contour of such
     * a set is its probability. The truncated Gaussian's sublevel sets are tails, and P(|Z| &gt; z) ≤ exp(-z²/2). For a
     * tabulated density the excess is convex between the densities at neighbouring knots, so it is largest at one.
     */
    @Override
    public Optional<Violation> violation() {
        if (!(contour == Contour.SUP_NORMALISED && posterior instanceof TabulatedDensity table)) {
            return Optional.empty();
        }
        Violation worst = null;
        for (double level : table.levels()) {
            double probability = table.sublevelProbability(level);
            double plausibility = level / table.peak();
            if (probability - plausibility > (worst == null ? ROUNDING : worst.excess())) {
                // What the set leaves out holds the peak, so nothing of it is believed.
                worst = new Violation(table.sublevelSet(level), 0, probability, plausibility);
            }
        }
        return Optional.ofNullable(worst);
    }
}
