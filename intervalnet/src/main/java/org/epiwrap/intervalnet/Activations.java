package org.epiwrap.intervalnet;

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
record Activations(Tensor values, boolean bounds, boolean nonNegative) {
    private static final int IMAGE_RANK = 4;

    static Activations points(Tensor values, boolean nonNegative) {
        return new Activations(values, false, nonNegative);
    }

    /** The axis of channels or features. */
    int axis() {
        return values.rank() == IMAGE_RANK ? 1 : values.rank() - 1;
    }

    Tensor lower() {
        return halves().get(0);
    }

    Tensor upper() {
        return halves().get(bounds ? 1 : 0);
    }

    private List<Tensor> halves() {
        return bounds ? values.split(axis(), values.shape()[axis()] / 2) : List.of(values);
    }

    /** The same as bounds, where points are both. */
    Activations asBounds() {
        return bounds ? this : new Activations(Tensor.concat(axis(), values, values), true, nonNegative);
    }

    /** Points half way between the bounds. */
    Activations midpoints() {
        return bounds ? points(lower().plus(upper()).times(Tensor.constant(0.5f)), nonNegative) : this;
    }

    Activations with(Tensor newValues) {
        return new Activations(newValues, bounds, nonNegative);
    }

    Activations with(Tensor newValues, boolean isNonNegative) {
        return new Activations(newValues, bounds, isNonNegative);
    }
}
