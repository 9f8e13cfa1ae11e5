package org.epiwrap.prediction;

import java.util.Locale;

/**
 * A score of one example beside the rule of abstention that it decides.
 *
 * @param rule names the score, and the threshold above which the predictor abstains
 * @param value of the score
 */
public record ScoreCheck(Abstention rule, double value) {

    public Score score() {
        return rule.score();
    }

    public double threshold() {
        return rule.threshold();
    }

    public boolean abstains() {
        return rule.abstainsAt(value);
    }

    /** Returns the comparison, such as {@code TU 0.702 > 0.670}. */
    public String inWords() {
        return String.format(
                Locale.ROOT, "%s %.3f %s %.3f", score().symbol(), value, abstains() ? ">" : "≤", threshold());
    }
}
