package org.epiwrap.intervalnet.pass;

import java.util.List;
import org.epiwrap.tensor.Tensor;

/**
 * The activations of a batch between layers: points, or bounds. Bounds are one tensor, all lower ones and then all upper
 * ones along the axis of channels or features, so that what treats both alike is one operation.
 *
 * @param values images [examples, channels, height, width] or features [examples, features], with the runs before them
 *     once they differ
 * @param bounds whether they are bounds
 * @param nonNegative whether none is below 0
 */
public record Activations(Tensor values, boolean bounds, boolean nonNegative) {
    private static final int IMAGE_RANK = 4;

    public static Activations points(Tensor values, boolean nonNegative) {
        return new Activations(values, false, nonNegative);
    }

    /** Returns the axis of channels or features. */
    public int axis() {
        return values.rank() == IMAGE_RANK ? 1 : values.rank() - 1;
    }

    public Tensor lower() {
        return halves().get(0);
    }

    public Tensor upper() {
        return halves().get(bounds ? 1 : 0);
    }

    private List<Tensor> halves() {
        return bounds ? values.split(axis(), values.shape()[axis()] / 2) : List.of(values);
    }

    /** Returns the same as bounds, where points are both. */
    public Activations asBounds() {
        return bounds ? this : new Activations(Tensor.concat(axis(), values, values), true, nonNegative);
    }

    public Activations midpoints() {
        return bounds ? points(lower().plus(upper()).times(Tensor.constant(0.5f)), nonNegative) : this;
    }

    Activations flat() {
        return with(values.flat());
    }

    Activations image() {
        return with(values.image());
    }

    public Activations with(Tensor newValues) {
        return new Activations(newValues, bounds, nonNegative);
    }

    public Activations with(Tensor newValues, boolean isNonNegative) {
        return new Activations(newValues, bounds, isNonNegative);
    }
}
