package org.epiwrap.cli.terminal;

import java.io.PrintWriter;
import org.epiwrap.network.TrainingListener;
import org.jspecify.annotations.Nullable;

/** The progress of several trainings in turn: a bar each, or a line each if stderr is not a terminal. */
public final class TrainingProgress implements AutoCloseable {
    private final PrintWriter err;
    private final boolean quiet;
    private @Nullable Progress current;

    public TrainingProgress(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
    }

    /** Returns the listener of the next training. */
    public TrainingListener begin(String task) {
        close();
        if (!quiet && !Progress.isTerminal()) {
            err.println("epiwrap: " + task);
            err.flush();
        }
        Progress next = new Progress(task, quiet);
        current = next;
        return next;
    }

    /** Ends the current bar, so that other lines can be printed. */
    @Override
    public void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
