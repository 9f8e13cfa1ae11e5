package org.epiwrap.cli;

import java.io.PrintWriter;
import org.epiwrap.experiments.StudyListener;
import org.epiwrap.network.TrainingListener;
import org.jspecify.annotations.Nullable;

/** A bar for each training of a study; a line where there is no terminal for bars. */
final class StudyProgress implements StudyListener, AutoCloseable {
    private final PrintWriter err;
    private final boolean quiet;
    /** Of the task among all, if there are several. */
    private String place = "";

    private @Nullable Progress bar;

    StudyProgress(PrintWriter err, boolean quiet) {
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
        bar = next;
        return next;
    }

    @Override
    public void close() {
        endBar();
    }

    /** No bar stays behind what is printed next. */
    void endBar() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
