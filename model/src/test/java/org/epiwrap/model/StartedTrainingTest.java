package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Dataset;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.store.StoreException;
import org.epiwrap.tensor.LearningRate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings that begin with the numbers of a trained network. */
class StartedTrainingTest {
    private static final Dataset DATA = Models.data(60);
    private static final BayesianTraining PLAIN = BayesianTraining.withDefaults()
            .with(Backbone.named("mlp:5"))
            .withWarmStart(2)
            .withEpochs(0)
            .withBatchSize(16);
    private static final BayesianTraining REST =
            BayesianTraining.withDefaults().withEpochs(2).withBatchSize(16).withSeed(9);

    @TempDir
    private Path folder;

    private BayesianModel plain;
    private BayesianTraining started;

    @BeforeEach
    void train() throws IOException {
        plain = PLAIN.train(DATA);
        started = REST.startingFrom(plain);
    }

    @AfterEach
    void close() {
        plain.close();
    }

    /** Adam's first steps are as long as the learning rate. */
    @Test
    void theFirstWeightsAreThoseOfTheStart() throws IOException {
        float rate = 1e-6f;
        int steps = 8;
        float[] before = plain.network().means(0);
        try (BayesianModel model = started.with(LearningRate.constant(rate)).train(DATA)) {
            float[] after = model.network().means(0);
            for (int i = 0; i < before.length; i++) {
                assertThat(after[i]).isCloseTo(before[i], within(2 * steps * rate));
            }
            assertThat(model.network().seeds().own()).containsExactly(9L);
            assertThat(plain.network().means(0)).isEqualTo(before);
        }
    }

    @Test
    void everyRunOfSeveralBeginsThere() throws IOException {
        List<BayesianModel> models = started.with(LearningRate.constant(1e-6)).train(DATA, List.of(4L, 5L));
        float[] before = plain.network().means(0);
        for (BayesianModel model : models) {
            assertThat(model.network().means(0)[7]).isCloseTo(before[7], within(1e-4f));
            model.close();
        }
    }

    @Test
    void theStartIsPartOfTheProvenance() throws IOException {
        Path file = folder.resolve("model.safetensors");
        try (BayesianModel model = started.train(DATA)) {
            TrainingRecord.Start start =
                    model.card().training().orElseThrow().start().orElseThrow();
            assertThat(start.sha256()).isEqualTo(Blocks.hash(plain.network().blocks(0)));
            assertThat(start.training()).isEqualTo(plain.card().training());
            model.write(file);
            try (BayesianModel back = BayesianModel.read(file)) {
                assertThat(back.card()).isEqualTo(model.card());
            }
        }
    }

    @Test
    void anInterruptedTrainingResumesToTheSameBytesButNotFromAnotherStart() throws IOException {
        Path file = folder.resolve("model.safetensors");
        Path expected = folder.resolve("expected.safetensors");
        try (BayesianModel model = started.train(DATA)) {
            model.write(expected);
        }
        int[] steps = new int[1];
        Checkpointing checkpoints = Checkpointing.beside(file).every(Duration.ofHours(1));
        BayesianTraining stopped = started.with(checkpoints.stoppedBy(() -> ++steps[0] == 3));
        assertThatThrownBy(() -> stopped.train(DATA)).isInstanceOf(TrainingStoppedException.class);
        try (BayesianModel other =
                REST.with(Backbone.named("mlp:5")).withEpochs(1).train(DATA)) {
            assertThatThrownBy(() -> REST.startingFrom(other).with(checkpoints).train(DATA))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("manifest.training.start");
        }
        try (BayesianModel model = started.with(checkpoints).train(DATA)) {
            model.write(file);
        }
        assertThat(file).hasSameBinaryContentAs(expected);
    }

    @Test
    void anotherNetworkOrOtherClassesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started.with(Backbone.named("mlp:6")).train(DATA))
                .withMessageContaining("the network that it starts from");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started.train(Models.digits(30)))
                .withMessageContaining("the classes of a training must be those of the network that it starts from");
    }
}
