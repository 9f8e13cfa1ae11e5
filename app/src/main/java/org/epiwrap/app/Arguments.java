package org.epiwrap.app;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** What was typed. */
final class Arguments {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:=,+-]+");

    private Arguments() {}

    /** The whole command line, to be repeated in a shell. */
    static String of(CommandSpec spec) {
        return without(spec, "");
    }

    /** The same without an option. */
    static String without(CommandSpec spec, String option) {
        return "epiwrap "
                + spec.root().commandLine().getParseResult().originalArgs().stream()
                        .filter(argument -> !argument.equals(option))
                        .map(Arguments::quoted)
                        .collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
