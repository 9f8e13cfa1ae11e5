package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;

/** What is said if the process is ended from outside, by Ctrl-C say, before this is closed. */
final class LastWords implements AutoCloseable {
    private final Thread hook;

    LastWords(PrintWriter err, String words) {
        Runnable saying = () -> {
            err.println();
            err.println("epiwrap: " + words);
            err.flush();
        };
        this.hook = new Thread(saying, "last-words");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already; the words come from here.
            saying.run();
        }
    }

    /** Work that may be ended from outside. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    /** Works, and says this if the process is ended meanwhile. */
    static <T> T during(PrintWriter err, String words, Work<T> work) throws IOException {
        LastWords last = new LastWords(err, words);
        try {
            return work.run();
        } finally {
            last.close();
        }
    }

    /** No longer needed. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and they are being said.
            return;
        }
    }
}
