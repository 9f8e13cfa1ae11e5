package org.epiwrap.cli;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.epiwrap.model.CheckpointWriter;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;

/** On Ctrl-C: ends the step that is under way, writes a checkpoint and says how to go on. */
final class Interruption implements TrainingListener, AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final CheckpointWriter checkpoints;
    private final PrintWriter err;
    private final CountDownLatch saved = new CountDownLatch(1);
    private final Thread hook = new Thread(this::waitForCheckpoint, "save-before-exit");
    private volatile boolean asked;

    Interruption(CheckpointWriter checkpoints, PrintWriter err) {
        this.checkpoints = checkpoints;
        this.err = err;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Trains. A state that cannot be written while the process is ending is told from here: nobody waits for those who
     * would tell it else.
     */
    void during(Runnable training) {
        try {
            training.run();
        } catch (UncheckedIOException e) {
            if (!asked) {
                throw e;
            }
            end("stopped, but the state could not be saved: " + Failure.of(e).sentence());
        }
    }

    @Override
    public void done(TrainingStep step) {
        if (!asked) {
            return;
        }
        checkpoints.write();
        end("stopped after epoch " + (step.epoch() + 1) + ", batch " + (step.batch() + 1)
                + "; the same command goes on from there");
    }

    /** Says so and never returns: nothing more is to be done, and nothing may be written after the checkpoint. */
    private void end(String words) {
        err.println();
        err.println("epiwrap: " + words);
        err.flush();
        saved.countDown();
        while (true) {
            LockSupport.park(this);
        }
    }

    /** What the end of the process waits for. */
    void waitForCheckpoint() {
        asked = true;
        try {
            if (!saved.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                err.println("epiwrap: stopped; the last checkpoint is what remains");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        saved.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already, and the hook no longer waits.
            return;
        }
    }
}
