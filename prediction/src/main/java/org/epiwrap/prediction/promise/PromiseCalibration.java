package org.epiwrap.prediction.promise;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.CoveragePromise;
import org.epiwrap.promise.FalseAlarmPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.Promises;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.Selection;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/**
 * Gives promises of a predictor on calibration examples: choices, such as by which score errors are ranked, are made on
 * their first half, promises are given on the second. Where both false alarms and decisions are promised, the second half
 * is divided once more: the threshold of unfamiliar examples is set on one part, and what it passes of the other decides
 * about ambiguous ones.
 */
public final class PromiseCalibration {
    private final Promises promises;
    private final ScoredExamples choices;

    private PromiseCalibration(Promises promises, ScoredExamples choices) {
        this.promises = promises;
        this.choices = choices;
    }

    /**
     * Returns promises that rest on the second half of calibration examples.
     *
     * @param predictor with calibrated scores; its own promises are not looked at
     * @throws PromiseException if the examples are too few for a promise, or too many are predicted wrongly
     */
    public static CalibratedPromises calibrate(
            Promises promises, IntervalPredictor predictor, CalibrationSet examples) {
        if (predictor.scorer().isEmpty()) {
            throw new IllegalArgumentException(
                    "promises need calibrated scores of an interval network, which this predictor does not have");
        }
        Check.atLeast("the number of calibration examples", examples.promises().size(), 1);
        IntervalPredictor plain = scoring(
                predictor.with(IntervalPredictor.Detail.PROBABILITIES),
                promises.setCoverage().map(SetCoveragePromise::score));
        boolean choosing = promises.ofDecisions()
                || promises.setCoverage()
                        .filter(sets -> sets.score() == SetScore.RAPS)
                        .isPresent();
        ScoredExamples choices = ScoredExamples.of(
                plain, choosing ? examples.choices() : examples.choices().subset(0, 0));
        return calibrate(promises, choices, ScoredExamples.of(plain, examples.promises()));
    }

    /**
     * Returns the same promises from examples that were scored before.
     *
     * @param choices by which the error score and the penalty of RAPS are chosen, and whose scores are the thresholds that
     *     are tested for a promise of accuracy. Examples that the model was trained on would not do: a network that knows
     *     them by heart is so sure of them that hardly any other example is below their thresholds
     * @param examples on which the promises rest
     * @throws PromiseException if the examples are too few for a promise, or too many are predicted wrongly
     */
    public static CalibratedPromises calibrate(Promises promises, ScoredExamples choices, ScoredExamples examples) {
        Check.atLeast("the number of calibration examples", examples.size(), 1);
        return new PromiseCalibration(promises, choices).calibrate(examples);
    }

    /**
     * Returns a predictor that promises nothing, and computes what sets by a score need, if there are to be any: it gives
     * sets of all classes.
     */
    public static IntervalPredictor scoring(IntervalPredictor predictor, Optional<SetScore> sets) {
        return predictor.with(Abstention.never()).with(sets.map(PromiseCalibration::everything));
    }

    private static ConformalSets everything(SetScore score) {
        return ConformalSets.of(Promise.setCoverage(0.5).by(score), Regularisation.NONE, Double.POSITIVE_INFINITY);
    }

    private CalibratedPromises calibrate(ScoredExamples all) {
        boolean both = promises.falseAlarm().isPresent() && promises.ofDecisions() && all.size() > 1;
        int[] part = Dataset.sampled(all.size(), both ? all.size() / 2 : all.size());
        ScoredExamples first = all.select(part);
        ScoredExamples second = both ? all.where(i -> Arrays.binarySearch(part, i) < 0) : all;
        Optional<CalibratedPromises.FalseAlarm> falseAlarm =
                promises.falseAlarm().map(promise -> falseAlarm(promise, first));
        Optional<CalibratedPromises.Decisions> decisions = promises.ofDecisions()
                ? Optional.of(decisions(second, falseAlarm.map(CalibratedPromises.FalseAlarm::limit)))
                : Optional.empty();
        Optional<CalibratedPromises.Sets> sets = promises.setCoverage().map(promise -> sets(promise, all));
        return new CalibratedPromises(falseAlarm, decisions, sets);
    }

    private static CalibratedPromises.FalseAlarm falseAlarm(FalseAlarmPromise promise, ScoredExamples scored) {
        ConformalPValues pValues = ConformalPValues.of(scored.scores(scored.unfamiliarity()));
        return new CalibratedPromises.FalseAlarm(
                promise, new Abstention.Limit(scored.unfamiliarity(), promise.threshold(pValues), pValues));
    }

    private CalibratedPromises.Decisions decisions(ScoredExamples scored, Optional<Abstention.Limit> unfamiliar) {
        Score score = choices.errorScore();
        ScoredExamples familiar =
                unfamiliar.map(limit -> familiar(scored, limit)).orElse(scored);
        if (familiar.size() == 0) {
            throw new IllegalArgumentException(
                    "all " + scored.size()
                            + " calibration examples are unfamiliar to the model, so that nothing can be promised of decisions");
        }
        Promise promise = promises.accuracy()
                .<Promise>map(given -> given)
                .orElseGet(() -> promises.coverage().orElseThrow());
        Selection selection = promise instanceof AccuracyPromise accuracy
                ? accuracy.select(choices.scores(score), familiar.scores(score), familiar.wrong())
                : selection((CoveragePromise) promise, score, familiar, scored.size());
        return new CalibratedPromises.Decisions(
                promise,
                new Abstention.Limit(score, selection.threshold(), ConformalPValues.of(familiar.scores(score))),
                new Selection(selection.threshold(), scored.size(), selection.kept(), selection.wrong()));
    }

    private static ScoredExamples familiar(ScoredExamples scored, Abstention.Limit limit) {
        double[] scores = scored.scores(limit.score());
        return scored.where(i -> scores[i] <= limit.threshold());
    }

    /** Unfamiliar examples count as those with the highest scores: they are not decided either. */
    private static Selection selection(CoveragePromise promise, Score score, ScoredExamples familiar, int all) {
        double[] scores = familiar.scores(score);
        double[] ranked = DoubleStream.concat(
                        Arrays.stream(scores),
                        DoubleStream.generate(() -> Double.POSITIVE_INFINITY).limit(all - scores.length))
                .toArray();
        double threshold = promise.threshold(ConformalPValues.of(ranked));
        if (threshold == Double.POSITIVE_INFINITY && scores.length < all) {
            throw new IllegalArgumentException(promise.inWords() + " cannot be promised: " + (all - scores.length)
                    + " of " + all + " calibration examples are already left undecided as unfamiliar; ask for a lower"
                    + " coverage or fewer false alarms");
        }
        int[] kept = IntStream.range(0, scores.length)
                .filter(i -> scores[i] <= threshold)
                .toArray();
        boolean[] wrong = familiar.wrong();
        return new Selection(threshold, all, kept.length, (int)
                Arrays.stream(kept).filter(i -> wrong[i]).count());
    }

    private CalibratedPromises.Sets sets(SetCoveragePromise promise, ScoredExamples scored) {
        Regularisation penalty = promise.score() == SetScore.RAPS ? choices.penalty(promise) : Regularisation.NONE;
        return new CalibratedPromises.Sets(scored.sets(promise, penalty), scored.size());
    }
}
