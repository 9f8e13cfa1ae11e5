package org.epiwrap.experiments.promises;

import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.prediction.promise.ScoredExamples;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.SetCoveragePromise;

/** What rules for prediction sets come to. */
final class SetTrials {
    private SetTrials() {}

    /**
     * Returns the trial of a coverage of sets: the quantile is the k-th score of n, so that the rate of failures is
     * distributed as Beta(n + 1 − k, k), but for sets that are never empty.
     */
    static Rule.Trial of(ScoredNetwork network, SetCoveragePromise promise) {
        ScoredExamples pool = network.pool(promise.score());
        Regularisation penalty = network.penalty(promise);
        int[] labels = pool.labels();
        return split -> sets(pool, split, promise, penalty).map(sets -> {
            int[] test = split.test();
            int failures = (int) IntStream.of(test)
                    .filter(i -> !pool.set(sets, i).contains(labels[i]))
                    .count();
            int n = split.calibration().length;
            int rank = Outcome.atLeast(n + 1, promise.coverage());
            return Outcome.of(failures, test.length, 1 - promise.coverage(), n + 1.0 - rank, rank, 1);
        });
    }

    /** Returns the sets that the calibration half of a division gives; empty if it is too small for them. */
    static Optional<ConformalSets> sets(
            ScoredExamples pool, Resplits.Resplit split, SetCoveragePromise promise, Regularisation penalty) {
        try {
            return Optional.of(pool.select(split.calibration()).sets(promise, penalty));
        } catch (PromiseException e) {
            return Optional.empty();
        }
    }
}
