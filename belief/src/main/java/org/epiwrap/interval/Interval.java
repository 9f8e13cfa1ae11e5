package org.epiwrap.interval;

import org.epiwrap.check.Check;

/**
 * A closed interval [lower, upper] of real numbers; a point when both are equal.
 *
 * @param lower finite
 * @param upper finite, at least {@code lower}
 */
public record Interval(double lower, double upper) {

    public Interval {
        Check.finite("lower", lower);
        Check.finite("upper", upper);
        if (lower > upper) {
            throw new IllegalArgumentException("upper must be >= lower (" + lower + "), but is " + upper);
        }
    }

    /** Returns [lower, upper]; refuses bounds that are not finite or not in order. */
    public static Interval of(double lower, double upper) {
        return new Interval(lower, upper);
    }

    public double width() {
        return upper - lower;
    }

    /** Returns (lower + upper)/2, without overflow. */
    public double midpoint() {
        return 0.5 * lower + 0.5 * upper;
    }

    /** Returns whether lower ≤ x ≤ upper; never for NaN. */
    public boolean contains(double x) {
        return lower <= x && x <= upper;
    }

    public boolean contains(Interval other) {
        return lower <= other.lower && other.upper <= upper;
    }

    /** Returns whether the two have a point in common; a common end counts. */
    public boolean meets(Interval other) {
        return lower <= other.upper && other.lower <= upper;
    }
}
