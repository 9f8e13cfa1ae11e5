package org.epiwrap.network;

/** A training that can be stopped after any step and taken up again, by another process if need be. */
public interface Resumable {

    /** Trains to the end, from the beginning or from where it was {@linkplain #restore restored}. */
    void run(TrainingListener listener);

    /** The mean loss of the last whole epoch, or of the one that is under way. */
    double epochLoss();

    /** What a later {@link #restore} goes on from. */
    TrainingState state();

    /** Goes on from a state of a training with the same network, data and plan. */
    void restore(TrainingState state);
}
