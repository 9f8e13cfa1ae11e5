package org.epiwrap.wrap;

import org.epiwrap.check.Check;

/** The Gaussian weights of a whole model, as a {@link Budget} sees them. The arrays are not copied. */
public final class Weights {
    private static final float[] UNKNOWN = {};
    /** The length of the longest array that every JVM can make. */
    private static final int MAX_COUNT = Integer.MAX_VALUE - 8;

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
     *
     * @see #denseReach
     */
    public Weights withReach(float[] newReach) {
        Check.sameLength("reach", newReach.length, "mu", mu.length);
        checkNonNegative("reach", newReach);
        return new Weights(mu, sigma, newReach);
    }

    /**
     * Returns the reach of a dense layer's weights, in the order [output][input].
     *
     * @param inputMeans the mean of each input of the layer over some data, at least 0
     * @param downstream for each output the sum of |mu| of the weights that it feeds; 1 for the last layer
     */
    public static float[] denseReach(float[] inputMeans, float[] downstream) {
        checkNonNegative("inputMeans", inputMeans);
        checkNonNegative("downstream", downstream);
        long count = (long) inputMeans.length * downstream.length;
        if (count > MAX_COUNT) {
            throw new IllegalArgumentException(
                    "inputs times outputs must be at most " + MAX_COUNT + ", but is " + count);
        }
        float[] reach = new float[(int) count];
        for (int i = 0; i < reach.length; i++) {
            reach[i] = inputMeans[i % inputMeans.length] * downstream[i / inputMeans.length];
        }
        return reach;
    }

    /**
     * Returns for each input of a dense layer with means {@code mu} in the order [output][input], the sum of |mu| it
     * meets.
     */
    public static float[] downstream(float[] mu, int inputs) {
        Check.atLeast("inputs", inputs, 1);
        if (mu.length % inputs != 0) {
            throw new IllegalArgumentException(
                    "the length of mu must be a multiple of inputs (" + inputs + "), but is " + mu.length);
        }
        double[] sums = new double[inputs];
        for (int i = 0; i < mu.length; i++) {
            sums[i % inputs] += Math.abs(mu[i]);
        }
        float[] result = new float[inputs];
        for (int i = 0; i < inputs; i++) {
            result[i] = (float) sums[i];
        }
        return result;
    }

    private static void checkNonNegative(String name, float[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0 && values[i] <= Float.MAX_VALUE)) {
                Check.nonNegative(name + "[" + i + "]", values[i]);
            }
        }
    }

    /** Returns whether these can be the mean and the standard deviation of a weight: mu ± sigma must be floats too. */
    static boolean areGood(float mu, float sigma) {
        return sigma >= 0 && Math.abs(mu) + sigma <= Float.MAX_VALUE;
    }

    /** Returns what is wrong with a weight that is not good, or whose interval is not. */
    static IllegalArgumentException bad(float[] mu, float[] sigma, int i) {
        if (!(sigma[i] >= 0 && sigma[i] <= Float.MAX_VALUE)) {
            return badSigma(sigma, i);
        }
        return new IllegalArgumentException(
                Float.isFinite(mu[i])
                        ? "the interval of weight " + i + " must be finite in float, but mu[" + i + "] is " + mu[i]
                                + " and sigma[" + i + "] is " + sigma[i]
                        : "mu[" + i + "] must be a finite number, but is " + mu[i]);
    }

    static IllegalArgumentException badSigma(float[] sigma, int i) {
        return new IllegalArgumentException("sigma[" + i + "] must be a finite number >= 0, but is " + sigma[i]);
    }

    /** Returns the number of weights. */
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
