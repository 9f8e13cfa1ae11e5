package org.epiwrap.prediction;

import java.util.Locale;
import org.epiwrap.check.Check;

/**
 * The rule of selective prediction: abstain from examples whose score is above a threshold. {@link SelectionThresholds}
 * chooses a threshold on held-out examples.
 *
 * @param score that is compared with the threshold
 * @param threshold any number, or infinite to decide every example
 */
public record Abstention(Score score, double threshold) {

    /** Why a predictor abstains from an example. */
    public enum Reason {
        /** It is unlike the training examples, or too little is known of examples like it. */
        UNFAMILIAR,
        /** It is like the training examples, but several classes remain open. */
        AMBIGUOUS;

        /** Returns the name in files and messages, such as {@code ambiguous}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Abstention {
        Check.number("threshold", threshold);
    }

    /** Returns the rule that decides every example. */
    public static Abstention never() {
        return new Abstention(Score.TU, Double.POSITIVE_INFINITY);
    }

    /** Returns whether this rule can abstain at all. */
    public boolean applies() {
        return threshold < Double.POSITIVE_INFINITY;
    }

    /** Returns whether an example with this score is left undecided. */
    public boolean abstainsAt(double value) {
        return value > threshold;
    }
}
