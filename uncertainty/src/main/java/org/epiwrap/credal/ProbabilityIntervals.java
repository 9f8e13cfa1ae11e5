package org.epiwrap.credal;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * An interval for the probability of each class, and with them the credal set of all distributions p with lower ≤ p ≤
 * upper and Σ p = 1. Entropies are in nats.
 */
public final class ProbabilityIntervals {
    private final double[] lower;
    private final double[] upper;

    private ProbabilityIntervals(double[] lower, double[] upper) {
        this.lower = lower;
        this.upper = upper;
    }

    /** Returns intervals with 0 ≤ lower ≤ upper ≤ 1 that leave room for a distribution: Σ lower ≤ 1 ≤ Σ upper. */
    public static ProbabilityIntervals of(double[] lower, double[] upper) {
        Check.atLeast("the number of classes", lower.length, 2);
        Bounds.check(lower, upper);
        double least = 0;
        double most = 0;
        for (int c = 0; c < lower.length; c++) {
            least += Check.share("lower[" + c + "]", lower[c]);
            most += Check.share("upper[" + c + "]", upper[c]);
        }
        if (!(least <= 1 + LowerEntropy.ROUNDING && most >= 1 - LowerEntropy.ROUNDING)) {
            throw new IllegalArgumentException(
                    "lower must sum to at most 1 and upper to at least 1, but the sums are " + least + " and " + most);
        }
        return new ProbabilityIntervals(lower.clone(), upper.clone());
    }

    /**
     * Returns the tightest intervals of a softmax whose logits lie between bounds: the lower probability of class k is
     * that of its own logit at its lower and all others at their upper bounds, sigmoid(lower_k - ln Σ_{j≠k}
     * exp(upper_j)).
     *
     * @param lower finite, of any size
     * @param upper finite, at least lower
     */
    public static ProbabilityIntervals ofLogits(double[] lower, double[] upper) {
        Check.atLeast("the number of classes", lower.length, 2);
        Bounds.check(lower, upper);
        double[] least = softmaxAgainst(lower, upper);
        double[] most = softmaxAgainst(upper, lower);
        for (int c = 0; c < least.length; c++) {
            most[c] = Math.max(least[c], most[c]); // rounding
        }
        return new ProbabilityIntervals(least, most);
    }

    /** sigmoid(own_k - ln Σ_{j≠k} exp(others_j)) for each k, every exponent relative to the largest that is summed. */
    private static double[] softmaxAgainst(double[] own, double[] others) {
        int first = 0;
        for (int j = 1; j < others.length; j++) {
            first = others[j] > others[first] ? j : first;
        }
        double second = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < others.length; j++) {
            second = j == first ? second : Math.max(second, others[j]);
        }
        double sum = 0;
        double sumWithoutFirst = 0;
        for (int j = 0; j < others.length; j++) {
            sum += Math.exp(others[j] - others[first]);
            sumWithoutFirst += j == first ? 0 : Math.exp(others[j] - second);
        }
        double[] probabilities = new double[own.length];
        for (int k = 0; k < own.length; k++) {
            // Taking a term from the sum loses no digits: the first one's, which is 1, remains.
            probabilities[k] = k == first
                    ? sigmoid(own[k] - second - Math.log(sumWithoutFirst))
                    : sigmoid(own[k] - others[first] - Math.log(sum - Math.exp(others[k] - others[first])));
        }
        return probabilities;
    }

    private static double sigmoid(double x) {
        double small = Math.exp(-Math.abs(x));
        return (x < 0 ? small : 1) / (1 + small);
    }

    public int classes() {
        return lower.length;
    }

    public double lower(int category) {
        return lower[category];
    }

    public double upper(int category) {
        return upper[category];
    }

    public double meanWidth() {
        double sum = 0;
        for (int c = 0; c < lower.length; c++) {
            sum += upper[c] - lower[c];
        }
        return sum / lower.length;
    }

    /**
     * Returns the largest entropy of the credal set, exactly: that of the distribution which is as even as the
     * intervals allow, every probability at one common level or at the end of its interval that is nearest to it.
     */
    public double upperEntropy() {
        double level = level();
        double sum = 0;
        for (int c = 0; c < lower.length; c++) {
            sum += Entropy.term(Math.max(lower[c], Math.min(upper[c], level)));
        }
        return sum;
    }

    /** Returns the level at which the filled probabilities sum to 1. */
    private double level() {
        double[] ends = Arrays.copyOf(lower, 2 * lower.length);
        System.arraycopy(upper, 0, ends, lower.length, upper.length);
        Arrays.sort(ends);
        int below = 0;
        int above = ends.length - 1;
        while (above - below > 1) {
            int middle = (below + above) >>> 1;
            if (filled(ends[middle]) <= 1) {
                below = middle;
            } else {
                above = middle;
            }
        }
        // Between two neighbouring ends the sum is a line.
        double start = filled(ends[below]);
        double rise = filled(ends[above]) - start;
        double share = rise > 0 ? Math.max(0, Math.min(1, (1 - start) / rise)) : 0;
        return ends[below] + share * (ends[above] - ends[below]);
    }

    private double filled(double level) {
        double sum = 0;
        for (int c = 0; c < lower.length; c++) {
            sum += Math.max(lower[c], Math.min(upper[c], level));
        }
        return sum;
    }

    /**
     * Returns the smallest entropy of the credal set. It is reached at a vertex, of which there are too many to try; they
     * are searched by branch and bound, for at most 10,000 steps. That is enough for a dozen classes, whatever was
     * tried, and for a hundred unless dozens of intervals lie inside each other, as logits with equal centres and
     * different widths give them. Else the bounds are apart, and {@link LowerEntropy#isExact} is false.
     */
    public LowerEntropy lowerEntropy() {
        return LowerEntropySearch.of(lower, upper);
    }
}
