package org.epiwrap.promise;

import java.util.OptionalInt;

/**
 * At least a share of the examples is decided: those whose score is at most a threshold, an order statistic of the
 * calibration scores.
 *
 * @param coverage above 0 and below 1
 * @param confidence that this very calibration keeps the promise; above 0 and below 1
 */
public record CoveragePromise(double coverage, double confidence) implements Promise {
    /** Refuses shares that are not between 0 and 1. */
    public CoveragePromise {
        Shares.inside("the coverage", coverage);
        Shares.inside("the confidence", confidence);
    }

    /** Returns the same promise with another confidence. */
    public CoveragePromise confidence(double newConfidence) {
        return new CoveragePromise(coverage, newConfidence);
    }

    /**
     * Returns the score up to which examples are decided.
     *
     * @throws PromiseException if there are too few calibration scores
     */
    public double threshold(ConformalPValues calibration) {
        OptionalInt k = OrderStatistic.of(calibration.size(), 1 - coverage, 1 - confidence);
        if (k.isEmpty()) {
            throw new PromiseException(inWords() + " cannot be promised from " + calibration.size()
                    + " calibration examples; at least " + OrderStatistic.minimumSize(1 - coverage, 1 - confidence)
                    + " are needed");
        }
        return calibration.ranked(k.getAsInt());
    }

    @Override
    public String inWords() {
        return "at least " + Shares.percent(coverage) + " of examples decided (confidence " + Shares.percent(confidence)
                + ")";
    }
}
