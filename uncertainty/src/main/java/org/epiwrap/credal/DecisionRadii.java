package org.epiwrap.credal;

import java.util.Arrays;
import org.epiwrap.check.Check;
import org.jspecify.annotations.Nullable;

/**
 * How much all radii of a network must be scaled before each class can reach the top one. With the pre-activations a ±
 * r of the last hidden layer, or where no activation follows its values, and the last layer W ± R, all radii scaled by k, let
 * m_c(k) be the minimum of z_top - z_c.
 * The decision radius of c is the smallest k with m_c(k) ≤ 0, and 0 for the top class itself. For one hidden layer r is
 * exact, and the class cannot flip below the radius; for deeper networks r is of first order, and so is the radius.
 *
 * <p>m_c never rises with k. It is looked at on levels from 0.002 to 8, each √2 times the one before or a little less. Where
 * intervals are so narrow that classes differ beyond 8, the levels go to a larger reach, all of them by the same factor.
 */
public final class DecisionRadii {
    private static final double FIRST = 0.002;
    private static final double LAST = 8;
    /** The largest scale that is looked at, unless another is given. */
    public static final double REACH = LAST;

    /** Where the search for classes beyond the last level ends. */
    private static final double FARTHEST = 0x1.0p20 * LAST;

    /** 0, then from the first to the last evenly on the logarithmic scale. */
    private static final double[] LEVELS = new double[26];

    static {
        for (int i = 1; i < LEVELS.length; i++) {
            LEVELS[i] = FIRST * Math.pow(LAST / FIRST, (i - 1) / 24.0);
        }
    }

    /** Returns the levels on which margins are looked at, the first of which is 0, and the last the reach. */
    public static double[] levels(double reach) {
        double[] levels = LEVELS.clone();
        Arrays.setAll(levels, i -> levels[i] * (reach / REACH));
        return levels;
    }

    /** Returns the radius of a class that is not reached on the last level. */
    public static double notReached(double reach) {
        return 1.5 * reach;
    }

    private final LastLayer layer;
    private final double[] centre;
    private final double[] radius;
    private final double reach;
    /** The activations' bounds on each level that was looked at: one class after the other looks at much the same. */
    private final @Nullable Box[] boxes = new @Nullable Box[LEVELS.length];

    private final int top;

    /** The activations' bounds with the radii scaled. */
    private static final class Box {
        final double[] lower;
        final double[] upper;

        Box(LastLayer layer, double[] centre, double[] radius, double k) {
            this.lower = new double[centre.length];
            this.upper = new double[centre.length];
            LastLayer.Response response = layer.response();
            for (int j = 0; j < centre.length; j++) {
                double low = centre[j] - k * radius[j];
                double high = centre[j] + k * radius[j];
                lower[j] = response.lower(low, high);
                upper[j] = response.upper(low, high);
            }
        }
    }

    private DecisionRadii(LastLayer layer, double[] centre, double[] radius, double reach) {
        this.layer = layer;
        this.centre = centre;
        this.radius = radius;
        this.reach = reach;
        this.top = TopClass.of(layer.logits(level(0).lower));
    }

    /**
     * Returns the decision radii of one image, one per class, as the scores use them: between two levels, and between 0
     * and the first, m_c is taken for a line, which mostly moves a radius by a few per cent, either way; a class that
     * is not reached on the last level has half as much again.
     *
     * @param centre the pre-activations a of the last hidden layer, to which the layer's {@link LastLayer.Response} is applied;
     *     finite
     * @param radius their radii r, at least 0
     * @param reach the last level
     */
    public static double[] of(LastLayer layer, double[] centre, double[] radius, double reach) {
        DecisionRadii image = checked(layer, centre, radius, Check.positive("reach", reach));
        return image.forEachClass(c -> image.bracket(c).crossing(notReached(reach)));
    }

    /** Returns the decision radii with levels up to {@link #REACH}. */
    public static double[] of(LastLayer layer, double[] centre, double[] radius) {
        return of(layer, centre, radius, REACH);
    }

    /**
     * Returns the same without the limit of the last level: beyond it margins are looked at where k doubles, so that classes
     * out of reach keep their order, by how far out of reach they are.
     */
    public static double[] far(LastLayer layer, double[] centre, double[] radius, double reach) {
        DecisionRadii image = checked(layer, centre, radius, Check.positive("reach", reach));
        return image.forEachClass(c -> image.beyond(c, image.bracket(c)).crossing(notReached(FARTHEST)));
    }

    /** Returns the far decision radii with levels up to {@link #REACH}. */
    public static double[] far(LastLayer layer, double[] centre, double[] radius) {
        return far(layer, centre, radius, REACH);
    }

    /** Returns {@linkplain #far far} radii as {@link #of} has them: those beyond the last level are all the same. */
    static double[] cut(double[] far, double reach) {
        return Arrays.stream(far).map(k -> k > reach ? notReached(reach) : k).toArray();
    }

    private Bracket beyond(int category, Bracket last) {
        Bracket bracket = last;
        while (bracket.marginAtHigh() > 0 && bracket.high() < FARTHEST) {
            double next = 2 * bracket.high();
            bracket = new Bracket(
                    bracket.high(),
                    next,
                    bracket.marginAtHigh(),
                    margin(category, next, new Box(layer, centre, radius, next)));
        }
        return bracket;
    }

    /**
     * Returns the same up to rounding, for those who want a guarantee: with one hidden layer no weights and activations
     * whose radii are scaled by less than a class's radius make that class the top one. Radii beyond 8 are not looked
     * for: 8 is what is guaranteed.
     */
    public static double[] guaranteed(LastLayer layer, double[] centre, double[] radius) {
        DecisionRadii image = checked(layer, centre, radius, REACH);
        return image.forEachClass(image::lastSafe);
    }

    private static DecisionRadii checked(LastLayer layer, double[] centre, double[] radius, double reach) {
        Check.sameLength("centre", centre.length, "the hidden units", layer.hidden());
        Check.sameLength("radius", radius.length, "the hidden units", layer.hidden());
        Check.finite("centre", centre);
        Check.nonNegative("radius", radius);
        return new DecisionRadii(layer, centre, radius, reach);
    }

    private interface Radius {
        double of(int category);
    }

    private double[] forEachClass(Radius search) {
        double[] radii = new double[layer.classes()];
        for (int c = 0; c < radii.length; c++) {
            radii[c] = c == top ? 0 : search.of(c);
        }
        return radii;
    }

    /** Two neighbouring levels with their margins: the first is positive unless at level 0, the second is not. */
    private record Bracket(double low, double high, double marginAtLow, double marginAtHigh) {
        double crossing(double notReached) {
            if (marginAtHigh > 0) {
                return notReached;
            }
            double share = marginAtLow > 0 ? marginAtLow / (marginAtLow - marginAtHigh) : 0;
            return low + share * (high - low);
        }
    }

    private Bracket bracket(int category) {
        int low = 0;
        int high = LEVELS.length - 1;
        double marginAtLow = marginAt(category, low);
        double marginAtHigh = marginAt(category, high);
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            double margin = marginAt(category, middle);
            if (margin > 0) {
                low = middle;
                marginAtLow = margin;
            } else {
                high = middle;
                marginAtHigh = margin;
            }
        }
        return new Bracket(scale(low), scale(high), marginAtLow, marginAtHigh);
    }

    /** Returns the largest scale that is known to be safe. */
    private double lastSafe(int category) {
        Bracket bracket = bracket(category);
        if (bracket.marginAtHigh() > 0) {
            return LAST;
        }
        double low = bracket.low();
        double high = bracket.high();
        for (double middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high)) {
            if (margin(category, middle, new Box(layer, centre, radius, middle)) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** k on a level. */
    private double scale(int level) {
        return LEVELS[level] * (reach / REACH);
    }

    /** m_c(k) on a level. */
    private double marginAt(int category, int level) {
        return margin(category, scale(level), level(level));
    }

    /** m_c(k). */
    private double margin(int category, double k, Box box) {
        return layer.minDifference(top, category, box.lower, box.upper, k);
    }

    private Box level(int level) {
        Box box = boxes[level];
        if (box == null) {
            box = new Box(layer, centre, radius, scale(level));
            boxes[level] = box;
        }
        return box;
    }
}
