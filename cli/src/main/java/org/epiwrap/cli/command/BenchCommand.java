package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the benchmarks. */
@Command(name = "bench")
public final class BenchCommand extends Subcommand {
    /** Set by the launcher: the folder of the sources, from which benchmarks are built. */
    public static final String HOME = "epiwrap.home";

    @Parameters(arity = "0..1", paramLabel = "GROUP")
    private @Nullable Group group;

    @Option(names = "--json")
    private boolean json;

    /** The groups of benchmarks, by the names that are typed. */
    enum Group {
        WRAP,
        NETWORK,
        INTERVAL,
        DATA
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String home = System.getProperty(HOME);
        Path script = home == null ? null : Path.of(home, "bench", "run");
        if (script == null || !Files.isExecutable(script)) {
            throw new IllegalArgumentException(
                    "benchmarks are built from the sources: run './epiwrap bench' in a clone of epiwrap");
        }
        List<String> command = new ArrayList<>(List.of(script.toString()));
        if (group != null) {
            command.add(group.name().toLowerCase(Locale.ROOT));
        }
        if (json) {
            command.add("--json");
        }
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }
}
