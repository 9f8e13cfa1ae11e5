package org.epiwrap.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** What was typed. */
final class Arguments {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:=,+-]+");

    private Arguments() {}

    /** The whole command line, to be repeated in a shell. */
    static String of(CommandSpec spec) {
        return joined(spec.root().commandLine().getParseResult().originalArgs());
    }

    /** The same without a flag. */
    static String without(CommandSpec spec, String flag) {
        return joined(spec.root().commandLine().getParseResult().originalArgs().stream()
                .filter(argument -> !argument.equals(flag))
                .toList());
    }

    private static String joined(List<String> arguments) {
        return "epiwrap " + arguments.stream().map(Arguments::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
