package org.epiwrap.cli.option;

import java.util.Optional;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.model.AbstentionGoal;
import org.epiwrap.prediction.Score;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that define when a network abstains. */
public final class ThresholdOptions {
    @Option(names = "--accuracy", paramLabel = "X")
    private @Nullable Double accuracy;

    @Option(names = "--coverage", paramLabel = "X")
    private @Nullable Double coverage;

    @Option(names = "--score", paramLabel = "SCORE")
    private @Nullable Score score;

    @Option(names = "--held-out", paramLabel = "N")
    private int heldOut = CalibrationSet.DEFAULT_HELD_OUT;

    public int heldOut() {
        return heldOut;
    }

    /** Returns the goal that was asked for, or the one of a model with the score that was asked for. */
    public Optional<AbstentionGoal> goal(Optional<AbstentionGoal> ofModel) {
        if (accuracy != null && coverage != null) {
            throw new IllegalArgumentException("give --accuracy or --coverage, not both");
        }
        Optional<AbstentionGoal> given = accuracy != null
                ? Optional.of(AbstentionGoal.accuracy(accuracy))
                : Optional.ofNullable(coverage).map(AbstentionGoal::coverage);
        if (score != null && given.or(() -> ofModel).isEmpty()) {
            throw new IllegalArgumentException("--score must be given together with --accuracy or --coverage");
        }
        Optional<Score> by = Optional.ofNullable(score).or(() -> ofModel.map(AbstentionGoal::score));
        return given.or(() -> ofModel).map(goal -> by.map(goal::with).orElse(goal));
    }
}
