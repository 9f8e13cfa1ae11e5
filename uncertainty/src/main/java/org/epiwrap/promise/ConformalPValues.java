package org.epiwrap.promise;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.epiwrap.check.Check;
import org.jspecify.annotations.Nullable;

/**
 * Conformal p-values of a score by which unusual examples are high: p(s) = (1 + #{i : sᵢ ≥ s}) / (n + 1) over n
 * calibration scores. The p-value of an example exchangeable with them is at most α with a probability of at most α.
 */
public final class ConformalPValues {
    private final RisingScores scores;

    private ConformalPValues(RisingScores scores) {
        this.scores = scores;
    }

    /**
     * Returns the p-values that rest on calibration scores, in any order.
     *
     * @param scores no NaN
     */
    public static ConformalPValues of(double[] scores) {
        return new ConformalPValues(RisingScores.of(scores));
    }

    /** Returns the number of calibration scores. */
    public int size() {
        return scores.size();
    }

    /** Returns the calibration scores, rising. */
    public double[] scores() {
        return scores.toArray();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConformalPValues same && Arrays.equals(scores(), same.scores());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(scores());
    }

    /** Returns a calibration score by its rank: 1 for the lowest. */
    double ranked(int rank) {
        return scores.get(rank - 1);
    }

    /** Returns the p-value of a score: from 1/(n + 1) for one beyond all calibration scores to 1. */
    public double of(double score) {
        return pValue(scores.atLeast(Check.number("score", score)));
    }

    private double pValue(int atLeast) {
        return (1.0 + atLeast) / (scores.size() + 1.0);
    }

    /**
     * Returns the score above which p-values are at most a level; empty if no score has so small a p-value, which takes at
     * least {@link #minimumSize} calibration scores.
     */
    public OptionalDouble thresholdAt(double level) {
        Shares.inside("level", level);
        int n = scores.size();
        if (pValue(0) > level) {
            return OptionalDouble.empty();
        }
        int beyond = 0;
        while (beyond + 1 < n && pValue(beyond + 1) <= level) {
            beyond++;
        }
        return OptionalDouble.of(scores.get(n - 1 - beyond));
    }

    /** Returns how many calibration scores allow for p-values of at most a level. */
    public static int minimumSize(double level) {
        Shares.inside("level", level);
        int size = (int) Math.max(1, Math.floor(1 / level) - 2);
        while (1 / (size + 1.0) > level) {
            size++;
        }
        return size;
    }
}
