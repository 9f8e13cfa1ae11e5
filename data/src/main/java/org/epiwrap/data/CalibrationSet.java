package org.epiwrap.data;

import org.epiwrap.check.Check;

/**
 * Held-out examples in two halves. On the first half, choices are made, such as how far to shrink intervals; on the
 * second, thresholds are computed that promise an accuracy or a coverage. The halves must not overlap: a promise
 * computed on the examples that a choice was optimised for is too optimistic.
 *
 * @param choices the examples on which parameters are chosen
 * @param promises the examples on which thresholds are computed; shares no example with {@code choices}
 */
public record CalibrationSet(Dataset choices, Dataset promises) {
    /** The number of examples that are held out from training unless another number is asked for. */
    public static final int DEFAULT_HELD_OUT = 5000;

    /**
     * Divides held-out examples into halves, drawn at random but the same in every run; an odd example goes to the
     * promises.
     *
     * @param heldOut at least 2 examples that no model was trained on
     */
    public static CalibrationSet of(Dataset heldOut) {
        Check.atLeast("the number of held-out examples", heldOut.size(), 2);
        HoldOut halves = heldOut.sample(heldOut.size() / 2);
        return new CalibrationSet(halves.train(), halves.heldOut());
    }

    /**
     * Divides held-out examples into halves, and takes of both together at most this many: a random subset, which is the same
     * in every run. An example is in the same half whatever the maximum is, so that no later promise rests on an example
     * of an earlier choice.
     */
    public static CalibrationSet of(Dataset heldOut, int maximum) {
        Check.atLeast("maximum", maximum, 2);
        CalibrationSet all = of(heldOut);
        if (maximum >= heldOut.size()) {
            return all;
        }
        int half = maximum / 2;
        return new CalibrationSet(
                all.choices.sample(half).train(),
                all.promises.sample(maximum - half).train());
    }

    /** Returns the number of examples in both halves. */
    public int size() {
        return choices.size() + promises.size();
    }
}
