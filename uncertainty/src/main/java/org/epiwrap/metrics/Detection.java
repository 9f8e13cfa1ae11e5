package org.epiwrap.metrics;

import org.epiwrap.check.Check;

/**
 * How well a score separates positives from negatives, such as out-of-distribution from in-distribution images: high
 * scores should be positives. Equal scores are one threshold, so that no order among them matters.
 *
 * @param auroc the probability that a positive scores higher than a negative, equal scores counting half
 * @param averagePrecision the area under precision over recall in steps: Σ (recall_k - recall_(k-1)) precision_k over
 *     the distinct scores, from the highest down; an uninformative score reaches the prevalence, so show both
 * @param prevalence the share of positives
 * @param falsePositiveRate the smallest share of negatives that a threshold catches together with at least 95 % of the
 *     positives
 */
public record Detection(double auroc, double averagePrecision, double prevalence, double falsePositiveRate) {

    /** Returns the detection by scores of negatives and of positives: at least one of each, no NaN. */
    public static Detection between(double[] negatives, double[] positives) {
        return of(Scores.of("positives", positives, "negatives", negatives));
    }

    /** Returns the detection by scores of which some are of positives: at least one is and one is not, no NaN. */
    public static Detection of(double[] scores, boolean[] positive) {
        return of(Scores.of("scores", scores, "positive", positive));
    }

    private static Detection of(Scores scores) {
        Walk walk = new Walk(
                Check.atLeast("the number of positives", scores.marked(), 1),
                Check.atLeast("the number of negatives", scores.others(), 1));
        scores.forEachRising((score, positives, negatives) -> walk.add(positives, negatives));
        return walk.result();
    }

    /** Thresholds from the lowest up: what is caught is what has not been passed yet. */
    private static final class Walk {
        private final long positives;
        private final long negatives;
        private long caughtPositives;
        private long caughtNegatives;
        /** Twice the pairs that are ordered rightly: whole numbers, so that ties are exact. */
        private long wins;

        private double averagePrecision;
        private double falsePositiveRate;

        Walk(long positives, long negatives) {
            this.positives = positives;
            this.negatives = negatives;
            this.caughtPositives = positives;
            this.caughtNegatives = negatives;
        }

        void add(int equalPositives, int equalNegatives) {
            wins += equalPositives * (2 * (negatives - caughtNegatives) + equalNegatives);
            averagePrecision += (double) equalPositives
                    / positives
                    * ((double) caughtPositives / (caughtPositives + caughtNegatives));
            if (20 * caughtPositives >= 19 * positives) {
                falsePositiveRate = (double) caughtNegatives / negatives;
            }
            caughtPositives -= equalPositives;
            caughtNegatives -= equalNegatives;
        }

        Detection result() {
            return new Detection(
                    wins / (2.0 * positives * negatives),
                    averagePrecision,
                    (double) positives / (positives + negatives),
                    falsePositiveRate);
        }
    }
}
