package org.epiwrap.cli;

import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.model.AbstentionRecord;
import org.epiwrap.prediction.Score;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say when a network is to leave an image to others. */
final class ThresholdOptions {
    @Option(
            names = "--accuracy",
            paramLabel = "X",
            description = "Choose the threshold of abstention on held-out images so that those decided have this share"
                    + " of right ones, such as 0.99; of images unlike the held-out ones it promises nothing.")
    private @Nullable Double accuracy;

    @Option(
            names = "--coverage",
            paramLabel = "X",
            description = "Choose it so that this share of them is decided, such as 0.9.")
    private @Nullable Double coverage;

    @Option(
            names = "--score",
            paramLabel = "SCORE",
            converter = Choices.ScoreName.class,
            completionCandidates = Choices.ScoreName.class,
            description = "The score that is compared with the threshold: ${COMPLETION-CANDIDATES} (default: TU).")
    private @Nullable Score score;

    @Option(
            names = "--held-out",
            paramLabel = "N",
            description = "Use N of the training images that the model was not trained on, or all of them if they are"
                    + " fewer: one half for radii, the other for the threshold (default: 5000).")
    private int heldOut = ModelImages.HELD_OUT;

    /**
     * What a threshold is chosen for.
     *
     * @param value above 0, at most 1
     */
    record Wish(Score score, AbstentionRecord.Goal goal, double value) {}

    /** Refuses options that are wrong or do not go together, before any work is done. */
    void check(Optional<AbstentionRecord> before) {
        heldOut();
        wish(before);
    }

    int heldOut() {
        return Check.atLeast("--held-out", heldOut, 2);
    }

    /** What was asked for, or what a model has had so far. */
    Optional<Wish> wish(Optional<AbstentionRecord> before) {
        if (accuracy != null && coverage != null) {
            throw new IllegalArgumentException("--accuracy or --coverage must be given, not both");
        }
        Score wanted =
                score != null ? score : before.map(AbstentionRecord::score).orElse(Score.TU);
        if (accuracy != null) {
            return Optional.of(new Wish(wanted, AbstentionRecord.Goal.ACCURACY, share("--accuracy", accuracy)));
        }
        if (coverage != null) {
            return Optional.of(new Wish(wanted, AbstentionRecord.Goal.COVERAGE, share("--coverage", coverage)));
        }
        if (before.isEmpty() && score != null) {
            throw new IllegalArgumentException("--score must come with --accuracy or --coverage, but comes alone");
        }
        return before.map(record -> new Wish(wanted, record.goal(), record.value()));
    }

    private static double share(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be above 0 and at most 1, but is " + value);
        }
        return value;
    }
}
