package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.store.StoreException;
import org.epiwrap.tensor.LearningRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckpointTest {
    private static final Dataset DATA = Models.data(30);
    private static final Augmentation ALL = new Augmentation(1, 2, true);
    private static final TrainingPlan PLAN = Models.plan(30).with(ALL);
    private static final Architecture MLP = Architecture.mlp(new Volume(1, 8, 8), 3, 5);

    @TempDir
    private Path folder;

    private static BayesianNetwork network(Architecture architecture, RunSeeds seeds) {
        return BayesianNetwork.untrained(architecture, Bias.POINT, seeds);
    }

    private Checkpoint checkpoint(BayesianNetwork network, TrainingPlan plan, Dataset data, Input scaling) {
        return Checkpoint.at(folder.resolve("c.checkpoint"), network, scaling, TrainingRecord.of("sound", plan, data));
    }

    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Stopped after each step in turn, in the warm start and after it, inside an epoch and at its end. */
    @Test
    void aTrainingGoesOnToTheSameBits() throws Exception {
        for (RunSeeds seeds : List.of(RunSeeds.of(4), new RunSeeds(4, List.of(4L, 5L)))) {
            Architecture architecture = seeds.runs() == 1 ? Models.EVERY_LAYER : MLP;
            try (BayesianNetwork whole = network(architecture, seeds);
                    Trainer trainer = new Trainer(whole, DATA, Models.UNIT, PLAN)) {
                trainer.run(TrainingListener.NONE);
                for (int stop = 1; stop <= 12; stop++) {
                    interrupt(architecture, seeds, stop);
                    try (BayesianNetwork second = network(architecture, seeds);
                            Trainer rest = new Trainer(second, DATA, Models.UNIT, PLAN)) {
                        checkpoint(second, PLAN, DATA, Models.UNIT).restore(rest);
                        rest.run(TrainingListener.NONE);
                        assertThat(rest.epochLoss()).isEqualTo(trainer.epochLoss());
                        assertSame(second, whole);
                    }
                }
            }
        }
    }

    private void interrupt(Architecture architecture, RunSeeds seeds, int after) {
        try (BayesianNetwork network = network(architecture, seeds);
                Trainer trainer = new Trainer(network, DATA, Models.UNIT, PLAN)) {
            CheckpointWriter writer =
                    new CheckpointWriter(checkpoint(network, PLAN, DATA, Models.UNIT), trainer, Duration.ZERO);
            int[] steps = new int[1];
            assertThatThrownBy(() -> trainer.run(writer.and(step -> {
                        if (++steps[0] == after) {
                            throw new Stop();
                        }
                    })))
                    .isInstanceOf(Stop.class);
        }
    }

    private static void assertSame(BayesianNetwork one, BayesianNetwork other) {
        for (int run = 0; run < one.seeds().runs(); run++) {
            assertSame(one.blocks(run), other.blocks(run));
        }
    }

    private static void assertSame(List<Block> mine, List<Block> theirs) {
        for (int i = 0; i < mine.size(); i++) {
            assertThat(mine.get(i).values())
                    .as(mine.get(i).shape().name())
                    .isEqualTo(theirs.get(i).values());
        }
    }

    @Test
    void theCheckpointOfAnotherTrainingIsRefused() throws Exception {
        interrupt(MLP, RunSeeds.of(4), 3);
        refused("manifest.seeds.shared", network(MLP, RunSeeds.of(5)), PLAN, DATA, Models.UNIT);
        refused("manifest.training.epochs", network(MLP, RunSeeds.of(4)), PLAN.withEpochs(9), DATA, Models.UNIT);
        refused(
                "manifest.training.augmentation",
                network(MLP, RunSeeds.of(4)),
                PLAN.with(Augmentation.NONE.withFlip()),
                DATA,
                Models.UNIT);
        refused("manifest.training.data.sha256", network(MLP, RunSeeds.of(4)), PLAN, DATA.shuffled(1), Models.UNIT);
        refused(
                "manifest.normalisation.mean[0]",
                network(MLP, RunSeeds.of(4)),
                PLAN,
                DATA,
                new PictureInput(new Volume(1, 8, 8), new Normalisation(List.of(0.5), List.of(1.0))));
        refused(
                "manifest.architecture.layers[1].outputs",
                network(Architecture.mlp(new Volume(1, 8, 8), 3, 6), RunSeeds.of(4)),
                PLAN,
                DATA,
                Models.UNIT);
    }

    private void refused(String place, BayesianNetwork network, TrainingPlan plan, Dataset data, Input scaling)
            throws Exception {
        try (network;
                Trainer trainer = new Trainer(network, data, scaling, plan)) {
            assertThatThrownBy(() -> checkpoint(network, plan, data, scaling).restore(trainer))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("it is the checkpoint of another training: " + place + " differs");
        }
    }

    private static final TuningPlan TUNING =
            new TuningPlan(2, 8, LearningRate.cosine(0.01), BoundsRule.ORDERED, Averaging.LOGITS).with(ALL);

    /** Fine-tunes, stopped after some steps with a checkpoint behind each, or to the end; from a checkpoint if asked to. */
    private IntervalNetwork tune(IntervalNetwork start, TuningPlan plan, boolean resume, int stop) throws Exception {
        Checkpoint checkpoint =
                Checkpoint.at(folder.resolve("t.checkpoint"), start, Models.UNIT, TuningRecord.of(plan, DATA));
        try (IntervalTrainer trainer = new IntervalTrainer(start, DATA, Models.UNIT, plan)) {
            if (resume) {
                checkpoint.restore(trainer);
            }
            CheckpointWriter writer = new CheckpointWriter(checkpoint, trainer, Duration.ZERO);
            int[] steps = new int[1];
            try {
                trainer.run(writer.and(step -> {
                    if (++steps[0] == stop) {
                        throw new Stop();
                    }
                }));
            } catch (Stop expected) {
                assertThat(steps[0]).isEqualTo(stop);
            }
            return trainer.network();
        }
    }

    /** Stopped after each step in turn, networks of one run with every layer and of two runs, under each rule. */
    @ParameterizedTest
    @EnumSource
    void aFineTuningGoesOnToTheSameBits(BoundsRule rule) throws Exception {
        TuningPlan plan = TUNING.with(rule);
        RunSeeds two = new RunSeeds(4, List.of(4L, 5L));
        try (EpistemicModel every = Models.interval(Bias.BAYESIAN);
                IntervalNetwork pair = IntervalNetwork.untrained(MLP, two)) {
            for (IntervalNetwork start : List.of(every.network(), pair)) {
                try (IntervalNetwork whole = tune(start, plan, false, -1)) {
                    assertThat(whole.lower()).isNotEqualTo(start.lower());
                    for (int stop = 1; stop < 8; stop++) {
                        tune(start, plan, false, stop).close();
                        try (IntervalNetwork resumed = tune(start, plan, true, -1)) {
                            for (int run = 0; run < start.seeds().runs(); run++) {
                                assertSame(resumed.blocks(run), whole.blocks(run));
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void theCheckpointOfAnotherFineTuningIsRefused() throws Exception {
        try (IntervalNetwork start = IntervalNetwork.untrained(MLP, RunSeeds.of(4));
                IntervalNetwork narrower = start.scaled(1, 0.5);
                IntervalNetwork other = IntervalNetwork.untrained(MLP, RunSeeds.of(5));
                BayesianNetwork network = network(MLP, RunSeeds.of(4));
                Trainer trainer = new Trainer(network, DATA, Models.UNIT, PLAN)) {
            tune(start, TUNING, false, 3).close();
            refused("manifest.start.sha256", narrower, TUNING);
            refused("manifest.seeds.shared", other, TUNING);
            refused("manifest.tuning.bounds", start, TUNING.with(BoundsRule.FREE));
            refused("manifest.tuning.averaging", start, TUNING.with(Averaging.SOFTMAXES));
            refused("manifest.tuning.epochs", start, TUNING.withEpochs(3));
            Files.move(folder.resolve("t.checkpoint"), folder.resolve("c.checkpoint"));
            assertThatThrownBy(
                            () -> checkpoint(network, PLAN, DATA, Models.UNIT).restore(trainer))
                    .isInstanceOf(StoreException.class)
                    .hasMessageEndingWith("the file must hold the checkpoint of a training,"
                            + " but holds the checkpoint of a fine-tuning");
        }
    }

    private void refused(String place, IntervalNetwork start, TuningPlan plan) {
        assertThatThrownBy(() -> tune(start, plan, true, -1))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("it is the checkpoint of another training: " + place + " differs");
    }

    /** A count of steps beyond the end of the plan is wrong in a way that the manifest alone does not show. */
    @Test
    void stepsBeyondTheEndAreRefused() throws Exception {
        try (IntervalNetwork start = IntervalNetwork.untrained(MLP, RunSeeds.of(4))) {
            tune(start, TUNING, false, 3).close();
            Models.rewrite(folder.resolve("t.checkpoint"), manifest -> manifest.put("steps", 9));
            assertThatThrownBy(() -> tune(start, TUNING, true, -1))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("steps must be from 0 to 8 for this plan, but are 9");
        }
    }

    @Test
    void aDamagedCheckpointIsRefused() throws Exception {
        interrupt(MLP, RunSeeds.of(4), 3);
        Path file = folder.resolve("c.checkpoint");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        try (BayesianNetwork network = network(MLP, RunSeeds.of(4));
                Trainer trainer = new Trainer(network, DATA, Models.UNIT, PLAN)) {
            assertThatThrownBy(
                            () -> checkpoint(network, PLAN, DATA, Models.UNIT).restore(trainer))
                    .isInstanceOf(StoreException.class);
        }
    }

    @Test
    void aLogHasALineAnEpoch() throws Exception {
        StringWriter text = new StringWriter();
        try (BayesianNetwork network = network(MLP, RunSeeds.of(4))) {
            Trainer.train(network, DATA, Models.UNIT, PLAN, new TrainingLog(new PrintWriter(text), List.of(4L)));
        }
        List<String> lines = text.toString().lines().toList();
        assertThat(lines).hasSize(3);
        JsonNode last = new ObjectMapper().readTree(lines.get(2));
        assertThat(last.get("seeds").toString()).isEqualTo("[4]");
        assertThat(last.get("epoch").asInt()).isEqualTo(3);
        assertThat(last.get("epochs").asInt()).isEqualTo(3);
        assertThat(last.get("loss").asDouble()).isPositive();
        assertThat(last.get("seconds").asDouble()).isNotNegative();
    }
}
