package org.epiwrap.promise;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.epiwrap.check.Check;

/**
 * The exact test of whether decisions are wrong more often than a risk r, from how many of n were wrong (Clopper and
 * Pearson).
 */
public final class RiskTest {
    private RiskTest() {}

    /**
     * Returns P(Binomial(kept, risk) ≤ wrong): how likely so few errors were if the risk were r; the hypothesis of a higher
     * risk is rejected where this is at most δ. It is 1 if nothing was kept.
     */
    public static double pValue(int kept, int wrong, double risk) {
        Check.atLeast("kept", kept, 0);
        Check.between("wrong", wrong, 0, kept);
        Check.share("risk", risk);
        return kept == 0 ? 1 : BinomialDistribution.of(kept, risk).cumulativeProbability(wrong);
    }

    /** Returns the upper bound of the risk with a confidence of 1 - δ. */
    public static double upperBound(int kept, int wrong, double delta) {
        Check.atLeast("kept", kept, 0);
        Check.between("wrong", wrong, 0, kept);
        Shares.inside("delta", delta);
        return wrong == kept
                ? 1
                : BetaDistribution.of(wrong + 1.0, (double) kept - wrong).inverseSurvivalProbability(delta);
    }

    /** Returns how many decisions, all correct, are enough for the risk to be at most r with a confidence of 1 - δ. */
    public static int minimumKept(double risk, double delta) {
        return OrderStatistic.minimumSize(risk, delta);
    }
}
