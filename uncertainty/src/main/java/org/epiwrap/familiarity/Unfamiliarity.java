package org.epiwrap.familiarity;

import java.util.List;

/**
 * How unfamiliar an example is: the members' scores, their p-values, and what they come to. The last member is the energy
 * of the logits, those before it are the layers with weights in their order.
 */
public final class Unfamiliarity {
    private final List<String> names;
    private final double[] scores;
    private final double[] pValues;
    private final double statistic;
    private final double largest;

    Unfamiliarity(List<String> names, double[] scores, double[] pValues, double statistic, double largest) {
        this.names = names;
        this.scores = scores;
        this.pValues = pValues;
        this.statistic = statistic;
        this.largest = largest;
    }

    /** Returns the names of the members: those of the layers, and {@code energy}. */
    public List<String> members() {
        return names;
    }

    /** Returns the score of a member: ln D² of a layer, or the energy. */
    public double score(int member) {
        return scores[member];
    }

    /** Returns the p-value of a member's score among calibration examples, above 0 and at most 1. */
    public double pValue(int member) {
        return pValues[member];
    }

    /** Returns T, the logarithm of the mean over the members of 1/p. */
    public double statistic() {
        return statistic;
    }

    /** Returns UF = T / ln(n + 1) for n calibration examples, from 0 to 1. */
    public double value() {
        return value(statistic, largest);
    }

    static double value(double statistic, double largest) {
        return Math.max(0, Math.min(1, statistic / largest));
    }
}
