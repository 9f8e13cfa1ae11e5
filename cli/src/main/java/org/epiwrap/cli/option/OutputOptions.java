package org.epiwrap.cli.option;

import picocli.CommandLine.Option;

/** What a command prints: JSON, no progress. */
public final class OutputOptions {
    @Option(names = "--json")
    private boolean json;

    @Option(names = "--quiet")
    private boolean quiet;

    public boolean json() {
        return json;
    }

    /** Returns whether progress and remarks are left out. */
    public boolean quiet() {
        return quiet;
    }
}
