package org.epiwrap.experiments.workspace;

import java.io.IOException;

/**
 * A part of an experiment that is measured on its own, in any process.
 *
 * @param name differs from those of all other tasks
 * @param networks a name, fit for a file, of the networks it trains and uses: of tasks with the same, one runs at a time
 * @param maxRuns how many runs it measures at most, however many are asked for
 * @param work measures what has not been measured yet
 */
public record Task(String name, String networks, int maxRuns, Work work) {

    /** What a task does. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws IOException;
    }
}
