package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.epiwrap.check.Check;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;

/**
 * When a model abstains by one score, and what its threshold was chosen for. Nothing is promised of it: models were made so
 * before they had promises.
 *
 * @param score that is compared with the threshold: one of {@link #SCORES}
 * @param threshold the model abstains from examples with a higher score; from 0 to 1, where 1 decides all
 * @param goal what the threshold was chosen for
 * @param value the share that the goal is
 */
public record AbstentionRecord(Score score, double threshold, Goal goal, double value) {
    /** The scores by which a model can abstain, each from 0 to 1. */
    public static final Set<Score> SCORES =
            Collections.unmodifiableSet(EnumSet.of(Score.EU, Score.TU, Score.TU0, Score.UNFAMILIARITY));

    /** What a threshold is chosen for. */
    public enum Goal {
        /** The accuracy on the decided examples. */
        ACCURACY,
        /** The share of examples that are decided. */
        COVERAGE
    }

    /** Checks that all shares are from 0 to 1. */
    public AbstentionRecord {
        checkScore(score);
        Check.share("threshold", threshold);
        Check.share("value", value);
    }

    /** Refuses a score by which no model abstains. */
    private static void checkScore(Score score) {
        if (!SCORES.contains(score)) {
            throw new IllegalArgumentException(
                    "a model abstains by a score of " + SCORES + ", but is asked to by " + score);
        }
    }

    /** Returns the rule of abstention. */
    public Abstention abstention() {
        return Abstention.above(score, threshold);
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("score", Texts.name(score))
                .put("threshold", threshold)
                .put("goal", Texts.name(goal))
                .put("value", value);
    }

    /** Reads a record; a field that it does not have is refused. */
    public static AbstentionRecord read(Fields fields) {
        return fields.only(f -> new AbstentionRecord(
                f.constant("score", SCORES), f.number("threshold"), f.constant("goal", Goal.class), f.number("value")));
    }
}
