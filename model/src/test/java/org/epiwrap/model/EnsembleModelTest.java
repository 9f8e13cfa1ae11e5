package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.data.Dataset;
import org.epiwrap.model.manifest.ImportRecord;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.store.TensorFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnsembleModelTest {
    private static final Dataset DATA = Models.data(5);
    private static final ModelCard CARD = ModelCard.of(
            Models.UNIT, List.of("a", "b", "c"), new ImportRecord("stacked-draws", "ensemble.npz", Optional.of(2)));

    @TempDir
    private Path folder;

    /** Networks of several layers and batch norms, with posteriors or as points. */
    private static EnsembleModel ensemble(boolean spreads) {
        return new EnsembleModel(List.of(member(1, spreads), member(2, spreads)), CARD);
    }

    private static BayesianNetwork member(long seed, boolean spread) {
        RunSeeds seeds = RunSeeds.of(seed);
        BayesianNetwork random = BayesianNetwork.untrained(Models.EVERY_LAYER, Bias.BAYESIAN, seeds);
        if (spread) {
            return random;
        }
        try (random) {
            List<Block> blocks = random.blocks(0);
            for (Block block : blocks) {
                if (block.shape().name().endsWith(BayesianNetwork.RHO)) {
                    Arrays.fill(block.values(), BayesianNetwork.rho(0));
                }
            }
            return BayesianNetwork.of(Models.EVERY_LAYER, Bias.BAYESIAN, seeds, blocks);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsWrittenIsReadToTheLastBit(boolean spreads) throws IOException {
        Path file = folder.resolve("ensemble.safetensors");
        Path again = folder.resolve("again.safetensors");
        try (EnsembleModel model = ensemble(spreads)) {
            assertThat(model.hasSpreads()).isEqualTo(spreads);
            model.write(file);
            try (StoredModel back = StoredModel.read(file)) {
                assertThat(back.kind()).isEqualTo(Kind.ENSEMBLE);
                assertThat(back.card()).isEqualTo(CARD);
                assertThat(back.predict(DATA).stream().map(Prediction::fields))
                        .isEqualTo(model.predict(DATA).stream()
                                .map(Prediction::fields)
                                .toList());
                assertThat(back.predict(DATA).get(0).describe()).contains("random set: ");
                back.write(again);
            }
        }
        assertThat(again).hasSameBinaryContentAs(file);
        try (TensorFile tensors = TensorFile.open(file)) {
            assertThat(tensors.names().stream().anyMatch(name -> name.endsWith(".rho")))
                    .isEqualTo(spreads);
        }
    }

    @Test
    void aManifestThatDoesNotFitIsRefused() throws IOException {
        Path file = folder.resolve("ensemble.safetensors");
        try (EnsembleModel model = ensemble(false)) {
            model.write(file);
        }
        assertThatThrownBy(() -> BayesianModel.read(file))
                .hasMessageContaining("must hold a Bayesian network, but holds an ensemble");
        Models.rewrite(file, manifest -> ((ObjectNode) manifest.get("ensemble")).put("members", 1));
        assertThatThrownBy(() -> EnsembleModel.read(file)).hasMessageContaining("manifest.ensemble.members must be");
        Models.rewrite(file, manifest -> ((ObjectNode) manifest.get("ensemble")).put("members", 3));
        assertThatThrownBy(() -> EnsembleModel.read(file)).hasMessageContaining("manifest.ensemble.seeds must be");
        Models.rewrite(
                file,
                manifest -> ((ObjectNode) manifest.get("ensemble"))
                        .put("members", 2)
                        .put("spreads", true));
        assertThatThrownBy(() -> EnsembleModel.read(file)).hasMessageContaining("rho");
    }

    @Test
    void membersHaveOneArchitecture() {
        try (BayesianNetwork one = member(1, true);
                BayesianNetwork other =
                        BayesianNetwork.untrained(Architecture.mlp(Models.UNIT.shape(), 3, 2), RunSeeds.of(1))) {
            assertThatThrownBy(() -> new EnsembleModel(List.of(one, other), CARD))
                    .hasMessageContaining("must have one architecture");
            assertThatThrownBy(() -> new EnsembleModel(List.of(one), CARD))
                    .hasMessageContaining("the number of members must be a whole number >= 2");
        }
    }

    @Test
    void aClosedEnsemblePredictsNothing() {
        EnsembleModel model = ensemble(true);
        model.close();
        assertThatThrownBy(() -> model.predict(DATA)).isInstanceOf(IllegalStateException.class);
    }
}
