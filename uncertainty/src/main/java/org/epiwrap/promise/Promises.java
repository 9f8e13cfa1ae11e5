package org.epiwrap.promise;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The promises that a model is asked to keep: at most one of each kind, and of accuracy and coverage of decisions one, since
 * both choose the same threshold.
 */
public record Promises(
        Optional<FalseAlarmPromise> falseAlarm,
        Optional<AccuracyPromise> accuracy,
        Optional<CoveragePromise> coverage,
        Optional<SetCoveragePromise> setCoverage) {

    /** Refuses both an accuracy and a coverage of decisions. */
    public Promises {
        if (accuracy.isPresent() && coverage.isPresent()) {
            throw new IllegalArgumentException(
                    "either an accuracy or a coverage of decisions must be promised, not both:"
                            + " they choose the same threshold");
        }
    }

    /** Returns no promises. */
    public static Promises none() {
        return new Promises(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns these promises with another, which replaces one of its kind. */
    public Promises with(Promise promise) {
        if (promise instanceof FalseAlarmPromise given) {
            return new Promises(Optional.of(given), accuracy, coverage, setCoverage);
        }
        if (promise instanceof AccuracyPromise given) {
            return new Promises(falseAlarm, Optional.of(given), coverage, setCoverage);
        }
        if (promise instanceof CoveragePromise given) {
            return new Promises(falseAlarm, accuracy, Optional.of(given), setCoverage);
        }
        return new Promises(falseAlarm, accuracy, coverage, Optional.of((SetCoveragePromise) promise));
    }

    /** Returns all of them. */
    public List<Promise> all() {
        return Stream.<Optional<? extends Promise>>of(falseAlarm, accuracy, coverage, setCoverage)
                .<Promise>flatMap(Optional::stream)
                .toList();
    }

    /** Returns whether there is none. */
    public boolean isEmpty() {
        return all().isEmpty();
    }

    /** Returns whether the accuracy or the coverage of decisions is promised. */
    public boolean ofDecisions() {
        return accuracy.isPresent() || coverage.isPresent();
    }
}
