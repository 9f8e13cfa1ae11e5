package org.epiwrap.cli;

import java.nio.file.Path;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.Versions;
import org.epiwrap.report.Run;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that computes with a network. */
final class RunOptions {
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of the tensor engine (default: 1 for mlp, else one per processor).")
    private @Nullable Integer threads;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--quiet", description = "No progress on stderr.")
    private boolean quiet;

    /** As many threads as were asked for, or as suit the network. */
    void useThreads(Architecture architecture) {
        TensorEngine.useThreads(threads != null ? threads : usualThreads(architecture));
    }

    static int usualThreads(Architecture architecture) {
        return architecture.canRunTogether() ? 1 : Runtime.getRuntime().availableProcessors();
    }

    /** What a page about a network tells of how it was made. */
    static Run run(String command, Path file, StoredModel network, long... seeds) {
        return Run.of(command, seeds)
                .setting("model", file.toString())
                .setting("architecture", network.architecture().toString())
                .version("epiwrap", Versions.epiwrap())
                .version("engine", TensorEngine.version())
                .onThisMachine();
    }

    boolean json() {
        return json;
    }

    boolean quiet() {
        return quiet;
    }
}
