package org.epiwrap.experiments.measurement;

import java.util.Locale;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;

/** What ranks the weights, of which those that come first are wrapped. */
public enum Ranking {
    SIGMA("highest σ"),
    MU("highest μ"),
    MU_PLUS_SIGMA("highest μ + σ"),
    RANDOM("random"),
    IMPACT("highest impact");

    private final String words;

    Ranking(String words) {
        this.words = words;
    }

    /** Returns the budget of a share of the weights. */
    public Budget budget(double share, long seed) {
        return switch (this) {
            case SIGMA -> Budget.highest(Criterion.SIGMA, share);
            case MU -> Budget.highest(Criterion.MU, share);
            case MU_PLUS_SIGMA -> Budget.highest(Criterion.MU_PLUS_SIGMA, share);
            case RANDOM -> Budget.random(share, seed);
            case IMPACT -> Budget.impact(share);
        };
    }

    /** Returns which weights are wrapped, in words. */
    public String inWords() {
        return words;
    }

    /** Returns the name in measurements and files, such as {@code mu+sigma}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace("_plus_", "+");
    }
}
