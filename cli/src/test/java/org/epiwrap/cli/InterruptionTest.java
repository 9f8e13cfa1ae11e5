package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.model.Checkpoint;
import org.epiwrap.model.CheckpointWriter;
import org.epiwrap.model.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.network.TrainingStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptionTest {
    @TempDir
    private Path folder;

    /** The end of the process waits until the step under way has been saved, and no later step is made. */
    @Test
    void theProcessEndsAfterTheCheckpoint() throws Exception {
        Path file = folder.resolve("c");
        assertThat(interrupted(file)).contains("epiwrap: stopped after epoch 1, batch 1");
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void theProcessEndsAfterItWasToldThatNothingIsSaved() throws Exception {
        Path lost = folder.resolve("none").resolve("c");
        assertThat(interrupted(lost).strip())
                .isEqualTo("epiwrap: stopped, but the state could not be saved: cannot use " + lost
                        + ": there is no folder " + lost.getParent());
    }

    /** What is said when a training is ended from outside. */
    private static String interrupted(Path file) throws Exception {
        Dataset few = Mnist.DIGITS.load(Part.TRAIN).subset(0, 64);
        TrainingPlan plan = TrainingPlan.sound(64, Estimator.FLIPOUT);
        StringWriter err = new StringWriter();
        try (BayesianNetwork network =
                        BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 28, 28), 10, 2), RunSeeds.of(1));
                Trainer trainer = new Trainer(network, few, Normalisation.unit(), plan)) {
            Checkpoint checkpoint =
                    Checkpoint.at(file, network, Normalisation.unit(), TrainingRecord.of("sound", plan, few));
            CheckpointWriter writer = new CheckpointWriter(checkpoint, trainer, Duration.ofHours(1));
            try (Interruption interruption = new Interruption(writer, new PrintWriter(err))) {
                TrainingStep step = new TrainingStep(0, 20, 0, 1, 1, 1);
                interruption.done(step);
                assertThat(file).doesNotExist();
                Thread end = new Thread(interruption::waitForCheckpoint);
                end.start();
                Thread training = new Thread(() -> interruption.during(() -> {
                    while (true) {
                        interruption.done(step);
                    }
                }));
                training.setDaemon(true);
                training.start();
                end.join(30_000);
                assertThat(end.isAlive()).isFalse();
            }
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

    @Test
    void aNetworkTooLargeForTheMemoryIsOneSentence() {
        StringWriter err = new StringWriter();
        String[] args = {"train", "--images", "10", "--net", "mlp:100000-10000"};
        assertThat(Main.run(args, new PrintWriter(new StringWriter()), new PrintWriter(err)))
                .isEqualTo(1);
        assertThat(err.toString()).startsWith("epiwrap: not enough memory").hasLineCount(1);
    }
}
