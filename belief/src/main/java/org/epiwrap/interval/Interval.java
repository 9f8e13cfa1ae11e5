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

    public static Interval of(double lower, double upper) {
        return new Interval(lower, upper);
    }

    public double width() {
        return upper - lower;
    }

    public double midpoint() {
        return 0.5 * lower + 0.5 * upper;
    }

    public boolean contains(double x) {
        return lower <= x && x <= upper;
    }

    public boolean contains(Interval other) {
        return lower <= other.lower && other.upper <= upper;
    }

    public boolean meets(Interval other) {
        return lower <= other.upper && other.lower <= upper;
    }
}
