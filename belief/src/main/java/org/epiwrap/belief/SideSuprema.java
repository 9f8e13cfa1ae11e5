package org.epiwrap.belief;

import org.epiwrap.check.Check;
import org.epiwrap.posterior.TruncatedPosterior;

/**
 * All that the beliefs of a grid's intervals depend on: the suprema of the contour to the left of each grid point and
 * to the right of it, Bel(i, j) = 1 - max(left(i), right(j)).
 *
 * <p>The n points are equally spaced over the domain, its ends included. left(0) and right(n-1) are 0: nothing of the
 * domain lies beyond its ends.
 */
public final class SideSuprema {
    /** Two points make one interval; the first grid on which the method's moments mean anything has four. */
    public static final int MIN_POINTS = 4;

    /** Far beyond any use: the limit of endless points has a closed form. */
    public static final int MAX_POINTS = 1_000_000;

    private final double[] left;
    private final double[] right;

    private SideSuprema(double[] left, double[] right) {
        this.left = left;
        this.right = right;
    }

    /** Evaluates the contour on a grid of {@value #MIN_POINTS} to {@value #MAX_POINTS} points. */
    public static SideSuprema of(TruncatedPosterior posterior, Contour contour, Complement complement, int points) {
        Check.between("grid", points, MIN_POINTS, MAX_POINTS);
        double[] at = new double[points];
        double[] after = new double[points];
        for (int k = 0; k < points; k++) {
            at[k] = contour.supremum(posterior, point(k, points), point(k, points));
            if (complement == Complement.CONTINUOUS && k < points - 1) {
                after[k] = contour.supremumInside(posterior, point(k, points), point(k + 1, points));
            }
        }
        double[] left = new double[points];
        double[] right = new double[points];
        for (int i = 1; i < points; i++) {
            left[i] = Math.max(left[i - 1], Math.max(at[i - 1], after[i - 1]));
        }
        for (int j = points - 2; j >= 0; j--) {
            right[j] = Math.max(right[j + 1], Math.max(at[j + 1], after[j]));
        }
        return normalised(left, right);
    }

    /** 1 on the continuum but for rounding; on the grid the value at its highest point. */
    private static SideSuprema normalised(double[] left, double[] right) {
        double highest = Math.max(left[left.length - 1], right[0]);
        if (!(highest > 0)) {
            throw new IllegalArgumentException(
                    "the posterior must be > 0 at one of the " + left.length + " grid points, but is 0 at all");
        }
        for (int i = 0; i < left.length; i++) {
            left[i] /= highest;
            right[i] /= highest;
        }
        return new SideSuprema(left, right);
    }

    /** Returns the reduced coordinate of grid point {@code index}: exactly symmetric around 0. */
    static double point(int index, int points) {
        return (2.0 * index - (points - 1)) / (points - 1);
    }

    public int points() {
        return left.length;
    }

    public double left(int i) {
        return left[i];
    }

    public double right(int j) {
        return right[j];
    }

    /** Returns Bel of the interval from grid point i to grid point j, i ≤ j. */
    public double belief(int i, int j) {
        return 1 - Math.max(left[i], right[j]);
    }
}
