package org.epiwrap.model;

import org.epiwrap.network.TrainingStep;

/** Is thrown by a training that was asked to stop, after its state was written to its checkpoint. */
public final class TrainingStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TrainingStoppedException(TrainingStep step) {
        super("stopped after epoch " + (step.epoch() + 1) + ", batch " + (step.batch() + 1));
    }
}
