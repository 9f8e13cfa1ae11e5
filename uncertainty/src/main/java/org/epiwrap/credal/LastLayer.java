package org.epiwrap.credal;

import org.epiwrap.check.Check;

/**
 * The last, dense layer of an interval network: every weight and bias is a centre with a radius. Two logits are
 * compared through their difference, for which the two classes share one hidden layer: min (z_a - z_b) is larger, and
 * knows more, than min z_a - max z_b.
 */
public final class LastLayer {
    private final double[][] centre;
    private final double[][] radius;
    private final double[] bias;
    private final double[] biasRadius;

    private LastLayer(double[][] centre, double[][] radius, double[] bias, double[] biasRadius) {
        this.centre = centre;
        this.radius = radius;
        this.bias = bias;
        this.biasRadius = biasRadius;
    }

    /**
     * With biases that are known. The arrays are not copied.
     *
     * @param centre [classes][hidden units], finite
     * @param radius [classes][hidden units], at least 0
     * @param bias [classes], finite
     */
    public static LastLayer of(double[][] centre, double[][] radius, double[] bias) {
        int classes = Check.atLeast("the number of classes", centre.length, 2);
        int hidden = Check.atLeast("the number of hidden units", centre[0].length, 1);
        Check.sameLength("radius", radius.length, "centre", classes);
        Check.sameLength("bias", bias.length, "centre", classes);
        for (int c = 0; c < classes; c++) {
            Check.sameLength("centre[" + c + "]", centre[c].length, "centre[0]", hidden);
            Check.sameLength("radius[" + c + "]", radius[c].length, "centre[0]", hidden);
            Check.finite("centre[" + c + "]", centre[c]);
            Check.nonNegative("radius[" + c + "]", radius[c]);
        }
        Check.finite("bias", bias);
        return new LastLayer(centre, radius, bias, new double[classes]);
    }

    /** The same layer with biases that are intervals, too. */
    public LastLayer withBiasRadius(double[] newBiasRadius) {
        Check.sameLength("biasRadius", newBiasRadius.length, "bias", bias.length);
        Check.nonNegative("biasRadius", newBiasRadius);
        return new LastLayer(centre, radius, bias, newBiasRadius);
    }

    public int classes() {
        return bias.length;
    }

    public int hidden() {
        return centre[0].length;
    }

    /** The logits of the centres. */
    public double[] logits(double[] activations) {
        Check.sameLength("activations", activations.length, "the hidden units", hidden());
        double[] logits = bias.clone();
        for (int c = 0; c < logits.length; c++) {
            for (int j = 0; j < activations.length; j++) {
                logits[c] += centre[c][j] * activations[j];
            }
        }
        return logits;
    }

    /**
     * The maximal classes: c stays if for each other class j some weights and activations inside the bounds make z_c at
     * least z_j. Never empty, and never more than {@linkplain ClassSet#nonDominated interval dominance} leaves.
     *
     * @param lower of the hidden activations, at least 0
     * @param upper of the hidden activations, at least lower
     */
    public ClassSet maximal(double[] lower, double[] upper) {
        Check.sameLength("lower", lower.length, "the hidden units", hidden());
        Check.nonNegative("lower", lower);
        Bounds.check(lower, upper);
        return ClassSet.where(classes(), c -> {
            for (int j = 0; j < classes(); j++) {
                if (j != c && leastDifference(j, c, lower, upper, 1) > 0) {
                    return false;
                }
            }
            return true;
        });
    }

    /** The minimum of z_a - z_b with activations h ≥ 0 between bounds and the radii of this layer scaled. */
    double leastDifference(int a, int b, double[] lower, double[] upper, double scale) {
        double sum = bias[a] - bias[b] - scale * (biasRadius[a] + biasRadius[b]);
        for (int j = 0; j < lower.length; j++) {
            double weight = centre[a][j] - centre[b][j] - scale * (radius[a][j] + radius[b][j]);
            sum += weight * (weight < 0 ? upper[j] : lower[j]);
        }
        return sum;
    }
}
