package org.epiwrap.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.epiwrap.network.Resumable;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;

/** Writes a checkpoint at intervals while a network is trained. The interval does not change the result. */
public final class CheckpointWriter implements TrainingListener {
    private final Checkpoint checkpoint;
    private final Resumable training;
    private final long interval;
    private long last = System.nanoTime();

    /** Creates a writer of the state of a training, at least so far apart. */
    public CheckpointWriter(Checkpoint checkpoint, Resumable training, Duration interval) {
        this.checkpoint = checkpoint;
        this.training = training;
        this.interval = interval.toNanos();
    }

    @Override
    public void done(TrainingStep step) {
        if (System.nanoTime() - last >= interval) {
            write();
        }
    }

    /** Writes the state now. */
    public void write() {
        try {
            checkpoint.write(training.state());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        last = System.nanoTime();
    }
}
