package org.epiwrap.network;

/** Receives each step of a training, to report progress, keep records or write checkpoints. */
@FunctionalInterface
public interface TrainingListener {
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
