package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.network.DivergedException;
import org.epiwrap.tensor.LearningRate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trainings that are interrupted and resumed by the configurations themselves. */
class CheckpointingTest {
    private static final Dataset DATA = Models.data(60);
    private static final CalibrationSet HELD_OUT = CalibrationSet.of(Models.data(40));
    private static final BayesianTraining TRAINING = BayesianTraining.withDefaults()
            .with(Backbone.named("mlp:5"))
            .withEpochs(2)
            .withBatchSize(16);
    private static final FineTuning TUNING =
            FineTuning.withDefaults().withEpochs(2).withBatchSize(16);

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private Path expected = Path.of("");

    @BeforeEach
    void name() {
        file = folder.resolve("model.safetensors");
        expected = folder.resolve("expected.safetensors");
    }

    /** Asks to stop after some steps. */
    private static BooleanSupplier after(int steps) {
        int[] done = new int[1];
        return () -> ++done[0] == steps;
    }

    private Checkpointing checkpoints() {
        return Checkpointing.beside(file).every(Duration.ofHours(1));
    }

    /** Stopped at the beginning, inside an epoch, at its end and at the last step, of eight. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7, 8})
    void aTrainingResumesToTheSameBytes(int stop) throws IOException {
        assertThatThrownBy(() ->
                        TRAINING.with(checkpoints().stoppedBy(after(stop))).train(DATA))
                .isInstanceOf(TrainingStoppedException.class)
                .hasMessage("stopped after epoch " + ((stop - 1) / 4 + 1) + ", batch " + ((stop - 1) % 4 + 1));
        assertThat(checkpoints().isBegun()).isTrue();
        int[] steps = new int[1];
        List<Path> begun = new ArrayList<>();
        try (BayesianModel resumed = TRAINING.with(checkpoints().onResume(begun::add))
                        .with(step -> steps[0]++)
                        .train(DATA);
                BayesianModel whole = TRAINING.train(DATA)) {
            resumed.write(file);
            whole.write(expected);
        }
        assertThat(file).hasSameBinaryContentAs(expected);
        assertThat(steps[0]).as("steps after the interruption").isEqualTo(8 - stop);
        assertThat(begun).containsExactly(checkpoints().file());
        checkpoints().delete();
        assertThat(checkpoints().isBegun()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void aFineTuningResumesToTheSameBytes(int stop) throws IOException {
        try (BayesianModel bayesian = TRAINING.train(DATA);
                EpistemicModel start = EpistemicWrapping.withDefaults().wrap(bayesian, DATA, HELD_OUT)) {
            FineTuning stopped = TUNING.with(checkpoints().stoppedBy(after(stop)));
            assertThatThrownBy(() -> stopped.tune(start, DATA, HELD_OUT)).isInstanceOf(TrainingStoppedException.class);
            try (EpistemicModel resumed = TUNING.with(checkpoints()).tune(start, DATA, HELD_OUT);
                    EpistemicModel whole = TUNING.tune(start, DATA, HELD_OUT)) {
                resumed.write(file);
                whole.write(expected);
            }
        }
        assertThat(file).hasSameBinaryContentAs(expected);
    }

    /** It would only diverge again from there. */
    @Test
    void theStateOfADivergedTrainingIsDeleted() {
        BayesianTraining training =
                TRAINING.with(checkpoints().every(Duration.ZERO)).with(LearningRate.constant(1e38));
        assertThatThrownBy(() -> training.train(DATA)).isInstanceOf(DivergedException.class);
        assertThat(checkpoints().isBegun()).isFalse();
    }

    @Test
    void aStateThatCannotBeWrittenEndsTheTraining() {
        Checkpointing nowhere =
                Checkpointing.beside(folder.resolve("absent/model.safetensors")).every(Duration.ZERO);
        assertThatThrownBy(() -> TRAINING.with(nowhere).train(DATA)).isInstanceOf(UncheckedIOException.class);
    }

    /** Runs of one computation share a checkpoint; others have one each, which is skipped once it is complete. */
    @Test
    void everyGroupOfSeedsHasItsCheckpoint() throws IOException {
        List<Long> seeds = List.of(3L, 4L);
        BayesianTraining together = TRAINING.with(checkpoints());
        together.train(DATA, seeds).forEach(BayesianModel::close);
        assertThat(folder.resolve("model.safetensors.checkpoint")).exists();
        together.deleteCheckpoints(DATA, seeds);
        assertThat(folder).isEmptyDirectory();

        BayesianTraining apart =
                TRAINING.with(Backbone.named("lenet-5")).withEpochs(1).withBatchSize(60);
        Dataset digits = Models.digits(60);
        // One step a seed: the second is interrupted.
        BayesianTraining stopped = apart.with(checkpoints().stoppedBy(after(2)));
        assertThatThrownBy(() -> stopped.train(digits, seeds)).isInstanceOf(TrainingStoppedException.class);
        assertThat(folder.resolve("model-3.safetensors.checkpoint")).exists();
        assertThat(folder.resolve("model-4.safetensors.checkpoint")).exists();
        BayesianTraining resumed = apart.with(checkpoints());
        int[] steps = new int[1];
        resumed.with(step -> steps[0]++).train(digits, seeds).forEach(BayesianModel::close);
        assertThat(steps[0]).as("nothing is left to do").isZero();
        resumed.deleteCheckpoints(digits, seeds);
        assertThat(folder).isEmptyDirectory();
    }
}
