package org.epiwrap.cli.terminal;

import java.io.PrintWriter;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.network.TrainingListener;

/** The progress of experiments: a bar or a line for each training, with the number of its task. */
public final class ExperimentProgress implements ExperimentListener, AutoCloseable {
    private final TrainingProgress trainings;
    /** The number of the task, if there are several. */
    private String place = "";

    public ExperimentProgress(PrintWriter err, boolean quiet) {
        this.trainings = new TrainingProgress(err, quiet);
    }

    @Override
    public void begun(int number, int all) {
        place = all == 1 ? "" : number + "/" + all + " ";
    }

    @Override
    public TrainingListener training(String task) {
        return trainings.begin(place + task);
    }

    /** Ends the current bar, so that other lines can be printed. */
    public void endBar() {
        trainings.close();
    }

    @Override
    public void close() {
        endBar();
    }
}
