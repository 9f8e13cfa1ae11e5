package org.epiwrap.network;

/** Is told how training goes: for progress, records and checkpoints. */
@FunctionalInterface
public interface TrainingListener {
    /** Nothing to tell. */
    TrainingListener NONE = (epoch, batch, batches, loss) -> {};

    /**
     * A step is done.
     *
     * @param epoch from 0
     * @param batch from 0 to {@code batches} - 1
     * @param loss of the step, its divergence included; the mean over the runs
     */
    void step(int epoch, int batch, int batches, double loss);
}
