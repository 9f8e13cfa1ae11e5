package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.ImportRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.Verification;
import org.epiwrap.tensor.TensorEngine;
import org.junit.jupiter.api.Test;

/** A file gives what was written to it, or it is refused. */
class VerificationTest extends ModelFileTest {
    private static final Volume PLANE = new Volume(1, 8, 8);
    private static final Architecture MLP = Architecture.mlp(PLANE, 3, 2);
    private static final List<String> CLASSES = List.of("a", "b", "c");

    private static ModelCard card() {
        return ModelCard.of(PictureInput.unit(PLANE), CLASSES, new ImportRecord("x", "y", Optional.empty()));
    }

    private void writeBayesian() throws IOException {
        try (BayesianModel model = new BayesianModel(network(MLP), card())) {
            assertThat(model.verification()).isEqualTo(Verification.VERIFIED);
            model.write(file);
        }
    }

    private static BayesianNetwork network(Architecture architecture) {
        return BayesianNetwork.untrained(architecture, Bias.POINT, RunSeeds.of(3));
    }

    private void writeInterval() throws IOException {
        try (BayesianNetwork network = network(MLP);
                IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
            EpistemicCalibration scores = EpistemicScorer.fit(wrapped, Models.data(60), card().input())
                    .calibration();
            EpistemicModel.of(wrapped, card(), Averaging.LOGITS).with(scores).write(file);
        }
    }

    @Test
    void everyChangedByteAndEveryOtherLengthIsRefused() throws IOException {
        writeBayesian();
        refusesChanges();
        writeInterval();
        refusesChanges();
    }

    private void refusesChanges() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        everyChangedByteIsRefused(file, () -> StoredModel.read(file));
        for (int length = 0; length < bytes.length; length++) {
            refused("length " + length, Arrays.copyOf(bytes, length));
        }
        Files.write(file, bytes);
        try (StoredModel model = StoredModel.read(file)) {
            assertThat(model.verification()).isEqualTo(Verification.VERIFIED);
        }
    }

    private void refused(String what, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        assertThatThrownBy(() -> StoredModel.read(file))
                .as(what)
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ");
    }

    @Test
    void theTensorThatHasChangedIsNamed() throws IOException {
        writeBayesian();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> StoredModel.read(file))
                .hasMessage(
                        file + ": tensor 'check.inputs' must have the SHA-256 in the manifest, but has changed since"
                                + " it was written");
    }

    @Test
    void everyChangedByteOfACheckpointIsRefused() throws Exception {
        try (BayesianNetwork network = network(MLP);
                Trainer trainer = new Trainer(network, Models.data(30), Models.UNIT, Models.plan(30))) {
            Path path = folder.resolve("c.checkpoint");
            Checkpoint checkpoint = Checkpoint.at(
                    path, network, Models.UNIT, TrainingRecord.of("sound", Models.plan(30), Models.data(30)));
            CheckpointWriter writer = new CheckpointWriter(checkpoint, trainer, Duration.ofDays(1));
            trainer.run(TrainingListener.NONE);
            writer.write();
            everyChangedByteIsRefused(path, () -> checkpoint.restore(trainer));
            checkpoint.restore(trainer);
        }
    }

    /** A file of the format before is read as it is; what is written from it can be verified. */
    @Test
    void filesWithoutHashesAreUnverified() throws Exception {
        for (String golden : List.of("mlp.safetensors", "mlp-wrapped.safetensors")) {
            try (StoredModel old = StoredModel.read(golden(golden))) {
                assertThat(old.verification()).isEqualTo(Verification.UNVERIFIED);
                if (old instanceof EpistemicModel interval) {
                    assertThat(interval.with(Map.of()).verification()).isEqualTo(Verification.UNVERIFIED);
                }
                old.write(file);
            }
            try (StoredModel back = StoredModel.read(file)) {
                assertThat(back.verification()).isEqualTo(Verification.VERIFIED);
            }
        }
    }

    private static Path golden(String name) throws URISyntaxException {
        return Path.of(VerificationTest.class.getResource("/golden/" + name).toURI());
    }

    @Test
    void otherPredictionsThanThoseStoredAreRefused() throws IOException {
        writeBayesian();
        byte[] bytes = Files.readAllBytes(file);
        refusesRewritten(
                bytes,
                "does not give the predictions stored with it \\(probe 1, class 2: 0\\.9.* stored, "
                        + "0\\.\\d+ computed\\)",
                (name, values) -> {
                    if (name.equals("check.probabilities")) {
                        values[5] = 0.9;
                    }
                });
        refusesRewritten(
                bytes, "does not give the predictions stored with it \\(probe 0, class 0: .*", (name, values) -> {
                    if (name.equals("dense1.bias")) {
                        values[0] += 0.01;
                    }
                });
        refusesRewritten(bytes, "example 2: a pixel must be a number from 0 .*", (name, values) -> {
            if (name.equals("check.inputs")) {
                values[2 * 64] = 2;
            }
        });
        refusesRewritten(
                bytes,
                "does not give the predictions stored with it \\(probe 0, class 1: NaN stored.*",
                (name, values) -> {
                    if (name.equals("check.probabilities")) {
                        values[1] = Double.NaN;
                    }
                });
        writeInterval();
        byte[] interval = Files.readAllBytes(file);
        refusesRewritten(interval, "does not give .* \\(probe 3, lower logit of class 2: .*", (name, values) -> {
            if (name.equals("check.lower")) {
                values[11] -= 0.01;
            }
        });
        refusesRewritten(interval, "does not give .* \\(probe 0, upper logit of class 0: .*", (name, values) -> {
            if (name.equals("check.upper")) {
                values[0] += 0.01;
            }
        });
        refusesRewritten(interval, "does not give .* \\(probe 1, TU: .*", (name, values) -> {
            if (name.equals("check.scores")) {
                values[3] -= 0.02;
            }
        });
    }

    private void refusesRewritten(byte[] whole, String problem, BiConsumer<String, double[]> change)
            throws IOException {
        Files.write(file, whole);
        Models.rewrite(file, manifest -> {}, change);
        assertThatThrownBy(() -> StoredModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageMatching(".*: (it )?" + problem);
    }

    /** Differences as rounding makes them are no reason to refuse a file. */
    @Test
    void roundingIsTolerated() throws IOException {
        writeInterval();
        Models.rewrite(file, manifest -> {}, (name, values) -> {
            if (name.startsWith("check.") && !name.equals("check.inputs")) {
                Arrays.setAll(values, i -> values[i] + (i % 2 == 0 ? 5e-5 : -5e-5));
            }
        });
        int threads = TensorEngine.threads();
        try {
            TensorEngine.useThreads(2);
            StoredModel.read(file).close();
        } finally {
            TensorEngine.useThreads(threads);
        }
    }

    @Test
    void theManifestOfTheCheckMustBeValid() throws IOException {
        writeBayesian();
        byte[] bytes = Files.readAllBytes(file);
        refusesManifest(
                bytes, "manifest must hold the field check, but does not", manifest -> manifest.remove("check"));
        refusesValue(bytes, "/check/probes", "5", "manifest.check.probes must be a whole number from 0 to 4");
        refusesValue(bytes, "/check/probes", "3", "tensor check.inputs must be F32 \\[3, 64\\]");
        refusesValue(bytes, "/check/probes", "0", "manifest.check.probes must be from 1 to \\d+ for outputs");
        for (String outputs : List.of("[\"logits\"]", "[\"probabilities\",\"probabilities\"]")) {
            refusesValue(
                    bytes,
                    "/check/outputs",
                    outputs,
                    "manifest.check.outputs must be some of probabilities, lower, upper and scores, each once");
        }
        refusesValue(bytes, "/check/more", "1", "manifest.check must hold outputs, probes alone");
        writeInterval();
        byte[] interval = Files.readAllBytes(file);
        refusesValue(
                interval,
                "/check/outputs",
                "[\"probabilities\"]",
                "the file must hold exactly the \\d+ tensors of its manifest");
    }

    private void refusesValue(byte[] whole, String place, String value, String problem) throws IOException {
        refusesManifest(whole, problem, manifest -> Models.set(manifest, place, value));
    }

    private void refusesManifest(byte[] whole, String problem, Consumer<ObjectNode> change) throws IOException {
        Files.write(file, whole);
        Models.rewrite(file, change);
        assertThatThrownBy(() -> StoredModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageMatching(".*: " + problem + ".*");
    }

    private JsonNode outputs() throws IOException {
        try (TensorFile stored = TensorFile.open(file)) {
            return Manifest.read(stored).content().at("/check/outputs");
        }
    }

    @Test
    void crossedBoundsHaveProbabilitiesAlone() throws IOException {
        try (IntervalNetwork start = IntervalNetwork.untrained(MLP, RunSeeds.of(1))) {
            List<Block> blocks = start.blocks(0);
            blocks.get(0).values()[4] = 3;
            try (EpistemicModel crossed = EpistemicModel.of(
                    IntervalNetwork.of(MLP, Bias.POINT, RunSeeds.of(1), blocks), card(), Averaging.SOFTMAXES)) {
                crossed.with(TuningRecord.of(TuningPlan.paper().with(Averaging.SOFTMAXES), Models.data(9)))
                        .write(file);
            }
        }
        assertThat(outputs()).hasToString("[\"probabilities\"]");
        StoredModel.read(file).close();
    }

    /** Such a network predicts nothing, but its file can be written, read and inspected. */
    @Test
    void whatIsNotFiniteIsNotStored() throws IOException {
        try (BayesianNetwork start = network(MLP)) {
            List<Block> blocks = start.blocks(0);
            blocks.forEach(
                    block -> Arrays.fill(block.values(), block.shape().name().endsWith("rho") ? -5 : 3e38f));
            try (BayesianModel huge =
                    new BayesianModel(BayesianNetwork.of(MLP, Bias.POINT, RunSeeds.of(3), blocks), card())) {
                huge.write(file);
            }
        }
        assertThat(outputs()).isEmpty();
        StoredModel.read(file).close();
    }

    @Test
    void modelsOfTablesAreVerified() throws IOException {
        TableInput table = new TableInput(
                List.of(
                        new Feature.Numeric("age", new Scale.Standard(40, 10), 18, 90, true),
                        new Feature.Numeric(
                                "income",
                                new Scale.Quantile(List.of(0.0, 1.0, 50.0), List.of(-2.0, 0.0, 2.0)),
                                0,
                                50,
                                false),
                        new Feature.Category("plan", List.of("basic", "gold"), true)),
                CellFormat.standard());
        Architecture mlp = Architecture.mlp(table.shape(), 3, 4);
        ModelCard rows = ModelCard.of(table, CLASSES, new ImportRecord("x", "y", Optional.empty()));
        try (BayesianModel model = new BayesianModel(network(mlp), rows)) {
            model.write(file);
        }
        try (StoredModel back = StoredModel.read(file)) {
            assertThat(back.input()).isEqualTo(table);
            assertThat(back.verification()).isEqualTo(Verification.VERIFIED);
        }
        byte[] bytes = Files.readAllBytes(file);
        refusesValue(bytes, "/table/columns/0/mean", "30", "it does not give the predictions stored with it .*");
        refusesValue(
                bytes,
                "/table/columns/0/missing",
                "false",
                "manifest.table must give the 7 numbers that the network receives, but gives 6");
        refusesValue(bytes, "/table/columns/1/knots", "[0,1,1]", "knots must be ascending, but 1.0 comes after 1.0");
        refusesValue(bytes, "/table/columns/2/name", "\"age\"", "columns must have different names, but two are 'age'");
        refusesValue(
                bytes,
                "/table/columns/2/categories",
                "[\"x\",\"x\"]",
                "the categories of plan must differ, but one is there twice");
    }
}
