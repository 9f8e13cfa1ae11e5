package org.epiwrap.experiments.promises;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.prediction.promise.PromiseCalibration;
import org.epiwrap.prediction.promise.ScoredExamples;
import org.epiwrap.promise.CoveragePromise;
import org.epiwrap.promise.OrderStatistic;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.Promises;
import org.epiwrap.promise.Selection;

/**
 * What rules for decisions come to. With x of n calibration examples beyond a threshold that is one of their own scores, or
 * e of n_t decided ones wrong, the rate of failures is taken for Beta(n + 1 − k, k) at the k-th score, and for
 * Beta(e + 1, n_t − e), of which Clopper and Pearson's bound is a quantile.
 */
final class DecisionTrials {
    private DecisionTrials() {}

    /** Returns the trial of an accuracy of decisions, alone or beside false alarms. */
    static Rule.Trial accuracy(ScoredNetwork network, Promises promises, double accuracy) {
        return split -> calibrate(network, promises, split).map(given -> {
            CalibratedPromises.Decisions decisions = given.decisions().orElseThrow();
            ScoredExamples test = network.pool().select(split.test());
            ScoredExamples familiar =
                    given.falseAlarm().map(alarm -> passed(test, alarm.limit())).orElse(test);
            return accuracy(decisions.selection(), passed(familiar, decisions.limit()), test.size(), accuracy);
        });
    }

    /** Returns the trial of the largest threshold that reaches an accuracy on the calibration half. */
    static Rule.Trial countedAccuracy(ScoredNetwork network, double accuracy) {
        Score score = network.errorScore();
        return split -> {
            ScoredExamples calibration = network.pool().select(split.calibration());
            ScoredExamples test = network.pool().select(split.test());
            return EmpiricalChoice.accuracy(calibration.scores(score), calibration.wrong(), accuracy)
                    .map(selection ->
                            accuracy(selection, passed(test, score, selection.threshold()), test.size(), accuracy));
        };
    }

    private static Outcome accuracy(Selection selection, ScoredExamples decided, int all, double accuracy) {
        boolean[] wrong = decided.wrong();
        int errors =
                (int) IntStream.range(0, wrong.length).filter(i -> wrong[i]).count();
        return Outcome.of(
                errors,
                decided.size(),
                1 - accuracy,
                selection.wrong() + 1.0,
                (double) selection.kept() - selection.wrong(),
                (double) decided.size() / all);
    }

    /** Returns the trial of a share of examples that is decided. */
    static Rule.Trial coverage(ScoredNetwork network, CoveragePromise promise) {
        Promises promises = Promises.none().with(promise);
        return split -> calibrate(network, promises, split).map(given -> {
            int n = split.calibration().length;
            int rank = OrderStatistic.of(n, 1 - promise.coverage(), 1 - promise.confidence())
                    .orElseThrow();
            ScoredExamples test = network.pool().select(split.test());
            ScoredExamples decided =
                    passed(test, given.decisions().orElseThrow().limit());
            return coverage(decided.size(), test.size(), promise.coverage(), n, rank);
        });
    }

    /** Returns the trial of the threshold that decides a share of the calibration half. */
    static Rule.Trial countedCoverage(ScoredNetwork network, double coverage) {
        Score score = network.errorScore();
        return split -> {
            double[] calibration = network.pool().select(split.calibration()).scores(score);
            ScoredExamples test = network.pool().select(split.test());
            ScoredExamples decided = passed(test, score, EmpiricalChoice.quantile(calibration, coverage));
            return Optional.of(coverage(
                    decided.size(),
                    test.size(),
                    coverage,
                    calibration.length,
                    EmpiricalChoice.rank(calibration.length, coverage)));
        };
    }

    private static Outcome coverage(int decided, int all, double coverage, int n, int rank) {
        return Outcome.of(all - decided, all, 1 - coverage, n + 1.0 - rank, rank, (double) decided / all);
    }

    /** Returns the trial of a rate of false alarms, alone or beside an accuracy. */
    static Rule.Trial falseAlarm(ScoredNetwork network, Promises promises, double rate) {
        return split -> calibrate(network, promises, split).map(given -> {
            CalibratedPromises.FalseAlarm alarm = given.falseAlarm().orElseThrow();
            ScoredExamples test = network.pool().select(split.test());
            ScoredExamples familiar = passed(test, alarm.limit());
            ScoredExamples decided = given.decisions()
                    .map(decisions -> passed(familiar, decisions.limit()))
                    .orElse(familiar);
            int n = alarm.examples();
            int beyond = Outcome.atMost(n + 1, rate);
            return Outcome.of(
                    test.size() - familiar.size(),
                    test.size(),
                    rate,
                    beyond,
                    n + 1.0 - beyond,
                    (double) decided.size() / test.size());
        });
    }

    private static Optional<CalibratedPromises> calibrate(
            ScoredNetwork network, Promises promises, Resplits.Resplit split) {
        try {
            return Optional.of(PromiseCalibration.calibrate(
                    promises, network.choices(), network.pool().select(split.calibration())));
        } catch (PromiseException e) {
            return Optional.empty();
        }
    }

    private static ScoredExamples passed(ScoredExamples examples, Abstention.Limit limit) {
        return passed(examples, limit.score(), limit.threshold());
    }

    private static ScoredExamples passed(ScoredExamples examples, Score score, double threshold) {
        double[] scores = examples.scores(score);
        return Arrays.stream(scores).allMatch(value -> value <= threshold)
                ? examples
                : examples.where(i -> scores[i] <= threshold);
    }
}
