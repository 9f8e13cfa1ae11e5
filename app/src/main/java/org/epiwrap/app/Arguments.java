package org.epiwrap.app;

import picocli.CommandLine.Model.CommandSpec;

/** What was typed. */
final class Arguments {
    private Arguments() {}

    /** The whole command line, to be repeated. */
    static String of(CommandSpec spec) {
        return "epiwrap "
                + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
    }
}
