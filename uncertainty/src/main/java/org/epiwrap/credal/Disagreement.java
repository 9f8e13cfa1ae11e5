package org.epiwrap.credal;

import org.epiwrap.check.Check;

/**
 * What several random passes over one image agree on and what they do not, as with dropout or draws of a Bayesian
 * network. With p_t the probabilities of pass t and p their mean; entropies in nats.
 *
 * @param totalEntropy the entropy of p: all uncertainty
 * @param expectedEntropy the mean entropy of the p_t: what would remain if the passes agreed
 * @param classVariance the variance of p_t over the passes (divisor T), averaged over the classes
 */
public record Disagreement(double totalEntropy, double expectedEntropy, double classVariance) {
    /** How far from 1 the probabilities of a pass may sum: they come from float. */
    private static final double SUM_TOLERANCE = 1e-3;

    /** From probabilities [passes][classes], each pass's summing to 1. */
    public static Disagreement of(double[][] passes) {
        Check.atLeast("the number of passes", passes.length, 1);
        int classes = Check.atLeast("the number of classes", passes[0].length, 2);
        double[] mean = new double[classes];
        double expectedEntropy = 0;
        for (int t = 0; t < passes.length; t++) {
            checkDistribution(passes, t);
            expectedEntropy += Entropy.nats(passes[t]) / passes.length;
            for (int c = 0; c < classes; c++) {
                mean[c] += passes[t][c] / passes.length;
            }
        }
        double squares = 0;
        for (double[] pass : passes) {
            for (int c = 0; c < classes; c++) {
                squares += (pass[c] - mean[c]) * (pass[c] - mean[c]);
            }
        }
        double total = 0;
        for (double p : mean) {
            total += Entropy.term(p);
        }
        return new Disagreement(total, expectedEntropy, squares / passes.length / classes);
    }

    private static void checkDistribution(double[][] passes, int t) {
        Check.sameLength("passes[" + t + "]", passes[t].length, "passes[0]", passes[0].length);
        double sum = 0;
        for (double p : passes[t]) {
            sum += p;
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException(
                    "passes[" + t + "] must sum to 1 within " + SUM_TOLERANCE + ", but sums to " + sum);
        }
    }

    /** Returns what the passes disagree on: total less expected entropy, never below 0. */
    public double mutualInformation() {
        return Math.max(0, totalEntropy - expectedEntropy);
    }
}
