package org.epiwrap.bench;

import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Runs the benchmarks, or one group of them, and prints one summary. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws RunnerException {
        List<Group> all = List.of(new WrapGroup(), new NetworkGroup(), new IntervalGroup());
        List<Group> groups = args.length == 0
                ? all
                : all.stream().filter(group -> group.name().equals(args[0])).toList();
        if (args.length > 1 || groups.isEmpty()) {
            System.err.println("usage: bench/run [wrap|network|interval]");
            System.exit(2);
        }
        for (Group group : groups) {
            group.measure();
        }
        Summary summary = new Summary();
        summary.line("");
        summary.line(
                "epiwrap: %d processors, Java %s",
                Runtime.getRuntime().availableProcessors(), System.getProperty("java.version"));
        groups.forEach(group -> group.summarise(summary));
        System.exit(summary.missed() ? 1 : 0);
    }
}
