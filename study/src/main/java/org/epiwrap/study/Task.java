package org.epiwrap.study;

import java.io.IOException;

/**
 * A part of a study that is measured on its own, in whatever process.
 *
 * @param name tells it from all others, and is fit for a file's name
 * @param work measures what has not been measured yet
 */
public record Task(String name, Work work) {

    /** What is to be done. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException;
    }
}
