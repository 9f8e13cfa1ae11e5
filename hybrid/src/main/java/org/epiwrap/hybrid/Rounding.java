package org.epiwrap.hybrid;

import java.util.Arrays;
import org.epiwrap.tensor.Tensor;

/**
 * How far a result in float may be from the one in real numbers, and bounds moved outward by that much.
 *
 * <p>A sum of m products, in any order and with or without fused operations, is off by at most γₘ·Σ|wᵢ||aᵢ| with γₘ =
 * m·u/(1 − m·u) and u = 2⁻²⁴; Σ|wᵢ||aᵢ| ≤ ‖w‖·‖a‖. Beside the width of an interval this is next to nothing: for a layer
 * of 784 inputs γ is 5e-5.
 */
public final class Rounding {
    private static final double UNIT = 0x1p-24;
    /** Covers what underflows: no sum has more terms than 2³¹, and none loses more than 2⁻¹⁴⁹ a term. */
    public static final float TINY = 1e-35f;
    /** Covers the rounding in the bounds on the rounding. */
    private static final double SAFETY = 1.01;

    private Rounding() {}

    /** γ for so many operations. */
    public static float gamma(long operations) {
        double mu = Math.min(0.5, (operations + 4) * UNIT);
        return (float) (SAFETY * mu / (1 - mu) * (1 + mu));
    }

    /** The bounds moved apart by an error that is at least 0, given for the bounds or broadcast to them. */
    static Tensor outward(Activations bounds, Tensor error) {
        Tensor wide = error.plus(Tensor.constant(TINY));
        return bounds.values().plus(signs(bounds).times(wide));
    }

    /** The bounds moved apart by γ for so many operations, relative to their own size. */
    static Tensor outward(Activations bounds, long operations) {
        return outward(bounds, bounds.values().abs().times(Tensor.constant(gamma(operations))));
    }

    /** −1 for each lower bound and 1 for each upper one, along their axis. */
    private static Tensor signs(Activations bounds) {
        long[] shape = bounds.values().shape();
        int axis = bounds.axis();
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
