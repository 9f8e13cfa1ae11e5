package org.epiwrap.data;

import org.epiwrap.check.Check;

/**
 * A dataset divided in two: the examples to train on, and those held out from training. See {@link Dataset#sample}.
 *
 * @param heldOut shares no example with {@code train}
 */
public record HoldOut(Dataset train, Dataset heldOut) {
    /** Divides a dataset without drawing: its first examples to train on, the rest held out. */
    public static HoldOut first(Dataset data, int examples) {
        Check.between("examples", examples, 0, data.size());
        return new HoldOut(data.subset(0, examples), data.subset(examples, data.size()));
    }
}
