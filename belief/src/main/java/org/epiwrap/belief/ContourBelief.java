package org.epiwrap.belief;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.DoubleStream;
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
        return inside.isEmpty() ? 0 : 1 - supremum(inside.complementIn(domain));
    }

    @Override
    public double plausibility(IntervalSet set) {
        return supremum(set.within(posterior.domain()));
    }

    /**
     * A contour that grows with the density gives all sets with the same largest density the same plausibility, so
     * only the largest of them, the sublevel sets of the density, need to be tried. The Dubois–Prade contour of such
     * a set is its probability. The truncated Gaussian's sublevel sets are tails, and P(|Z| &gt; z) ≤ exp(-z²/2). For
     * a tabulated density the excess is convex between the densities at neighbouring knots, so it is largest at one.
     */
    @Override
    public Optional<Violation> violation() {
        if (contour == Contour.SUP_NORMALISED && posterior instanceof TabulatedDensity table) {
            return DoubleStream.of(table.relativeLevels())
                    .filter(level -> table.probabilityOfLevel(level) - level > ROUNDING)
                    .boxed()
                    .max(Comparator.comparingDouble(level -> table.probabilityOfLevel(level) - level))
                    .flatMap(level -> violation(table.sublevelSet(level)));
        }
        return Optional.empty();
    }

    private double supremum(IntervalSet set) {
        return set.parts().stream()
                .mapToDouble(part ->
                        contour.supremum(posterior, posterior.reduced(part.lower()), posterior.reduced(part.upper())))
                .max()
                .orElse(0);
    }
}
