package org.epiwrap.cli.terminal;

import java.io.PrintWriter;

/** Prints a message if the process is terminated from outside, such as by Ctrl-C, before some work is done. */
public final class ShutdownMessage {
    private ShutdownMessage() {}

    /** Prints a message on a line of its own, below a progress bar if there is one. */
    static void print(PrintWriter err, String message) {
        err.println();
        err.println("epiwrap: " + message);
        err.flush();
    }

    /** Work that may be terminated from outside. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** Does some work, and prints the message if the process is terminated meanwhile. */
    public static <T, E extends Exception> T during(PrintWriter err, String message, Work<T, E> work) throws E {
        Thread hook = new Thread(() -> print(err, message), "shutdown-message");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is shutting down already, so that no hook can be added.
            print(err, message);
        }
        try {
            return work.run();
        } finally {
            remove(hook);
        }
    }

    /** Removes a shutdown hook, unless the process is shutting down already. */
    static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running, which is what it is for.
            return;
        }
    }
}
