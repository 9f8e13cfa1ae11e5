package org.epiwrap.cli.option;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ObjDoubleConsumer;
import org.epiwrap.check.Check;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The ranges of numeric options. Values outside are rejected before a command starts, by the name that was typed; the
 * library would reject them later and by its own names.
 */
public final class Ranges {
    private static final double MAX_SECONDS = 1e6;
    private static final int MAX_THREADS = 1024;
    private static final int MAX_PROCESSES = 64;
    private static final int MAX_RUNS = 1000;
    private static final int MAX_EPOCHS = 1_000_000;
    private static final int MAX_DRAWS = 10_000_000;
    private static final int MAX_NETWORKS = 100_000;
    private static final int MAX_CLASSES = 1_000_000;
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Map<String, BiConsumer<String, Number>> BY_OPTION = Map.ofEntries(
            Map.entry("--threads", whole(1, MAX_THREADS)),
            Map.entry("--processes", whole(1, MAX_PROCESSES)),
            Map.entry("--runs", whole(1, MAX_RUNS)),
            Map.entry("--epochs", whole(1, MAX_EPOCHS)),
            Map.entry("--warm-start", whole(0, MAX_EPOCHS)),
            Map.entry("--batch", whole(1, UNLIMITED)),
            Map.entry("--draws", whole(1, MAX_DRAWS)),
            Map.entry("--random-sets", whole(1, MAX_NETWORKS)),
            Map.entry("--held-out", whole(2, UNLIMITED)),
            Map.entry("--classes", whole(2, MAX_CLASSES)),
            Map.entry("--learning-rate", real(Check::positive)),
            Map.entry("--kl-weight", real(Check::nonNegative)),
            Map.entry("--mu", real(Check::finite)),
            Map.entry("--sigma", real(Check::nonNegative)),
            Map.entry("--share", real(Check::share)),
            Map.entry("--threshold", real(Check::share)),
            Map.entry("--false-alarm", real(Ranges::properShare)),
            Map.entry("--accuracy", real(Ranges::properShare)),
            Map.entry("--coverage", real(Ranges::properShare)),
            Map.entry("--confidence", real(Ranges::properShare)),
            Map.entry("--set-coverage", real(Ranges::properShare)),
            Map.entry("--checkpoint-every", real(Ranges::seconds)));

    private Ranges() {}

    private static BiConsumer<String, Number> whole(int min, int max) {
        return (name, value) -> {
            if (max == UNLIMITED) {
                Check.atLeast(name, value.intValue(), min);
            } else {
                Check.between(name, value.intValue(), min, max);
            }
        };
    }

    private static BiConsumer<String, Number> real(ObjDoubleConsumer<String> check) {
        return (name, value) -> check.accept(name, value.doubleValue());
    }

    private static void properShare(String name, double value) {
        require(value > 0 && value < 1, name + " must be above 0 and below 1, but is " + value);
    }

    private static void seconds(String name, double value) {
        require(
                value >= 0 && value <= MAX_SECONDS,
                name + " must be a number of seconds from 0 to " + (int) MAX_SECONDS + ", but is " + value);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Checks the options of a command that was parsed, wherever their values come from.
     *
     * @throws ParameterException if one is out of its range
     */
    public static void check(CommandLine command) {
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
