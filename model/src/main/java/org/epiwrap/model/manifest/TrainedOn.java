package org.epiwrap.model.manifest;

import java.util.Optional;

/**
 * What is known of the examples that an imported network was trained on.
 *
 * @param data the examples, if they are known
 * @param none whether the examples of its data are known to be held out, all of them
 */
public record TrainedOn(Optional<DataRecord> data, boolean none) {

    /** Refuses examples where there are none. */
    public TrainedOn {
        if (none && data.isPresent()) {
            throw new IllegalArgumentException("a network that was trained on none of its data must have no record of"
                    + " such examples, but has one");
        }
    }

    /** Returns that nothing is known: what is treated as held out may not be. */
    public static TrainedOn unknown() {
        return new TrainedOn(Optional.empty(), false);
    }

    /** Returns that all examples of the data are held out. */
    public static TrainedOn nothing() {
        return new TrainedOn(Optional.empty(), true);
    }

    /** Returns that these were the examples. */
    public static TrainedOn examples(DataRecord data) {
        return new TrainedOn(Optional.of(data), false);
    }
}
