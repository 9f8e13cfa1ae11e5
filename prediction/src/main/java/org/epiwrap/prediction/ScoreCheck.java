package org.epiwrap.prediction;

import java.util.Locale;

/**
 * A score of one example beside the rule of abstention that it decides.
 *
 * @param rule names the score, and the threshold above which the predictor abstains
 * @param value of the score
 */
public record ScoreCheck(Abstention rule, double value) {
    private static final int MAX_DECIMALS = 17;

    public Score score() {
        return rule.score();
    }

    public double threshold() {
        return rule.threshold();
    }

    public boolean abstains() {
        return rule.abstainsAt(value);
    }

    /** Returns how many decimals show that the score differs from the threshold, if it does: 3 nearly always. */
    public int decimals() {
        int decimals = 3;
        while (decimals < MAX_DECIMALS
                && value != threshold()
                && text(value, decimals).equals(text(threshold(), decimals))) {
            decimals++;
        }
        return decimals;
    }

    private static String text(double number, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }

    /** Returns the comparison, such as {@code TU 0.702 > 0.670}. */
    public String inWords() {
        int decimals = decimals();
        return score().symbol() + " " + text(value, decimals) + (abstains() ? " > " : " ≤ ")
                + text(threshold(), decimals);
    }
}
