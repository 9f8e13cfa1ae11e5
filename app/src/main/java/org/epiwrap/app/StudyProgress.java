package org.epiwrap.app;

import java.io.PrintWriter;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.study.StudyListener;
import org.jspecify.annotations.Nullable;

/** A bar for each training of a study; a line where there is no terminal for bars. */
final class StudyProgress implements StudyListener, AutoCloseable {
    private final PrintWriter err;
    private final boolean quiet;
    private @Nullable Progress bar;

    StudyProgress(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
    }

    @Override
    public TrainingListener training(String task) {
        endBar();
        if (!quiet && !Progress.isTerminal()) {
            err.println("epiwrap: " + task);
            err.flush();
        }
        Progress next = new Progress(task, quiet);
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
