package org.epiwrap.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.epiwrap.check.Check;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;

/**
 * A density on a bounded domain, linear between knots. Its maxima, probabilities and level sets are exact, which no
 * black-box function allows. Densities are compared as they were given, never recomputed, so that a plateau is a
 * plateau: all of it or nothing of it lies at or below a level.
 */
public final class TabulatedDensity implements Posterior, TruncatedPosterior {
    /** Odd, so that the middle of the domain is a knot. */
    public static final int DEFAULT_KNOTS = 4097;

    private final Interval domain;
    /** Positions in reduced coordinates, from -1 to 1. */
    private final double[] knots;
    /** Density at each knot relative to {@link #domain} scaled to [-1, 1], normalised to a total of 1. */
    private final double[] density;
    /** Probability up to each knot. */
    private final double[] cumulative;

    private final double peak;

    private TabulatedDensity(Interval domain, double[] knots, double[] density, double[] cumulative) {
        this.domain = domain;
        this.knots = knots;
        this.density = density;
        this.cumulative = cumulative;
        this.peak = Arrays.stream(density).max().orElseThrow();
    }

    /**
     * Returns a function as a density that is linear between {@value #DEFAULT_KNOTS} even knots, and integrates to 1.
     *
     * @param function finite and at least 0 at the knots, and not 0 at all of them; its scale does not matter
     * @param lower finite and below {@code upper}
     */
    public static TabulatedDensity of(DoubleUnaryOperator function, double lower, double upper) {
        Interval domain = domain(lower, upper);
        double[] knots = new double[DEFAULT_KNOTS];
        double[] density = new double[DEFAULT_KNOTS];
        for (int i = 0; i < DEFAULT_KNOTS; i++) {
            knots[i] = (2.0 * i - (DEFAULT_KNOTS - 1)) / (DEFAULT_KNOTS - 1);
            density[i] = checkedDensity(function.applyAsDouble(weightAt(domain, knots[i])), weightAt(domain, knots[i]));
        }
        return normalised(domain, knots, density);
    }

    /**
     * Returns the density that is linear between points, and integrates to 1.
     *
     * @param knots two or more, finite, each above the one before
     * @param density at the knots, finite and at least 0, and not all 0; its scale does not matter
     */
    public static TabulatedDensity of(double[] knots, double[] density) {
        Check.sameLength("density", density.length, "knots", knots.length);
        Check.atLeast("the number of knots", knots.length, 2);
        for (int i = 0; i < knots.length; i++) {
            Check.finite("knot " + i, knots[i]);
            checkedDensity(density[i], knots[i]);
            if (i > 0 && !(knots[i] > knots[i - 1])) {
                throw new IllegalArgumentException(
                        "knot " + i + " must be > knot " + (i - 1) + " (" + knots[i - 1] + "), but is " + knots[i]);
            }
        }
        Interval domain = domain(knots[0], knots[knots.length - 1]);
        double[] reduced =
                Arrays.stream(knots).map(knot -> reduced(domain, knot)).toArray();
        return normalised(domain, reduced, density);
    }

    private static Interval domain(double lower, double upper) {
        Check.finite("lower", lower);
        Check.finite("upper", upper);
        if (!(lower < upper)) {
            throw new IllegalArgumentException("upper must be > lower (" + lower + "), but is " + upper);
        }
        Check.finite("the width of the domain", upper - lower);
        return new Interval(lower, upper);
    }

    private static double checkedDensity(double density, double weight) {
        if (!(density >= 0 && density <= Double.MAX_VALUE)) {
            Check.nonNegative("the density at " + weight, density);
        }
        return density;
    }

    private static TabulatedDensity normalised(Interval domain, double[] knots, double[] density) {
        // Scaled by the peak first: a density of any unit then neither overflows nor vanishes in the sum.
        double scale = Arrays.stream(density).max().orElseThrow();
        if (!(scale > 0)) {
            throw new IllegalArgumentException("the density must be > 0 somewhere in [" + domain.lower() + ", "
                    + domain.upper() + "], but is 0 at every knot");
        }
        double[] relative = Arrays.stream(density).map(d -> d / scale).toArray();
        double[] cumulative = new double[knots.length];
        for (int i = 1; i < knots.length; i++) {
            cumulative[i] = cumulative[i - 1] + 0.5 * (relative[i - 1] + relative[i]) * (knots[i] - knots[i - 1]);
        }
        double total = Check.positive("the integral of the density", cumulative[knots.length - 1]);
        for (int i = 0; i < knots.length; i++) {
            relative[i] /= total;
            cumulative[i] /= total;
        }
        return new TabulatedDensity(domain, knots, relative, cumulative);
    }

    @Override
    public TruncatedPosterior truncated(Truncation rule) {
        return this;
    }

    @Override
    public Interval domain() {
        return domain;
    }

    @Override
    public double weightAt(double reduced) {
        return weightAt(domain, reduced);
    }

    private static double weightAt(Interval domain, double reduced) {
        return domain.lower() * (0.5 - 0.5 * reduced) + domain.upper() * (0.5 + 0.5 * reduced);
    }

    @Override
    public double reduced(double weight) {
        return reduced(domain, weight);
    }

    private static double reduced(Interval domain, double weight) {
        double place = ((weight - domain.lower()) - (domain.upper() - weight)) / domain.width();
        return Math.max(-1, Math.min(1, place));
    }

    @Override
    public double probability(double from, double to) {
        return probabilityUpTo(to) - probabilityUpTo(from);
    }

    @Override
    public double relativeDensity(double from, double to) {
        return largestDensity(from, to) / peak;
    }

    @Override
    public double probabilityNoDenser(double from, double to) {
        return sublevelProbability(largestDensity(from, to));
    }

    /**
     * Where the largest density is reached at an end only, the points inside come as near to it as one likes but stay
     * below: a plateau of that very density elsewhere is then denser than all of them.
     */
    @Override
    public double probabilityNoDenserInside(double from, double to) {
        double largest = largestDensity(from, to);
        int next = segmentEnd(from);
        double largestKnot = largestKnot(next, to);
        boolean flat = densityAt(from) == largest && densityAt(to) == largest && next == segmentEnd(to);
        return largestKnot == largest || flat ? sublevelProbability(largest) : probabilityBelow(largest);
    }

    /** Returns the knots' densities, ascending, each once; {@link #sublevelProbability} is convex between them. */
    public double[] levels() {
        return Arrays.stream(density).distinct().sorted().toArray();
    }

    public double peak() {
        return peak;
    }

    /** Returns P({v : p(v) ≤ level}). */
    public double sublevelProbability(double level) {
        double sum = 0;
        for (int i = 1; i < knots.length; i++) {
            double low = Math.min(density[i - 1], density[i]);
            double high = Math.max(density[i - 1], density[i]);
            double width = knots[i] - knots[i - 1];
            if (high <= level) {
                sum += 0.5 * (low + high) * width;
            } else if (low < level) {
                sum += 0.5 * (low + level) * width * ((level - low) / (high - low));
            }
        }
        return Math.min(1, sum);
    }

    /** Returns P({v : p(v) &lt; level}): without the plateaus at the level. */
    private double probabilityBelow(double level) {
        double plateaus = 0;
        for (int i = 1; i < knots.length; i++) {
            if (density[i - 1] == level && density[i] == level) {
                plateaus += level * (knots[i] - knots[i - 1]);
            }
        }
        return Math.max(0, sublevelProbability(level) - plateaus);
    }

    /** {v : p(v) ≤ level}, in weight coordinates. */
    public IntervalSet sublevelSet(double level) {
        List<Interval> parts = new ArrayList<>();
        for (int i = 1; i < knots.length; i++) {
            double left = density[i - 1];
            double right = density[i];
            if (Math.max(left, right) <= level) {
                parts.add(intervalAt(knots[i - 1], knots[i]));
            } else if (left <= level) {
                parts.add(intervalAt(knots[i - 1], crossing(i, level)));
            } else if (right <= level) {
                parts.add(intervalAt(crossing(i, level), knots[i]));
            }
        }
        return new IntervalSet(parts);
    }

    private double crossing(int i, double level) {
        double share = (level - density[i - 1]) / (density[i] - density[i - 1]);
        return Math.max(knots[i - 1], Math.min(knots[i], between(knots[i - 1], knots[i], share)));
    }

    private double largestDensity(double from, double to) {
        return Math.max(Math.max(densityAt(from), densityAt(to)), largestKnot(segmentEnd(from), to));
    }

    /** Returns the largest density at the knots from number {@code first} on that lie below {@code to}, or 0. */
    private double largestKnot(int first, double to) {
        double largest = 0;
        for (int i = first; i < knots.length && knots[i] < to; i++) {
            largest = Math.max(largest, density[i]);
        }
        return largest;
    }

    private double densityAt(double reduced) {
        int end = segmentEnd(reduced);
        double share = (reduced - knots[end - 1]) / (knots[end] - knots[end - 1]);
        return between(density[end - 1], density[end], share);
    }

    /** Linear interpolation, exact at both ends and where they are equal. */
    private static double between(double left, double right, double share) {
        return share < 0.5 ? left + share * (right - left) : right - (1 - share) * (right - left);
    }

    private double probabilityUpTo(double reduced) {
        if (reduced >= 1) {
            return 1;
        }
        int end = segmentEnd(reduced);
        double step = reduced - knots[end - 1];
        return cumulative[end - 1] + 0.5 * (density[end - 1] + densityAt(reduced)) * step;
    }

    /** Returns the knot that ends the segment which begins at or before a place; the last one for the upper end. */
    private int segmentEnd(double reduced) {
        int found = Arrays.binarySearch(knots, reduced);
        int next = found >= 0 ? found + 1 : -found - 1;
        return Math.max(1, Math.min(knots.length - 1, next));
    }
}
