package org.epiwrap.credal;

import org.epiwrap.check.Check;

/** Shannon entropy of class probabilities: -Σ p ln p, with 0 ln 0 = 0. */
public final class Entropy {
    private Entropy() {}

    /** Returns the entropy, in nats, of probabilities that are at least 0. */
    public static double nats(double[] probabilities) {
        Check.nonNegative("probabilities", probabilities);
        double sum = 0;
        for (double p : probabilities) {
            sum += term(p);
        }
        return sum;
    }

    /** Returns the entropy H of the softmax of some logits as a share of the largest possible, ln C: from 0 to 1. */
    public static double normalised(double[] logits) {
        Check.atLeast("the number of logits", logits.length, 2);
        Check.finite("logits", logits);
        double top = Double.NEGATIVE_INFINITY;
        for (double logit : logits) {
            top = Math.max(top, logit);
        }
        double sum = 0;
        double weighted = 0;
        for (double logit : logits) {
            double below = logit - top;
            double share = Math.exp(below);
            sum += share;
            // A share of 0 may belong to a logit infinitely far below.
            weighted += share > 0 ? share * below : 0;
        }
        return Math.min(1, (Math.log(sum) - weighted / sum) / Math.log(logits.length));
    }

    /** Returns the entropy H of probabilities as a share of the largest possible, ln C: from 0 to 1. */
    public static double shareOfLargest(double[] probabilities) {
        Check.atLeast("the number of probabilities", probabilities.length, 2);
        return Math.min(1, nats(probabilities) / Math.log(probabilities.length));
    }

    static double term(double p) {
        return p > 0 ? -p * Math.log(p) : 0;
    }
}
