package org.epiwrap.model;

import java.util.Locale;
import java.util.OptionalDouble;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.RejectionThreshold;
import org.epiwrap.metrics.UnreachableAccuracyException;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.SelectionThresholds;

/**
 * The goal for which a threshold of abstention is chosen on held-out examples. It holds for examples like those alone, not
 * for a shifted distribution.
 *
 * @param goal whether the value is an accuracy of the decided examples or a coverage
 * @param value the share to reach, above 0 and at most 1
 * @param score that is compared with the threshold: EU, TU or TU0
 * @param otherwise the coverage to reach if no threshold reaches the accuracy; without it, such a goal is refused
 */
public record AbstentionGoal(AbstentionRecord.Goal goal, double value, Score score, OptionalDouble otherwise) {

    /** Refuses other scores, and values that are not a share. */
    public AbstentionGoal {
        AbstentionRecord.checkScore(score);
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException("the " + goal.toString().toLowerCase(Locale.ROOT)
                    + " that is wanted must be above 0 and at most 1, but is " + value);
        }
    }

    private AbstentionGoal(AbstentionRecord.Goal goal, double value, Score score) {
        this(goal, value, score, OptionalDouble.empty());
    }

    /** Returns the goal that the decided examples have an accuracy, such as 0.99, by the score TU. */
    public static AbstentionGoal accuracy(double accuracy) {
        return new AbstentionGoal(AbstentionRecord.Goal.ACCURACY, accuracy, Score.TU);
    }

    /** Returns the goal that a share of the examples is decided, such as 0.9, by the score TU. */
    public static AbstentionGoal coverage(double coverage) {
        return new AbstentionGoal(AbstentionRecord.Goal.COVERAGE, coverage, Score.TU);
    }

    /** Returns this goal by another score. */
    public AbstentionGoal with(Score newScore) {
        return new AbstentionGoal(goal, value, newScore, otherwise);
    }

    /** Returns this goal with a coverage to reach instead if no threshold reaches the accuracy. */
    public AbstentionGoal orCoverage(double coverage) {
        return new AbstentionGoal(
                goal, value, score, OptionalDouble.of(coverage(coverage).value()));
    }

    /** Returns the goal that a stored threshold was chosen for. */
    public static AbstentionGoal of(AbstentionRecord record) {
        return new AbstentionGoal(record.goal(), record.value(), record.score());
    }

    /**
     * A threshold, and the goal it was chosen for.
     *
     * @param goal the one that was wanted, or the coverage that replaces it
     */
    record Choice(AbstentionGoal goal, RejectionThreshold threshold) {
        AbstentionRecord record() {
            return new AbstentionRecord(goal.score, threshold.value(), goal.goal, goal.value);
        }
    }

    Choice choose(Predictor predictor, Dataset heldOut) {
        SelectionThresholds thresholds = SelectionThresholds.of(predictor, heldOut, score);
        try {
            return choose(thresholds);
        } catch (UnreachableAccuracyException e) {
            return coverage(otherwise.orElseThrow(() -> e)).with(score).choose(thresholds);
        }
    }

    private Choice choose(SelectionThresholds thresholds) {
        return new Choice(
                this,
                switch (goal) {
                    case ACCURACY -> thresholds.forAccuracy(value);
                    case COVERAGE -> thresholds.forCoverage(value);
                });
    }
}
