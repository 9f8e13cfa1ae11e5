package org.epiwrap.credal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;

/**
 * The last, dense layer of an interval network: every weight and bias is a centre with a radius. Two logits are
 * compared through their difference, for which the two classes share one hidden layer: min (z_a - z_b) is larger, and
 * knows more, than min z_a - max z_b.
 */
public final class LastLayer {
    /**
     * What hidden units hand on: a function of each pre-activation, by its extremes over an interval.
     *
     * @param lower the smallest value over an interval from its first to its second argument
     * @param upper the largest
     */
    public record Response(DoubleBinaryOperator lower, DoubleBinaryOperator upper) {
        /** Values as they are. */
        static final Response IDENTITY = new Response((low, high) -> low, (low, high) -> high);

        /** Nothing below 0. */
        static final Response RECTIFIED =
                new Response((low, high) -> Math.max(0, low), (low, high) -> Math.max(0, high));

        /** Returns the smallest value over an interval. */
        double lower(double low, double high) {
            return lower.applyAsDouble(low, high);
        }

        /** Returns the largest value over an interval. */
        double upper(double low, double high) {
            return upper.applyAsDouble(low, high);
        }

        /** Returns the value at a point. */
        double value(double x) {
            return lower(x, x);
        }
    }

    private final double[][] centre;
    private final double[][] radius;
    private final double[] bias;
    private final double[] biasRadius;
    /** Whether no input of the layer is below 0. */
    private final boolean nonNegative;
    /** What turns hidden values into inputs of the layer. */
    private final Response response;

    private LastLayer(
            double[][] centre,
            double[][] radius,
            double[] bias,
            double[] biasRadius,
            boolean nonNegative,
            Response response) {
        this.centre = centre;
        this.radius = radius;
        this.bias = bias;
        this.biasRadius = biasRadius;
        this.nonNegative = nonNegative;
        this.response = response;
    }

    /**
     * Returns a layer with known biases after a ReLU. Arrays are not copied.
     *
     * @param centre [classes][hidden units], finite; at least two classes and one unit
     * @param radius [classes][hidden units], finite and at least 0
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
        return new LastLayer(centre, radius, bias, new double[classes], true, Response.RECTIFIED);
    }

    /** Returns the same layer with biases that are intervals, too. */
    public LastLayer withBiasRadius(double[] newBiasRadius) {
        Check.sameLength("biasRadius", newBiasRadius.length, "bias", bias.length);
        Check.nonNegative("biasRadius", newBiasRadius);
        return new LastLayer(centre, radius, bias, newBiasRadius, nonNegative, response);
    }

    /** Returns the same layer whose inputs may be negative: hidden values count as they are. */
    public LastLayer ofEitherSign() {
        return new LastLayer(centre, radius, bias, biasRadius, false, Response.IDENTITY);
    }

    /**
     * Returns the same layer after another activation.
     *
     * @param isNonNegative whether the response is never below 0
     */
    public LastLayer after(Response newResponse, boolean isNonNegative) {
        return new LastLayer(centre, radius, bias, biasRadius, isNonNegative, newResponse);
    }

    /** Returns what turns hidden values into inputs of the layer. */
    Response response() {
        return response;
    }

    public int classes() {
        return bias.length;
    }

    public int hidden() {
        return centre[0].length;
    }

    /** Returns the centres of the weights, [classes][hidden units]. */
    public double[][] weights() {
        return Arrays.stream(centre).map(double[]::clone).toArray(double[][]::new);
    }

    /** Returns the centres of the biases. */
    public double[] biases() {
        return bias.clone();
    }

    /** Returns the layer's inputs for hidden values before the activation, where there is one. */
    public double[] activations(double[] hidden) {
        return Arrays.stream(hidden).map(response::value).toArray();
    }

    /** Returns the logits of the centres for hidden values before the activation, where there is one. */
    public double[] logitsOfHidden(double[] values) {
        return logits(activations(values));
    }

    /** Returns the logits of the centres for inputs of the layer. */
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
     * Returns the maximal classes: c stays if for each other class j some weights and activations inside the bounds
     * make z_c at least z_j. Never empty, and never more than {@linkplain ClassSet#nonDominated interval dominance}
     * leaves, but for classes that are out by less than rounding could explain: these stay, so that no class is ruled
     * out in error.
     *
     * <p>Not every two classes are compared. Class a dominates b if D(a, b) = min (z_a - z_b) > 0. Then D(a, c) ≥
     * D(a, b) + D(b, c), for a sum's minimum is at least the sum of the minima; so dominance is transitive. Let t be the
     * class with the largest lower logit. A class c whose upper logit is below it is dominated by t, since D(t, c) ≥ min
     * z_t - max z_c. It is out; and whatever it dominates, t dominates too. So it is enough to compare the others among
     * themselves. Of those, a class that can reach all others at one point, the middle of the activations, is dominated
     * by none and needs no comparison either.
     *
     * <p>With rounding: let H be the hidden units, u = 2⁻⁵³ and S the largest sum of absolute products of a class. A logit
     * is off by less than (H + 8)·u·S and a computed D by less than e = 2·(H + 16)·u·S. Dominance is a computed D above
     * e, which implies D > 0. A class is out without comparison if its upper logit is below the bar by more than 4e; for
     * it, and for what it dominates, the computed D(t, c) is above 4e - 2·(H + 8)·u·S - e > e. It is in without
     * comparison if it is above the others by e, so that D ≤ 0. So the set is the same as that of all comparisons.
     *
     * @param lower of the hidden activations, at least 0 if its inputs are
     * @param upper of the hidden activations, at least lower
     */
    public ClassSet maximal(double[] lower, double[] upper) {
        Check.sameLength("lower", lower.length, "the hidden units", hidden());
        if (nonNegative) {
            Check.nonNegative("lower", lower);
        }
        Bounds.check(lower, upper);
        int classes = classes();
        double[] highest = new double[classes];
        double[] highestInMiddle = new double[classes];
        double bar = Double.NEGATIVE_INFINITY;
        double barInMiddle = Double.NEGATIVE_INFINITY;
        double size = 0;
        for (int c = 0; c < classes; c++) {
            double lowest = bias[c] - biasRadius[c];
            double lowestInMiddle = lowest;
            highest[c] = bias[c] + biasRadius[c];
            highestInMiddle[c] = highest[c];
            double own = Math.abs(bias[c]) + biasRadius[c];
            for (int j = 0; j < lower.length; j++) {
                double low = centre[c][j] - radius[c][j];
                double high = centre[c][j] + radius[c][j];
                double middle = 0.5 * (lower[j] + upper[j]);
                lowest += minProduct(low, high, lower[j], upper[j]);
                highest[c] -= minProduct(-high, -low, lower[j], upper[j]);
                lowestInMiddle += Math.min(low * middle, high * middle);
                highestInMiddle[c] += Math.max(low * middle, high * middle);
                own += Math.max(Math.abs(low), Math.abs(high)) * Math.max(Math.abs(lower[j]), Math.abs(upper[j]));
            }
            bar = Math.max(bar, lowest);
            barInMiddle = Math.max(barInMiddle, lowestInMiddle);
            size = Math.max(size, own);
        }
        double rounding = 2 * (hidden() + 16) * 0x1p-53 * size;
        double enough = bar - 4 * rounding;
        double plenty = barInMiddle + rounding;
        // Those of high logits first: they are the most likely to dominate.
        int[] rivals = IntStream.range(0, classes)
                .filter(c -> highest[c] >= enough)
                .boxed()
                .sorted(Comparator.comparingDouble(c -> -highestInMiddle[c]))
                .mapToInt(Integer::intValue)
                .toArray();
        return ClassSet.of(Arrays.stream(rivals)
                .filter(c -> highestInMiddle[c] >= plenty
                        || Arrays.stream(rivals)
                                .noneMatch(j -> j != c && minDifference(j, c, lower, upper, 1) > rounding))
                .toArray());
    }

    /** Returns the minimum of z_a - z_b with activations between bounds and the radii of this layer scaled. */
    double minDifference(int a, int b, double[] lower, double[] upper, double scale) {
        double sum = bias[a] - bias[b] - scale * (biasRadius[a] + biasRadius[b]);
        if (nonNegative) {
            for (int j = 0; j < lower.length; j++) {
                double weight = centre[a][j] - centre[b][j] - scale * (radius[a][j] + radius[b][j]);
                sum += Math.min(weight * lower[j], weight * upper[j]); // no branch, which would go either way
            }
        } else {
            for (int j = 0; j < lower.length; j++) {
                double difference = centre[a][j] - centre[b][j];
                double apart = scale * (radius[a][j] + radius[b][j]);
                sum += minProduct(difference - apart, difference + apart, lower[j], upper[j]);
            }
        }
        return sum;
    }

    /** Returns the smallest product of two intervals of any signs. */
    private static double minProduct(double low, double high, double lower, double upper) {
        return Math.min(Math.min(low * lower, low * upper), Math.min(high * lower, high * upper));
    }
}
