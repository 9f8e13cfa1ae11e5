package org.epiwrap.wrap;

import org.epiwrap.check.Check;

/** The Gaussian weights of a whole model, as a {@link Budget} sees them. The arrays are not copied. */
public final class Weights {
    private static final float[] UNKNOWN = {};

    private final float[] mu;
    private final float[] sigma;
    private final float[] reach;

    private Weights(float[] mu, float[] sigma, float[] reach) {
        this.mu = mu;
        this.sigma = sigma;
        this.reach = reach;
    }

    /** Weights of means {@code mu} and standard deviations {@code sigma}, finite, sigma at least 0. */
    public static Weights of(float[] mu, float[] sigma) {
        Check.sameLength("sigma", sigma.length, "mu", mu.length);
        for (int i = 0; i < mu.length; i++) {
            if (!areGood(mu[i], sigma[i])) {
                throw bad(mu, sigma, i);
            }
        }
        return new Weights(mu, sigma, UNKNOWN);
    }

    /**
     * Returns the same weights with what {@link Budget#impact} needs to know: how far a change of each weight carries,
     * that is the mean absolute value of the input that meets the weight times the sum of |mu| over the weights that
     * follow it.
     */
    public Weights withReach(float[] newReach) {
        Check.sameLength("reach", newReach.length, "mu", mu.length);
        for (int i = 0; i < newReach.length; i++) {
            if (!(newReach[i] >= 0 && newReach[i] <= Float.MAX_VALUE)) {
                Check.nonNegative("reach[" + i + "]", newReach[i]);
            }
        }
        return new Weights(mu, sigma, newReach);
    }

    /** Returns whether these can be the mean and the standard deviation of a weight: mu ± sigma must be floats too. */
    static boolean areGood(float mu, float sigma) {
        return sigma >= 0 && Math.abs(mu) + sigma <= Float.MAX_VALUE;
    }

    /** Returns what is wrong with a weight that is not good, or whose interval is not. */
    static IllegalArgumentException bad(float[] mu, float[] sigma, int i) {
        if (!(sigma[i] >= 0 && sigma[i] <= Float.MAX_VALUE)) {
            return new IllegalArgumentException("sigma[" + i + "] must be a finite number >= 0, but is " + sigma[i]);
        }
        return new IllegalArgumentException(
                Float.isFinite(mu[i])
                        ? "the interval of weight " + i + " must be finite in float, but mu[" + i + "] is " + mu[i]
                                + " and sigma[" + i + "] is " + sigma[i]
                        : "mu[" + i + "] must be a finite number, but is " + mu[i]);
    }

    public int count() {
        return mu.length;
    }

    double score(Criterion criterion, int index) {
        return criterion.score(mu[index], sigma[index]);
    }

    double impact(int index) {
        if (reach.length != mu.length) {
            throw new IllegalArgumentException(
                    "an impact budget needs the reach of all " + mu.length + " weights, but no reach is given");
        }
        return (double) sigma[index] * reach[index];
    }
}
