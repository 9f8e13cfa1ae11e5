package org.epiwrap.network;

/**
 * A step of training that is done.
 *
 * @param epoch from 0 to {@code epochs} - 1, those of a warm start included
 * @param batch from 0 to {@code batches} - 1
 * @param loss of the step, its divergence included; the mean over the runs
 * @param epochLoss the mean loss of the epoch so far
 */
public record TrainingStep(int epoch, int epochs, int batch, int batches, double loss, double epochLoss) {

    public boolean endsEpoch() {
        return batch == batches - 1;
    }
}
