package org.epiwrap.promise;

import org.epiwrap.check.Check;

/**
 * The penalty of RAPS: each rank beyond a free one adds to a class's score.
 *
 * @param weight what a rank costs, at least 0
 * @param freeRanks how many of the most probable classes cost nothing
 */
public record Regularisation(double weight, int freeRanks) {
    /** No penalty. */
    public static final Regularisation NONE = new Regularisation(0, 0);

    /** Refuses what is negative. */
    public Regularisation {
        Check.nonNegative("weight", weight);
        Check.atLeast("freeRanks", freeRanks, 0);
    }

    /** Returns the penalty of a rank, counted from 1. */
    double of(int rank) {
        return weight * Math.max(0, rank - freeRanks);
    }
}
