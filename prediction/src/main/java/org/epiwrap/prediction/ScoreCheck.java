package org.epiwrap.prediction;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A score of one example beside the threshold above which a predictor abstains.
 *
 * @param reason for which it abstains if the score is above
 * @param value of the score
 * @param threshold infinite if this is never a reason
 * @param pValue the share of in-distribution examples with a score at least as high, by the calibration examples; empty
 *     where the threshold rests on none
 */
public record ScoreCheck(Abstention.Reason reason, Score score, double value, double threshold, OptionalDouble pValue) {
    private static final int MAX_DECIMALS = 17;
    private static final MathContext TWO_DIGITS = new MathContext(2);

    public boolean abstains() {
        return value > threshold;
    }

    /** Returns how many decimals show that the score differs from the threshold, if it does: 3 nearly always. */
    public int decimals() {
        int decimals = 3;
        while (decimals < MAX_DECIMALS
                && value != threshold
                && text(value, decimals).equals(text(threshold, decimals))) {
            decimals++;
        }
        return decimals;
    }

    private static String text(double number, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }

    /** Returns the comparison, such as {@code TU 0.702 > 0.670}, with a p-value such as {@code TU0 0.702 > 0.670, p 0.012}. */
    public String inWords() {
        int decimals = decimals();
        String compared = threshold == Double.POSITIVE_INFINITY
                ? ", which is never too high"
                : (abstains() ? " > " : " ≤ ") + text(threshold, decimals);
        return score.symbol() + " " + text(value, decimals) + compared
                + (pValue.isPresent() ? ", p " + rounded(pValue.getAsDouble()) : "");
    }

    private static String rounded(double pValue) {
        return BigDecimal.valueOf(pValue).round(TWO_DIGITS).stripTrailingZeros().toPlainString();
    }
}
