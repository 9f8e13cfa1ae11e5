package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bench",
        description = {
            "Runs the benchmarks that the README's figures of speed come from, and ends with ratios beside their targets."
                    + " Every ratio is measured within one run, so that another machine gives about the same.",
            "A group takes some minutes; nothing else should run meanwhile. The exit code is 1 if a target is missed."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  epiwrap bench", "  epiwrap bench interval --json"})
final class BenchCommand implements Callable<Integer> {
    /** Where the sources are, as the launcher says: benchmarks are built from them and run in processes of their own. */
    static final String HOME = "epiwrap.home";

    @Parameters(
            arity = "0..1",
            paramLabel = "GROUP",
            converter = Choices.BenchGroup.class,
            completionCandidates = Choices.BenchGroup.class,
            description = "Only one of ${COMPLETION-CANDIDATES}: weights to intervals, training, or predictions.")
    private @Nullable String group;

    @Option(names = "--json", description = "Print the summary as one JSON object; the rest goes to stderr.")
    private boolean json;

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
            command.add(group);
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
