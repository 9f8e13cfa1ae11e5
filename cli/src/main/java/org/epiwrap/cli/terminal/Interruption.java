package org.epiwrap.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.epiwrap.model.TrainingStoppedException;

/** On Ctrl-C, lets a training finish its current step and save its state, and prints how to resume it. */
public final class Interruption implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 60;

    private final PrintWriter err;
    private final CountDownLatch saved = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "save-before-exit");
    private volatile boolean requested;

    public Interruption(PrintWriter err) {
        this.err = err;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Returns whether the training should save its state and stop. */
    public boolean isRequested() {
        return requested;
    }

    /**
     * Runs a training that stops when it {@linkplain #isRequested is asked to}. After that, the outcome is printed here:
     * the process is shutting down and does not wait for its callers.
     */
    public <T> T during(ShutdownMessage.Work<T, IOException> training) throws IOException {
        try {
            return training.run();
        } catch (TrainingStoppedException e) {
            throw exit(e.getMessage() + "; run the same command again to resume");
        } catch (UncheckedIOException e) {
            if (!requested) {
                throw e;
            }
            throw exit("stopped, but the state could not be saved: "
                    + Failure.of(e).sentence());
        }
    }

    /** Prints a message and never returns: nothing may be written after the checkpoint. */
    private IllegalStateException exit(String message) {
        ShutdownMessage.print(err, message);
        saved.countDown();
        while (true) {
            LockSupport.park(this);
        }
    }

    /** Asks the training to stop, and waits until its state is saved. */
    void stop() {
        requested = true;
        try {
            if (!saved.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                err.println("epiwrap: stopped; run the same command again to resume from the last checkpoint");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        saved.countDown();
        ShutdownMessage.remove(hook);
    }
}
