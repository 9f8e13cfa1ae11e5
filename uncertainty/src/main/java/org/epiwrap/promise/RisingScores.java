package org.epiwrap.promise;

import java.util.Arrays;
import org.epiwrap.check.Check;
import org.epiwrap.statistics.SortedValues;

/** Scores in rising order, for counting. */
final class RisingScores {
    private final double[] rising;

    private RisingScores(double[] rising) {
        this.rising = rising;
    }

    /** Returns scores in any order, none of them NaN. */
    static RisingScores of(double[] scores) {
        double[] rising = scores.clone();
        for (int i = 0; i < rising.length; i++) {
            // Both zeros are one score, but sorting tells them apart.
            rising[i] = Check.number("scores[" + i + "]", rising[i]) + 0.0;
        }
        Arrays.sort(rising);
        return new RisingScores(rising);
    }

    int size() {
        return rising.length;
    }

    /** Returns a score by its place, from 0. */
    double get(int place) {
        return rising[place];
    }

    double[] toArray() {
        return rising.clone();
    }

    /** Returns how many are at or above a score. */
    int atLeast(double score) {
        return rising.length - SortedValues.below(rising, score);
    }

    /** Returns how many are at or below a score. */
    int atMost(double score) {
        return score == Double.POSITIVE_INFINITY ? rising.length : SortedValues.below(rising, Math.nextUp(score));
    }
}
