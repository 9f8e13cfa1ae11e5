package org.epiwrap.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.epiwrap.interval.Check;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;

/**
 * A density on a bounded domain, linear between knots. Its maxima, probabilities and level sets are exact, which no
 * black-box function allows.
 */
public final class TabulatedDensity implements Posterior, TruncatedPosterior {
    /** Odd, so that the middle of the domain is a knot. */
    public static final int DEFAULT_KNOTS = 4097;

    private final double[] knots;
    /** Density at each knot, normalised to a total of 1. */
    private final double[] density;
    /** Probability up to each knot. */
    private final double[] cumulative;

    private final double peak;

    private TabulatedDensity(double[] knots, double[] density, double[] cumulative) {
        this.knots = knots;
        this.density = density;
        this.cumulative = cumulative;
        this.peak = Arrays.stream(density).max().orElseThrow();
    }

    /** See {@link Posterior#density}. */
    public static TabulatedDensity of(DoubleUnaryOperator function, double lower, double upper) {
        Check.finite("lower", lower);
        Check.finite("upper", upper);
        double[] knots = new double[DEFAULT_KNOTS];
        double[] density = new double[DEFAULT_KNOTS];
        for (int i = 0; i < DEFAULT_KNOTS; i++) {
            double share = i / (DEFAULT_KNOTS - 1.0);
            knots[i] = lower * (1 - share) + upper * share;
            density[i] = function.applyAsDouble(knots[i]);
        }
        return of(knots, density);
    }

    /**
     * The density through the given points.
     *
     * @param knots at least two positions, finite, strictly ascending
     * @param density the density at each, at least 0, not all 0; it need not be normalised
     */
    public static TabulatedDensity of(double[] knots, double[] density) {
        Check.sameLength("density", density.length, "knots", knots.length);
        Check.atLeast("the number of knots", knots.length, 2);
        for (int i = 0; i < knots.length; i++) {
            Check.finite("knot " + i, knots[i]);
            Check.nonNegative("the density at " + knots[i], density[i]);
            if (i > 0 && !(knots[i] > knots[i - 1])) {
                throw new IllegalArgumentException(
                        "knot " + i + " must be > knot " + (i - 1) + " (" + knots[i - 1] + "), but is " + knots[i]);
            }
        }
        Check.finite("the width of the domain", knots[knots.length - 1] - knots[0]);
        // Scaled by the peak first: a density of any unit then neither overflows nor vanishes in the sum.
        double scale = Arrays.stream(density).max().orElseThrow();
        if (!(scale > 0)) {
            throw new IllegalArgumentException("the density must be > 0 somewhere in [" + knots[0] + ", "
                    + knots[knots.length - 1] + "], but is 0 at every knot");
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
        return new TabulatedDensity(knots.clone(), relative, cumulative);
    }

    @Override
    public TruncatedPosterior truncated(Truncation rule) {
        return this;
    }

    @Override
    public Interval domain() {
        return new Interval(knots[0], knots[knots.length - 1]);
    }

    @Override
    public double weightAt(double reduced) {
        return knots[0] * (0.5 - 0.5 * reduced) + knots[knots.length - 1] * (0.5 + 0.5 * reduced);
    }

    @Override
    public double reduced(double weight) {
        double lower = knots[0];
        double upper = knots[knots.length - 1];
        return Math.max(-1, Math.min(1, ((weight - lower) - (upper - weight)) / (upper - lower)));
    }

    @Override
    public double probability(double from, double to) {
        return probabilityUpTo(weightAt(to)) - probabilityUpTo(weightAt(from));
    }

    @Override
    public double relativeDensity(double from, double to) {
        return largestDensity(from, to) / peak;
    }

    @Override
    public double probabilityNoDenser(double from, double to) {
        return probabilityNoDenserThan(largestDensity(from, to));
    }

    /**
     * P({v : p(v)/max p ≤ level}) for a level in [0, 1]. With {@link #relativeLevels} this describes all level sets:
     * between neighbouring levels the probability is a convex function of the level.
     */
    public double probabilityOfLevel(double level) {
        return probabilityNoDenserThan(level * peak);
    }

    /** The densities at the knots as shares of the largest, ascending, each once. */
    public double[] relativeLevels() {
        return Arrays.stream(density).map(d -> d / peak).distinct().sorted().toArray();
    }

    /** {v : p(v)/max p ≤ level}. */
    public IntervalSet sublevelSet(double level) {
        List<Interval> parts = new ArrayList<>();
        for (int i = 1; i < knots.length; i++) {
            double left = density[i - 1] / peak;
            double right = density[i] / peak;
            if (Math.max(left, right) <= level) {
                parts.add(new Interval(knots[i - 1], knots[i]));
            } else if (left <= level) {
                parts.add(new Interval(knots[i - 1], crossing(i, (level - left) / (right - left))));
            } else if (right <= level) {
                parts.add(new Interval(crossing(i, (level - left) / (right - left)), knots[i]));
            }
        }
        return new IntervalSet(parts);
    }

    private double crossing(int i, double share) {
        return knots[i - 1] + share * (knots[i] - knots[i - 1]);
    }

    private double probabilityNoDenserThan(double level) {
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

    private double largestDensity(double from, double to) {
        double left = weightAt(from);
        double right = weightAt(to);
        int next = firstKnotAfter(left);
        double largest = Math.max(densityAt(left), densityAt(right));
        for (int i = next; i < knots.length && knots[i] <= right; i++) {
            largest = Math.max(largest, density[i]);
        }
        return largest;
    }

    private double densityAt(double weight) {
        int next = firstKnotAfter(weight);
        double share = (weight - knots[next - 1]) / (knots[next] - knots[next - 1]);
        return density[next - 1] * (1 - share) + density[next] * share;
    }

    private double probabilityUpTo(double weight) {
        if (weight <= knots[0]) {
            return 0;
        }
        if (weight >= knots[knots.length - 1]) {
            return 1;
        }
        int next = firstKnotAfter(weight);
        double step = weight - knots[next - 1];
        return cumulative[next - 1] + 0.5 * (density[next - 1] + densityAt(weight)) * step;
    }

    /** The knot that ends the segment of a weight inside the domain; the last one for the upper end. */
    private int firstKnotAfter(double weight) {
        int found = Arrays.binarySearch(knots, weight);
        int next = found >= 0 ? found + 1 : -found - 1;
        return Math.max(1, Math.min(knots.length - 1, next));
    }
}
