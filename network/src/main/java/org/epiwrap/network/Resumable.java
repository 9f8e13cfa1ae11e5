package org.epiwrap.network;

/** A training that can be stopped after any step and resumed, by another process if need be. */
public interface Resumable {

    /** Trains to the end, from the beginning or from where it was {@linkplain #restore restored}. */
    void run(TrainingListener listener);

    /** Returns the mean loss of the last whole epoch, or of the one that is under way. */
    double epochLoss();

    /** Returns the state from which a later {@link #restore} continues. */
    TrainingState state();

    /** Continues from a state of a training with the same network, data and plan. */
    void restore(TrainingState state);
}
