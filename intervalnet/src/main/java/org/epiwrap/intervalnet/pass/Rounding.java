package org.epiwrap.intervalnet.pass;

import java.util.Arrays;
import org.epiwrap.tensor.Tensor;

/**
 * How far a result in float may be from the one in real numbers, and bounds moved outward by that much.
 *
 * <p>A sum of m products, in any order and with or without fused operations, is off by at most γₘ·Σ|wᵢ||aᵢ| with γₘ =
 * m·u/(1 − m·u) and u = 2⁻²⁴; Σ|wᵢ||aᵢ| ≤ ‖w‖·‖a‖. Beside the width of an interval this is next to nothing in one
 * layer: for 784 inputs γ is 5e-5.
 *
 * <p>Every layer widens what it is given up to Σ|wᵢ| times, this allowance like any other width. With points for weights,
 * so that there is nothing but rounding, the bounds of the logits of a network at Glorot's weights are 0.08 apart for
 * LeNet-5 and 10¹² for ResNet-18 with images of 16×16: they hold, but are useless for networks as deep as that.
 */
public final class Rounding {
    private static final double UNIT = 0x1p-24;
    /** Covers what underflows: no sum has more terms than 2³¹, and none loses more than 2⁻¹⁴⁹ a term. */
    public static final float TINY = 1e-35f;
    /** Covers the rounding in the bounds on the rounding. */
    private static final double SAFETY = 1.01;
    /** {@link #hiddenNorm} of as many numbers as a sum can have. */
    public static final float MAX_HIDDEN_NORM = hiddenNorm(1L << 31);

    private Rounding() {}

    /** γ for so many operations. */
    public static float gamma(long operations) {
        double mu = Math.min(0.5, (operations + 4) * UNIT);
        return (float) (SAFETY * mu / (1 - mu) * (1 + mu));
    }

    /** At most what is missing from the norm of so many numbers because squares too small for a float were taken for 0. */
    static float hiddenNorm(long numbers) {
        return (float) (SAFETY * Math.sqrt(numbers * (double) Float.MIN_NORMAL));
    }

    /** Returns the bounds moved apart by an error that is at least 0, given for the bounds or broadcast to them. */
    static Tensor outward(Activations bounds, Tensor error) {
        Tensor wide = error.plus(Tensor.constant(TINY));
        return bounds.values()
                .plus(signs(bounds.values().shape(), bounds.axis()).times(wide));
    }

    /** Returns the bounds moved apart by γ for so many operations, relative to their own size. */
    static Tensor outward(Activations bounds, long operations) {
        return outward(bounds, bounds.values().abs().times(Tensor.constant(gamma(operations))));
    }

    /** Returns the bounds, none below 0, moved apart by γ for so many operations, relative to their own size. */
    static Tensor outwardFromZero(Activations bounds, long operations) {
        float gamma = gamma(operations);
        Tensor signs = signs(bounds.values().shape(), bounds.axis());
        Tensor factors = signs.times(Tensor.constant(gamma)).plus(Tensor.constant(1));
        return bounds.values()
                .times(factors)
                .plus(signs.times(Tensor.constant(TINY)))
                .relu();
    }

    /** −1 for each lower bound and 1 for each upper one, along an axis of a shape. */
    static Tensor signs(long[] shape, int axis) {
        int length = (int) shape[axis];
        float[] signs = new float[length];
        for (int i = 0; i < length; i++) {
            signs[i] = i < length / 2 ? -1 : 1;
        }
        long[] own = new long[shape.length];
        Arrays.fill(own, 1);
        own[axis] = length;
        return Tensor.of(signs, own);
    }
}
