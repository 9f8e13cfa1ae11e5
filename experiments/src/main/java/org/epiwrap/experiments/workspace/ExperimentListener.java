package org.epiwrap.experiments.workspace;

import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.network.TrainingListener;

/** Is notified of the progress of experiments. */
@FunctionalInterface
public interface ExperimentListener {
    /** Ignores everything. */
    ExperimentListener NONE = task -> TrainingListener.NONE;

    /** A task begins; the first has number 1. */
    default void begun(int number, int all) {}

    /** A network is about to be trained; the listener returned is notified of its steps. */
    TrainingListener training(String task);

    /** A measurement was added to the file. */
    default void measured(Measurement measurement) {}
}
