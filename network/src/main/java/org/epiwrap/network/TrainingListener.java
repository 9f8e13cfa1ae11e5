package org.epiwrap.network;

/** Is told how training goes: for progress, records and checkpoints. */
@FunctionalInterface
public interface TrainingListener {
    /** Nothing to tell. */
    TrainingListener NONE = step -> {};

    void done(TrainingStep step);

    /** Both, this one first. */
    default TrainingListener and(TrainingListener other) {
        return step -> {
            done(step);
            other.done(step);
        };
    }
}
