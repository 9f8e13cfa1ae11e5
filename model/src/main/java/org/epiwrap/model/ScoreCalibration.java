package org.epiwrap.model;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.RejectionThreshold;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.scoring.EpistemicScorer;

/**
 * What is fitted to an interval network: the scale of its scores on training examples, and the threshold above which it
 * abstains on held-out ones.
 *
 * @param scorer with the fitted scale
 * @param abstention the threshold and the goal it was chosen for
 * @param threshold with the coverage and accuracy that it reaches on the held-out examples
 */
record ScoreCalibration(
        EpistemicScorer scorer, Optional<AbstentionRecord> abstention, Optional<RejectionThreshold> threshold) {
    /** More examples would hardly change the scales. */
    private static final int TRAINING_EXAMPLES = 10_000;

    /** Fits the scores of a predictor's network, and a threshold if there is a goal. */
    static ScoreCalibration of(
            IntervalPredictor predictor, Dataset train, Dataset promises, Optional<AbstentionGoal> goal) {
        Dataset some = train.subset(0, Math.min(TRAINING_EXAMPLES, train.size()));
        EpistemicScorer scorer = EpistemicScorer.fit(predictor.network(), some, predictor.input());
        if (goal.isEmpty()) {
            return new ScoreCalibration(scorer, Optional.empty(), Optional.empty());
        }
        IntervalPredictor scored = predictor.with(scorer).with(IntervalPredictor.Detail.PROBABILITIES);
        AbstentionGoal.Choice choice = goal.get().choose(scored, promises);
        return new ScoreCalibration(scorer, Optional.of(choice.record()), Optional.of(choice.threshold()));
    }

    /** Returns what the threshold reaches on held-out examples, as metrics of a model. */
    Map<String, Double> metrics() {
        Map<String, Double> metrics = new TreeMap<>();
        threshold.ifPresent(chosen -> {
            metrics.put(ModelMetrics.HELD_OUT_COVERAGE, chosen.coverage());
            metrics.put(ModelMetrics.HELD_OUT_ACCURACY, chosen.accuracy());
        });
        return metrics;
    }
}
