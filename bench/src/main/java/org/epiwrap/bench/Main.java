package org.epiwrap.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.bench.harness.Group;
import org.epiwrap.bench.harness.Summary;
import org.epiwrap.bench.table.DataGroup;
import org.openjdk.jmh.runner.RunnerException;

/** Runs all benchmarks, or one group of them, and prints a summary. */
public final class Main {
    private static final List<Named> ALL = List.of(
            new Named("wrap", "wrapping weights: in bulk against a plain copy, and one at a time", new WrapGroup()),
            new Named(
                    "network",
                    "training: against hand-written code, several runs against one, and against the processor's limit",
                    new NetworkGroup()),
            new Named(
                    "interval",
                    "predictions of interval networks: against plain and Bayesian networks, and their memory",
                    new IntervalGroup()),
            new Named(
                    "data",
                    "tables: reading them against reading text alone, scoring files, and the memory both take",
                    new DataGroup()));

    private Main() {}

    /** A group with its name on the command line and what it measures. */
    private record Named(String name, String description, Group group) {}

    /** Runs what the arguments name; the exit code is 1 if a target is missed. */
    public static void main(String[] args) throws RunnerException {
        List<String> names = new ArrayList<>(Arrays.asList(args));
        boolean json = names.remove("--json");
        List<Group> groups = ALL.stream()
                .filter(each -> names.isEmpty() || each.name().equals(names.get(0)))
                .map(Named::group)
                .toList();
        if (names.equals(List.of("--help"))) {
            System.out.print(usage());
            return;
        }
        if (names.size() > 1 || groups.isEmpty()) {
            System.err.print(usage());
            System.exit(2);
        }
        PrintStream out = System.out;
        if (json) {
            // Progress is not part of the JSON.
            System.setOut(System.err);
        }
        for (Group group : groups) {
            group.measure();
        }
        Summary summary = new Summary();
        summary.line(
                "epiwrap: %d processors, Java %s",
                Runtime.getRuntime().availableProcessors(), System.getProperty("java.version"));
        groups.forEach(group -> group.summarise(summary));
        out.println(json ? summary.json() : System.lineSeparator() + summary);
        System.exit(summary.missed() ? 1 : 0);
    }

    private static String usage() {
        StringBuilder text = new StringBuilder(String.format("usage: bench/run [GROUP] [--json]%n"));
        ALL.forEach(each -> text.append(String.format("  %-9s %s%n", each.name(), each.description())));
        return text.toString();
    }
}
