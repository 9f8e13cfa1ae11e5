package org.epiwrap.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.Checkpointing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptionTest {
    @TempDir
    private Path folder;

    /** The process ends only after the current step has been saved, and no later step is done. */
    @Test
    void theProcessEndsAfterTheCheckpoint() throws Exception {
        Path model = folder.resolve("m");
        assertThat(interrupted(model))
                .contains("epiwrap: stopped after epoch 1, batch 1; run the same command again to resume");
        assertThat(folder.resolve("m.checkpoint")).isNotEmptyFile();
    }

    @Test
    void theProcessEndsAfterItReportedThatNothingIsSaved() throws Exception {
        Path lost = folder.resolve("none").resolve("m");
        assertThat(interrupted(lost).strip())
                .isEqualTo("epiwrap: stopped, but the state could not be saved: cannot use " + lost
                        + ".checkpoint: there is no folder " + lost.getParent());
    }

    /** Returns what is printed when a training is terminated from outside. */
    private static String interrupted(Path model) throws Exception {
        Dataset few = Mnist.DIGITS.load(Part.TRAIN).subset(0, 64);
        StringWriter err = new StringWriter();
        try (Interruption interruption = new Interruption(new PrintWriter(err))) {
            BayesianTraining trainer = BayesianTraining.withDefaults()
                    .with(Backbone.named("mlp:2"))
                    .with(Checkpointing.beside(model).every(Duration.ofHours(1)).stoppedBy(interruption::isRequested));
            assertThat(interruption.isRequested()).isFalse();
            Thread end = new Thread(interruption::stop);
            end.start();
            while (!interruption.isRequested()) {
                Thread.sleep(1);
            }
            Thread training = new Thread(() -> {
                try {
                    interruption.during(() -> trainer.train(few));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            training.setDaemon(true);
            training.start();
            end.join(30_000);
            assertThat(end.isAlive()).isFalse();
            assertThat(training.isAlive()).as("parked until the process ends").isTrue();
        }
        return err.toString();
    }

    @Test
    void aDownloadShowsWhatHasCome() {
        System.setProperty("epiwrap.terminal", "true");
        PrintStream usual = System.err;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
        try {
            try (DownloadProgress quiet = new DownloadProgress("cifar-10", true)) {
                quiet.update("cifar-10", 1, OptionalLong.empty());
            }
            assertThat(shown.toString(StandardCharsets.UTF_8)).isEmpty();
            try (DownloadProgress progress = new DownloadProgress("cifar-10", false)) {
                progress.update("cifar-10", 5_000_000, OptionalLong.of(10_000_000));
                progress.update("cifar-10", 10_000_000, OptionalLong.empty());
            }
            assertThat(shown.toString(StandardCharsets.UTF_8)).contains("cifar-10", "10 MB");
        } finally {
            System.setErr(usual);
            System.clearProperty("epiwrap.terminal");
        }
        try (DownloadProgress silent = new DownloadProgress("cifar-10", false)) {
            silent.update("cifar-10", 1, OptionalLong.empty());
        }
    }
}
