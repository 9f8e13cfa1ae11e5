package org.epiwrap.cli.terminal;

import java.io.PrintWriter;
import org.epiwrap.model.StageListener;

/** Prints on stderr which stage a command is in, if stderr is a terminal. */
public final class Stages implements StageListener {
    private final PrintWriter err;
    private final boolean shown;

    public Stages(PrintWriter err, boolean quiet) {
        this.err = err;
        this.shown = !quiet && Progress.isTerminal();
    }

    @Override
    public void begins(String stage) {
        if (shown) {
            err.println("epiwrap: " + stage + " ...");
            err.flush();
        }
    }
}
