package org.epiwrap.experiments;

import java.io.IOException;

/**
 * A part of a study that is measured on its own, in whatever process.
 *
 * @param name tells it from all others
 * @param networks what it makes and uses, fit for a file's name: of tasks with the same, one is done at a time
 * @param mostRuns of how many runs it measures something; more that are asked for change nothing
 * @param work measures what has not been measured yet
 */
public record Task(String name, String networks, int mostRuns, Work work) {

    /** What is to be done. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException;
    }
}
