package org.epiwrap.cli;

import java.io.PrintWriter;

/** Tells on stderr what a command is at; nothing where nobody would see it. */
final class Stages {
    private final PrintWriter err;
    private final boolean shown;

    Stages(PrintWriter err, boolean quiet) {
        this.err = err;
        this.shown = !quiet && Progress.isTerminal();
    }

    void begin(String stage) {
        if (shown) {
            err.println("epiwrap: " + stage + " ...");
            err.flush();
        }
    }
}
