package org.epiwrap.cli.option;

import org.epiwrap.architecture.Architecture;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that compute: threads, and what they print. */
public final class ComputeOptions {
    @Option(names = "--threads", paramLabel = "N")
    private @Nullable Integer threads;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public boolean json() {
        return output.json();
    }

    /** Returns whether progress and remarks are left out. */
    public boolean quiet() {
        return output.quiet();
    }

    /** Lets the engine use the chosen number of threads, or the number that suits the network. */
    public void useThreads(Architecture architecture) {
        useThreads(defaultThreads(architecture));
    }

    /** Lets the engine use the chosen number of threads, or this one. */
    public void useThreads(int usual) {
        TensorEngine.useThreads(threads != null ? threads : usual);
    }

    /** Returns the number of threads that suits a network: a small one is not faster with several. */
    public static int defaultThreads(Architecture architecture) {
        return architecture.canRunTogether() ? 1 : Runtime.getRuntime().availableProcessors();
    }
}
