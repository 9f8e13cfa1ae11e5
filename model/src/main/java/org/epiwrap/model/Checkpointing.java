package org.epiwrap.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.epiwrap.network.DivergedException;
import org.epiwrap.network.Resumable;
import org.epiwrap.network.TrainingListener;

/**
 * Keeps the state of a training in a file beside that of the model, {@code model.safetensors.checkpoint}, from which the
 * same training resumes to the same result. The file stays when the training ends: whoever stores the model deletes it.
 *
 * @param model where the model will be stored
 * @param every how often the state is written
 * @param stop asked after each step; if it answers yes, the state is written and {@link TrainingStoppedException} thrown
 * @param resumed receives the file of a state from which a training resumes
 */
public record Checkpointing(Path model, Duration every, BooleanSupplier stop, Consumer<Path> resumed) {
    private static final Duration USUAL = Duration.ofSeconds(30);

    /** Returns checkpoints beside a model's file, every half a minute. */
    public static Checkpointing beside(Path model) {
        return new Checkpointing(model, USUAL, () -> false, file -> {});
    }

    /** Returns the same at another interval. */
    public Checkpointing every(Duration newInterval) {
        return new Checkpointing(model, newInterval, stop, resumed);
    }

    /** Returns the same, which stops a training when it is asked to. */
    public Checkpointing stoppedBy(BooleanSupplier newStop) {
        return new Checkpointing(model, every, newStop, resumed);
    }

    /** Returns the same, which notifies a consumer of the file from which a training resumes. */
    public Checkpointing onResume(Consumer<Path> newResumed) {
        return new Checkpointing(model, every, stop, newResumed);
    }

    /** Returns the same for the model of one of several seeds. */
    Checkpointing forSeed(long seed) {
        return new Checkpointing(BayesianTraining.withSeed(model, seed), every, stop, resumed);
    }

    /** Returns the file that holds the state. */
    public Path file() {
        return model.resolveSibling(model.getFileName() + ".checkpoint");
    }

    /** Returns whether there is a state to resume from. */
    public boolean isBegun() {
        return Files.exists(file());
    }

    /** Deletes the state. */
    public void delete() throws IOException {
        Files.deleteIfExists(file());
    }

    /** Resumes a training if it was begun, and runs it to its end. */
    void run(Checkpoint checkpoint, Resumable training, TrainingListener listener) throws IOException {
        if (isBegun()) {
            checkpoint.restore(training);
            resumed.accept(file());
        }
        CheckpointWriter writer = new CheckpointWriter(checkpoint, training, every);
        TrainingListener stopping = step -> {
            if (stop.getAsBoolean()) {
                writer.write();
                throw new TrainingStoppedException(step);
            }
        };
        try {
            training.run(listener.and(writer).and(stopping));
            writer.write();
        } catch (DivergedException e) {
            // It would only diverge again from there.
            delete();
            throw e;
        }
    }
}
