package org.epiwrap.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Examples in help that can be pasted: where a line would be wrapped, it goes on behind a backslash, as shells read it. */
final class Examples {
    /** Beyond, some terminals would wrap. */
    static final int COLUMNS = 78;

    private static final String GOES_ON = " \\";
    private static final String INDENT = "      ";

    private Examples() {}

    /** Breaks the long examples of a command and of all below it. */
    static void breakLines(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.footer(Arrays.stream(usage.footer())
                .flatMap(line -> broken(line).stream())
                .toArray(String[]::new));
        command.getSubcommands().values().forEach(Examples::breakLines);
    }

    /** A line, or several, broken before options. */
    private static List<String> broken(String line) {
        List<String> lines = new ArrayList<>();
        String rest = line;
        while (rest.length() > COLUMNS) {
            int option = rest.lastIndexOf(" -", COLUMNS - GOES_ON.length());
            if (option < INDENT.length()) {
                break;
            }
            lines.add(rest.substring(0, option) + GOES_ON);
            rest = INDENT + rest.substring(option + 1);
        }
        lines.add(rest);
        return lines;
    }
}
