package org.epiwrap.cli.terminal;

import java.io.PrintWriter;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.network.TrainingListener;
import org.jspecify.annotations.Nullable;

/**
 * The progress of several trainings in turn: a bar each, or a line each if stderr is not a terminal. Those of experiments
 * begin with the number of their task, if there are several.
 */
public final class TrainingProgress implements ExperimentListener, AutoCloseable {
    private final PrintWriter err;
    private final boolean quiet;
    private String place = "";
    private @Nullable Progress current;

    public TrainingProgress(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
    }

    @Override
    public void begun(int number, int all) {
        place = all == 1 ? "" : number + "/" + all + " ";
    }

    @Override
    public TrainingListener training(String task) {
        endBar();
        if (!quiet && !Progress.isTerminal()) {
            err.println("epiwrap: " + place + task);
            err.flush();
        }
        Progress next = new Progress(place + task, quiet);
        current = next;
        return next;
    }

    /** Ends the current bar, so that other lines can be printed. */
    public void endBar() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    @Override
    public void close() {
        endBar();
    }
}
