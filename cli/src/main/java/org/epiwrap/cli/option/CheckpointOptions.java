package org.epiwrap.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.epiwrap.cli.terminal.Interruption;
import org.epiwrap.model.Checkpointing;
import picocli.CommandLine.Option;

/** Options of a training that can be interrupted and resumed. */
public final class CheckpointOptions {
    /** Printed if the process is terminated after the training, whose checkpoint is complete. */
    public static final String AFTER_TRAINING = "stopped after the training; run the same command again to resume";

    @Option(names = "--checkpoint-every", paramLabel = "SECONDS")
    private double every = 30;

    /** A training that keeps checkpoints. */
    @FunctionalInterface
    public interface Training<T> {
        T train(Checkpointing checkpointing) throws IOException;
    }

    /** Trains a model for a file; on Ctrl-C, the state is saved beside it. */
    public <T> T train(Path file, PrintWriter err, boolean quiet, Training<T> training) throws IOException {
        try (Interruption interruption = new Interruption(err)) {
            Checkpointing checkpointing = Checkpointing.beside(file)
                    .every(Duration.ofMillis(Math.round(1000 * every)))
                    .stoppedBy(interruption::isRequested)
                    .onResume(checkpoint -> {
                        if (!quiet) {
                            err.println("epiwrap: resuming from " + checkpoint);
                            err.flush();
                        }
                    });
            return interruption.during(() -> training.train(checkpointing));
        }
    }
}
