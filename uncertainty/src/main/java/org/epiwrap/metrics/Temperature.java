package org.epiwrap.metrics;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.rootfinder.BrentSolver;
import org.epiwrap.check.Check;

/**
 * A temperature T that makes probabilities p more or less confident: p_c^(1/T) / Σ_j p_j^(1/T), the softmax of logits divided
 * by T. It changes no decision. Fitted by the likelihood of held-out images, it shows how much of a calibration error is mere
 * over- or under-confidence.
 *
 * @param value above 0; below 1 confidence grows, above 1 it falls
 */
public record Temperature(double value) {
    /** Smaller and larger temperatures are not tried: images that are all predicted correctly would lead to 0. */
    private static final double MIN = 0.05;

    private static final double MAX = 20;
    /** Of ln T; more digits than any use of a temperature needs. */
    private static final double ACCURACY = 1e-13;

    /** Creates a temperature. */
    public Temperature {
        Check.positive("temperature", value);
    }

    /**
     * Returns the temperature with the smallest negative log-likelihood of the labels, from 0.05 to 20. In 1/T the likelihood
     * is convex, so that its slope has one change of sign.
     *
     * @param probabilities [images][classes], summing to 1 per image
     */
    public static Temperature fit(float[] probabilities, int[] labels, int classes) {
        ProbabilityQuality.of(probabilities, labels, classes);
        double[] logs = logs(probabilities);
        DoubleUnaryOperator slope = t -> slope(logs, labels, classes, Math.exp(-t));
        double low = Math.log(MIN);
        double high = Math.log(MAX);
        if (slope.applyAsDouble(low) <= 0) {
            return new Temperature(MIN);
        }
        if (slope.applyAsDouble(high) >= 0) {
            return new Temperature(MAX);
        }
        return new Temperature(Math.exp(new BrentSolver(ACCURACY, ACCURACY, 0).findRoot(slope, low, high)));
    }

    /** Returns the slope of the negative log-likelihood by 1/T: Σ_i (Σ_c p_c ln p(i, c)) - ln p(i, y(i)). */
    private static double slope(double[] logs, int[] labels, int classes, double inverse) {
        double sum = 0;
        double[] shares = new double[classes];
        for (int i = 0; i < labels.length; i++) {
            scale(logs, i * classes, inverse, shares);
            for (int c = 0; c < classes; c++) {
                sum += shares[c] * logs[i * classes + c];
            }
            sum -= logs[i * classes + labels[i]];
        }
        return sum;
    }

    /** Returns the probabilities at this temperature. */
    public float[] apply(float[] probabilities, int classes) {
        double[] logs = logs(probabilities);
        float[] scaled = new float[probabilities.length];
        double[] shares = new double[classes];
        for (int from = 0; from < scaled.length; from += classes) {
            scale(logs, from, 1 / value, shares);
            for (int c = 0; c < classes; c++) {
                scaled[from + c] = (float) shares[c];
            }
        }
        return scaled;
    }

    /** Fills in the softmax of one image's logarithms times a factor. */
    private static void scale(double[] logs, int from, double factor, double[] shares) {
        double top = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < shares.length; c++) {
            top = Math.max(top, logs[from + c]);
        }
        double sum = 0;
        for (int c = 0; c < shares.length; c++) {
            shares[c] = Math.exp(factor * (logs[from + c] - top));
            sum += shares[c];
        }
        for (int c = 0; c < shares.length; c++) {
            shares[c] /= sum;
        }
    }

    /** As for the likelihood, a probability that float has rounded to 0 counts as the smallest float. */
    private static double[] logs(float[] probabilities) {
        double[] logs = new double[probabilities.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(Math.max(Float.MIN_VALUE, probabilities[i]));
        }
        return logs;
    }
}
