package org.epiwrap.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Runs the benchmarks, or one group of them, and prints one summary. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws RunnerException {
        List<String> names = new ArrayList<>(Arrays.asList(args));
        boolean json = names.remove("--json");
        List<Group> all = List.of(new WrapGroup(), new NetworkGroup(), new IntervalGroup());
        List<Group> groups = names.isEmpty()
                ? all
                : all.stream()
                        .filter(group -> group.name().equals(names.get(0)))
                        .toList();
        if (names.size() > 1 || groups.isEmpty()) {
            System.err.println("usage: bench/run [wrap|network|interval] [--json]");
            System.exit(2);
        }
        PrintStream out = System.out;
        if (json) {
            // What is said on the way is not for machines.
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
}
