package org.epiwrap.promise;

/**
 * Prediction sets contain the true class with a probability, on average over calibrations.
 *
 * @param coverage above 0 and below 1
 * @param score by which classes enter a set
 * @param byClass whether the promise holds for every class by itself (Mondrian), in place of all examples together
 */
public record SetCoveragePromise(double coverage, SetScore score, boolean byClass) implements Promise {
    /** Refuses a coverage that is not between 0 and 1. */
    public SetCoveragePromise {
        Shares.inside("the coverage of sets", coverage);
    }

    SetCoveragePromise(double coverage, SetScore score) {
        this(coverage, score, false);
    }

    /** Returns the same promise by another score. */
    public SetCoveragePromise by(SetScore newScore) {
        return new SetCoveragePromise(coverage, newScore, byClass);
    }

    /** Returns the promise for every class by itself. */
    public SetCoveragePromise forEachClass() {
        return new SetCoveragePromise(coverage, score, true);
    }

    @Override
    public String inWords() {
        return "prediction sets contain the true class for at least " + Shares.percent(coverage) + " of examples"
                + (byClass ? " of every class" : "");
    }
}
