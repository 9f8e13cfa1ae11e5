package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.check.Check;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;

/**
 * When a network leaves an image to others, and what for.
 *
 * @param threshold an image whose score is above it is not decided; from 0 to 1, where 1 decides all
 * @param goal what the threshold was chosen for
 * @param value the share that the goal is
 */
public record AbstentionRecord(Score score, double threshold, Goal goal, double value) {

    /** What a threshold is chosen for. */
    public enum Goal {
        /** The share of right ones among the images that are decided. */
        ACCURACY,
        /** The share of images that are decided. */
        COVERAGE
    }

    public AbstentionRecord {
        Check.share("threshold", threshold);
        Check.share("value", value);
    }

    Abstention abstention() {
        return new Abstention(score, threshold);
    }

    ObjectNode write() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("score", Names.of(score))
                .put("threshold", threshold)
                .put("goal", Names.of(goal))
                .put("value", value);
    }

    static AbstentionRecord read(Fields fields) {
        AbstentionRecord result = new AbstentionRecord(
                fields.constant("score", Score.class),
                fields.number("threshold"),
                fields.constant("goal", Goal.class),
                fields.number("value"));
        fields.end();
        return result;
    }
}
