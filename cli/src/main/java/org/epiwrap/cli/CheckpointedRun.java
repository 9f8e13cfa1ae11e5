package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.epiwrap.model.Checkpoint;
import org.epiwrap.model.CheckpointWriter;
import org.epiwrap.network.DivergedException;
import org.epiwrap.network.Resumable;
import org.epiwrap.network.TrainingListener;

/** Trains to the end from where a checkpoint left it, if there is one, and writes checkpoints on the way. */
record CheckpointedRun(Checkpoint checkpoint, Duration every, PrintWriter err, boolean quiet) {
    private static final int MAX_SECONDS = 1_000_000;

    /** Where the state lies while a file is made. */
    static Path beside(Path out) {
        return out.resolveSibling(out.getFileName() + ".checkpoint");
    }

    /** The time between checkpoints as {@code --checkpoint-every} says it. */
    static Duration every(double seconds) {
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw new IllegalArgumentException(
                    "--checkpoint-every must be a number of seconds from 0 to " + MAX_SECONDS + ", but is " + seconds);
        }
        return Duration.ofMillis(Math.round(1000 * seconds));
    }

    /** Does what comes after a training, which is whole in its checkpoint. */
    static <T> T afterwards(PrintWriter err, LastWords.Work<T> work) throws IOException {
        return LastWords.during(err, "stopped after the training; the same command goes on from there", work);
    }

    void run(Resumable training, TrainingListener listener) throws IOException {
        if (Files.exists(checkpoint.file())) {
            checkpoint.restore(training);
            if (!quiet) {
                err.println("epiwrap: going on from " + checkpoint.file());
                err.flush();
            }
        }
        CheckpointWriter writer = new CheckpointWriter(checkpoint, training, every);
        try (Interruption interruption = new Interruption(writer, err)) {
            interruption.during(() -> {
                training.run(listener.and(writer).and(interruption));
                writer.write();
            });
        } catch (DivergedException e) {
            // It would only diverge again from there.
            Files.deleteIfExists(checkpoint.file());
            throw e;
        }
    }
}
