package org.epiwrap.belief;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.TruncatedPosterior;

/**
 * The belief function on a grid, held as its focal intervals: nested, the widest first, at most 2n of them.
 *
 * <p>Let F(s) be the smallest interval of the grid outside of which the contour is at most s. Then Bel(A) is the share
 * of s in [0, 1) with F(s) inside A, so the mass of an interval is the length of the s for which F(s) is that interval.
 * As s grows both ends of F move inwards only, and one walk of two pointers finds every focal interval with its mass.
 */
public final class NestedBelief implements BeliefFunction {
    private final TruncatedPosterior posterior;
    private final double[] lower;
    private final double[] upper;
    private final double[] mass;

    private NestedBelief(TruncatedPosterior posterior, double[] lower, double[] upper, double[] mass) {
        this.posterior = posterior;
        this.lower = lower;
        this.upper = upper;
        this.mass = mass;
    }

    /** Returns the belief function of a posterior on a grid of so many points. */
    public static NestedBelief of(TruncatedPosterior posterior, Contour contour, Complement complement, int points) {
        SideSuprema sides = SideSuprema.of(posterior, contour, complement, points);
        double[] lower = new double[2 * points];
        double[] upper = new double[2 * points];
        double[] mass = new double[2 * points];
        int count = 0;
        int i = 0;
        int j = points - 1;
        double level = 0;
        while (level < 1) {
            while (i < j && sides.left(i + 1) <= level) {
                i++;
            }
            while (i < j && sides.right(j - 1) <= level) {
                j--;
            }
            double nextLevel = i < j ? Math.min(sides.left(i + 1), sides.right(j - 1)) : 1;
            lower[count] = SideSuprema.point(i, points);
            upper[count] = SideSuprema.point(j, points);
            mass[count] = nextLevel - level;
            count++;
            level = nextLevel;
        }
        return new NestedBelief(
                posterior, Arrays.copyOf(lower, count), Arrays.copyOf(upper, count), Arrays.copyOf(mass, count));
    }

    @Override
    public TruncatedPosterior posterior() {
        return posterior;
    }

    public int size() {
        return mass.length;
    }

    /** Returns the lower end of the k-th widest focal interval in reduced coordinates. */
    public double reducedLower(int k) {
        return lower[k];
    }

    /** Returns the upper end of the k-th widest focal interval in reduced coordinates. */
    public double reducedUpper(int k) {
        return upper[k];
    }

    /** Returns the mass of the k-th widest focal interval; all masses sum to 1. */
    public double mass(int k) {
        return mass[k];
    }

    /** Returns the focal intervals in weight coordinates, the widest first. */
    public List<FocalInterval> focal() {
        return IntStream.range(0, size())
                .mapToObj(k -> new FocalInterval(interval(k), mass[k]))
                .toList();
    }

    @Override
    public double belief(IntervalSet set) {
        return sumOfMasses(k -> set.contains(interval(k)));
    }

    @Override
    public double plausibility(IntervalSet set) {
        return sumOfMasses(k -> set.meets(interval(k)));
    }

    /**
     * Nested focal intervals make the belief of any set that of the widest focal interval inside it, and that
     * interval is no more probable than the set: trying the focal intervals is enough.
     */
    @Override
    public Optional<Violation> violation() {
        double belief = 0;
        Violation worst = null;
        for (int k = size() - 1; k >= 0; k--) {
            belief += mass[k];
            double probability = posterior.probability(lower[k], upper[k]);
            double excess = belief - probability;
            if (excess > (worst == null ? ROUNDING : worst.excess())) {
                worst = new Violation(IntervalSet.of(interval(k)), belief, probability, 1);
            }
        }
        return Optional.ofNullable(worst);
    }

    private Interval interval(int k) {
        return posterior.intervalAt(lower[k], upper[k]);
    }

    private double sumOfMasses(IntPredicate counts) {
        // Added from the smallest interval outwards: the order in which every belief is a partial sum.
        double sum = 0;
        for (int k = size() - 1; k >= 0; k--) {
            if (counts.test(k)) {
                sum += mass[k];
            }
        }
        return Math.min(1, sum);
    }
}
