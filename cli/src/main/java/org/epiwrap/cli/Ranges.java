package org.epiwrap.cli;

import java.util.Map;
import java.util.function.BiConsumer;
import org.epiwrap.check.Check;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Numbers that mean the same in every command that takes them. They are refused before a command begins, and by the
 * names that were typed; the library would refuse them by its own, when there may be a folder or a file already.
 */
final class Ranges {
    private static final int MOST_THREADS = 1024;
    private static final int MOST_EPOCHS = 1_000_000;

    private static final Map<String, BiConsumer<String, Number>> BY_OPTION = Map.of(
            "--threads", (name, value) -> Check.between(name, value.intValue(), 1, MOST_THREADS),
            "--epochs", (name, value) -> Check.between(name, value.intValue(), 1, MOST_EPOCHS),
            "--warm-start", (name, value) -> Check.between(name, value.intValue(), 0, MOST_EPOCHS),
            "--batch", (name, value) -> Check.atLeast(name, value.intValue(), 1),
            "--learning-rate", (name, value) -> Check.positive(name, value.doubleValue()),
            "--kl-weight", (name, value) -> Check.nonNegative(name, value.doubleValue()));

    private Ranges() {}

    /**
     * Checks the options of a command that was parsed, wherever their values come from.
     *
     * @throws ParameterException if one is out of its range
     */
    static void check(CommandLine command) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            BiConsumer<String, Number> range = BY_OPTION.get(option.longestName());
            if (range != null && option.getValue() instanceof Number value) {
                try {
                    range.accept(option.longestName(), value);
                } catch (IllegalArgumentException e) {
                    throw new ParameterException(command, String.valueOf(e.getMessage()), e);
                }
            }
        }
    }
}
