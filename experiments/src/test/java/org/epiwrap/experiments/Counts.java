package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.network.TrainingListener;

/** Counts what is done in a workspace. */
final class Counts implements ExperimentListener {
    final List<String> trained = new ArrayList<>();
    final List<Measurement> measured = new ArrayList<>();

    @Override
    public TrainingListener training(String task) {
        trained.add(task);
        return TrainingListener.NONE;
    }

    @Override
    public void measured(Measurement measurement) {
        measured.add(measurement);
    }
}
