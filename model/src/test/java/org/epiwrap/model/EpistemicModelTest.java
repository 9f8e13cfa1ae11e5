package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.tensor.TensorEngine;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EpistemicModelTest extends ModelFileTest {
    private static final Dataset DATA = Models.data(60);

    /** Every part that a file can have. */
    private static EpistemicModel whole(Bias bias) {
        return Models.interval(bias)
                .with(WrappingRecord.of(Wrapping.withDefaults(), 0.5, 0.25, 1, 0))
                .with(TuningRecord.of(TuningPlan.paper().withSeed(1L << 40), DATA))
                .with(new AbstentionRecord(Score.TU, 0.1 + 0.2, AbstentionRecord.Goal.ACCURACY, 0.99));
    }

    @ParameterizedTest
    @EnumSource
    void anIntervalModelComesBackAsItWas(Bias bias) throws Exception {
        Path again = folder.resolve("again.safetensors");
        try (EpistemicModel model = whole(bias)) {
            model.write(file);
            try (EpistemicModel back = EpistemicModel.read(file)) {
                assertThat(back.card()).isEqualTo(model.card());
                assertThat(back.architecture()).isEqualTo(Models.EVERY_LAYER);
                assertThat(back.network().seeds()).isEqualTo(model.network().seeds());
                assertThat(back.averaging()).isEqualTo(Averaging.SOFTMAXES);
                assertThat(back.wrapping()).isEqualTo(model.wrapping());
                assertThat(back.tuning()).isEqualTo(model.tuning());
                assertThat(back.abstention()).isEqualTo(model.abstention());
                List<Block> before = model.network().blocks(0);
                List<Block> after = back.network().blocks(0);
                for (int i = 0; i < before.size(); i++) {
                    assertThat(after.get(i).shape()).isEqualTo(before.get(i).shape());
                    assertThat(after.get(i).values()).isEqualTo(before.get(i).values());
                }
                Predictions predictions = model.predict(DATA);
                Predictions restored = back.predict(DATA);
                for (Score score : AbstentionRecord.SCORES) {
                    assertThat(restored.scores(score)).isEqualTo(predictions.scores(score));
                }
                assertThat(lines(restored)).isEqualTo(lines(predictions)).anyMatch(line -> line.startsWith("abstains"));
                back.write(again);
            }
        }
        assertThat(again).hasSameBinaryContentAs(file);
    }

    /** Each prediction in words and in full: its fields hold every bit of it. */
    private static List<String> lines(Predictions predictions) {
        return predictions.stream()
                .map(prediction -> prediction + " " + prediction.fields())
                .toList();
    }

    /** An interval network that was not made from a Bayesian one has nothing but its bounds. */
    @Test
    void anUntrainedNetworkCanBeStored() throws Exception {
        Architecture mlp = Architecture.mlp(new Volume(1, 8, 8), 3, 5);
        ModelCard card = Models.card().with(Map.of("accuracy", 0.1));
        try (EpistemicModel model =
                EpistemicModel.of(IntervalNetwork.untrained(mlp, RunSeeds.of(1)), card, Averaging.LOGITS)) {
            model.write(file);
            try (EpistemicModel back = EpistemicModel.read(file)) {
                assertThat(back.card()).isEqualTo(card);
                assertThat(back.card().versions()).containsKeys("epiwrap", "engine");
                assertThat(back.wrapping()).isEmpty();
                assertThat(back.tuning()).isEmpty();
                assertThat(back.calibration()).isEmpty();
                assertThat(back.predictor().scorer()).isEmpty();
                assertThat(back.predict(DATA).has(Score.EU)).isFalse();
                assertThat(back.abstention()).isEmpty();
            }
        }
    }

    static Stream<WrappingRecord> wrappings() {
        Wrapping wrapping = Wrapping.withDefaults();
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        return Stream.of(
                WrappingRecord.of(wrapping),
                WrappingRecord.ofSamples(wrapper, 7, 0.5, 1, 1, 0.25),
                WrappingRecord.of(wrapping.with(Budget.highest(Criterion.ABS_MU_PLUS_SIGMA, 0.05)), 1, 1, 1, 1),
                WrappingRecord.of(wrapping.with(Budget.random(0.1, -3)).with(Draws.mean(5, 5000))),
                WrappingRecord.of(wrapping.with(Budget.impact(0.2)).with(new Reach(DATA, Models.UNIT))),
                WrappingRecord.of(wrapping.with(
                        wrapper.with(Grid.exact()).with(Contour.DUBOIS_PRADE).with(Truncation.sigmas(3)))));
    }

    @ParameterizedTest
    @MethodSource("wrappings")
    void everyWrappingIsRecorded(WrappingRecord wrapping) throws Exception {
        try (EpistemicModel model = Models.interval(Bias.POINT).with(wrapping)) {
            model.write(file);
            try (EpistemicModel back = EpistemicModel.read(file)) {
                assertThat(back.wrapping()).contains(wrapping);
            }
        }
    }

    /** What a model reports of itself is what it predicts by. */
    @Test
    void thePredictorBelongsToTheCard() {
        ModelCard card = Models.card();
        IntervalNetwork network = IntervalNetwork.untrained(Models.EVERY_LAYER, RunSeeds.of(1));
        try (EpistemicModel model = EpistemicModel.of(network, card, Averaging.LOGITS)) {
            assertThat(model.with(Map.of("accuracy", 0.25)).card().metrics()).containsOnly(Map.entry("accuracy", 0.25));
            ModelCard scaled = new ModelCard(
                    Models.UNIT, card.classNames(), card.training(), card.origin(), card.metrics(), card.versions());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new EpistemicModel(
                            model.predictor(), scaled, Optional.empty(), Optional.empty(), Optional.empty()))
                    .withMessageContaining("the input of the predictor must be that of the card");
            ModelCard renamed = new ModelCard(
                    card.input(),
                    List.of("x", "y", "z"),
                    card.training(),
                    card.origin(),
                    card.metrics(),
                    card.versions());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new EpistemicModel(
                            model.predictor(), renamed, Optional.empty(), Optional.empty(), Optional.empty()))
                    .withMessage(
                            "the classes of the predictor must be those of the card, [x, y, z], but are [a, b, c]");
        }
    }

    @Test
    void whateverAFileHoldsIsRead() throws Exception {
        try (EpistemicModel model = whole(Bias.POINT)) {
            model.write(file);
        }
        try (StoredModel any = StoredModel.read(file)) {
            assertThat(any).isInstanceOf(EpistemicModel.class);
            assertThat(any.architecture()).isEqualTo(Models.EVERY_LAYER);
            assertThat(any.card().classNames()).containsExactly("a", "b", "c");
        }
        assertThatThrownBy(() -> BayesianModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": the file must hold a Bayesian network, but holds an interval network");
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
            model.write(file);
        }
        try (StoredModel any = StoredModel.read(file)) {
            assertThat(any).isInstanceOf(BayesianModel.class);
            assertThat(any.architecture()).isEqualTo(Models.EVERY_LAYER);
        }
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .hasMessage(file + ": the file must hold an interval network, but holds a Bayesian network");
        Models.rewrite(file, m -> m.put("kind", "tuning-checkpoint"));
        assertThatThrownBy(() -> StoredModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": the file must hold a network, but holds the checkpoint of a fine-tuning");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /averaging                     | "mean"      | manifest.averaging must be one of logits, activations, softmaxes, weights
            /script                        | "rm"        | manifest must hold abstention, architecture
            /wrapping/more                 | 1           | manifest.wrapping must hold budget, complement
            /wrapping/grid                 | "fine"      | manifest.wrapping.grid must be exact or a number of points
            /wrapping/grid                 | 1           | grid must be a whole number from
            /wrapping/truncation/sigmas    | 0           | maxSigmas must be a finite number > 0
            /wrapping/budget/criterion     | "luck"      | manifest.wrapping.budget.criterion must be one of sigma
            /wrapping/budget/seed          | 1           | manifest.wrapping.budget must hold criterion, share alone
            /wrapping/budget/share         | 2           | share must be in [0, 1]
            /wrapping/radius-scales        | [1]         | the radius scales must be as long as the layers with weights (4)
            /wrapping/radius-scales        | [-1,1,1,1]  | a radius scale must be a finite number >= 0
            /wrapping/draws                | {}          | manifest.wrapping.draws must hold the field seed
            /tuning/bounds                 | "none"      | manifest.tuning.bounds must be one of ordered, centre-and-radius, free
            /tuning/averaging              | "weights"   | averaging must not be of the weights' midpoints in fine-tuning
            /tuning/epochs                 | 0           | epochs must be a whole number >= 1
            /tuning/data/images            | 0           | images must be a whole number >= 1
            /tuning/data/name              | "\\u001b[2J" | the name of data must be a text without control characters
            /classes                       | ["cat\\u202e","b","c"] | the name of a class must be a text without control characters
            /metrics                       | {"a\\nb":"x"} | a name in manifest.metrics must be a text without control characters
            /calibration/scale             | 0           | scale must be a finite number > 0
            /calibration/components        | 9           | manifest.calibration.components must be a whole number from 1 to 8
            /calibration/classes           | 0           | manifest.calibration.classes must be a whole number from 1 to 3
            /calibration/classes           | 2           | tensor calibration.class-means must be F64 [2, 8], but is F64 [3, 8]
            /calibration/discount/deviation | 0          | deviation must be a finite number > 0
            /calibration/unfamiliarity/held-out | 19         | manifest.calibration.unfamiliarity.held-out must be a whole number from 20 to 5000
            /calibration/unfamiliarity/held-out | 2147483647 | manifest.calibration.unfamiliarity.held-out must be a whole number from 20 to 5000
            /calibration/unfamiliarity/held-out | 31         | tensor calibration.unfamiliarity.scores must be F64 [5, 31], but is F64 [5, 30]
            /calibration/unfamiliarity/layers   | []         | manifest.calibration.unfamiliarity.layers must be as long as the layers with weights (4)
            /calibration/unfamiliarity/layers/1/components | 17 | manifest.calibration.unfamiliarity.layers[1].components must be a whole number from 1 to 16
            /calibration/unfamiliarity/layers/3/components | 7 | manifest.calibration.unfamiliarity.layers[3].components must be a whole number from 1 to 6
            /calibration/unfamiliarity/layers/0/classes | 4  | manifest.calibration.unfamiliarity.layers[0].classes must be a whole number from 1 to 3
            /calibration/unfamiliarity/layers/0/more | 1     | manifest.calibration.unfamiliarity.layers[0] must hold classes, components alone
            /calibration/unfamiliarity/energy   | 1          | manifest.calibration.unfamiliarity must hold held-out, layers alone
            /abstention/score              | "width"     | manifest.abstention.score must be one of eu, tu, tu0, unfamiliarity
            /abstention/threshold          | 1.5         | threshold must be in [0, 1]
            /abstention/goal               | "fame"      | manifest.abstention.goal must be one of accuracy, coverage
            """)
    void anInvalidManifestIsRefused(String place, String value, String message) throws Exception {
        refused(message, manifest -> Models.set(manifest, place, value));
    }

    @Test
    void invalidCombinationsAreRefused() throws Exception {
        refused("complement must be CONTINUOUS on the exact grid", manifest -> {
            Models.set(manifest, "/wrapping/grid", "\"exact\"");
            Models.set(manifest, "/wrapping/complement", "\"grid-points\"");
        });
        refused(
                "tensors of its manifest, but holds",
                manifest -> manifest.remove(List.of("calibration", "abstention")));
    }

    private void refused(String message, Consumer<ObjectNode> change) throws Exception {
        try (EpistemicModel model = whole(Bias.POINT)) {
            model.write(file);
        }
        Models.rewrite(file, change);
        int before = TensorEngine.liveTensors();
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message);
        assertThat(TensorEngine.liveTensors()).as("nothing is left behind").isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dense3.kernel.lower             | 2  | 9   | a network whose bounds have crossed must have no calibration of scores
            dense3.bias                     | 0  | NaN | tensor dense3.bias must hold finite numbers, but element 0 is NaN
            norm1.variance                  | 1  | -1  | tensor norm1.variance must hold finite numbers >= 0, but element 1 is -1.0
            calibration.deviation           | 3  | 0   | deviation[3] must be a finite number > 0, but is 0.0
            calibration.unfamiliarity.scores | 34 | NaN | scores[1][4] must be a finite number, but is NaN
            calibration.unfamiliarity.convolution0.deviation | 2 | -1 | deviation[2] must be a finite number > 0, but is -1.0
            calibration.whitenings          | 1  | 1   | whitenings[0][0][1] must be 0, since it is above the diagonal
            """)
    void numbersThatAreNoNetworkAreRefused(String tensor, int index, double value, String message) throws Exception {
        try (EpistemicModel model = whole(Bias.POINT)) {
            model.write(file);
        }
        Models.rewrite(file, manifest -> {}, (name, values) -> {
            if (name.equals(tensor)) {
                values[index] = value;
            }
        });
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
    }

    /** Bounds that were free to cross are kept as they were trained; nothing else can cross them. */
    @Test
    void onlyFreeBoundsMayHaveCrossed() throws Exception {
        TuningPlan free = TuningPlan.paper().with(Averaging.SOFTMAXES);
        try (EpistemicModel model = Models.interval(Bias.POINT)) {
            List<Block> blocks = model.network().blocks(0);
            blocks.get(0).values()[4] = 3;
            try (EpistemicModel crossed = EpistemicModel.of(
                    IntervalNetwork.of(Models.EVERY_LAYER, Bias.POINT, RunSeeds.of(3), blocks),
                    model.card(),
                    Averaging.SOFTMAXES)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> crossed.write(file))
                        .withMessageContaining("the bounds of all weights must be in order");
                crossed.with(TuningRecord.of(free, DATA)).write(file);
                try (EpistemicModel back = EpistemicModel.read(file)) {
                    assertThat(back.network().lower())
                            .isEqualTo(crossed.network().lower());
                    assertThat(back.network().crossed()).isPositive();
                }
            }
        }
        Models.rewrite(file, manifest -> Models.set(manifest, "/tuning/bounds", "\"ordered\""));
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the bounds of all weights must be in order, save after a fine-tuning that"
                        + " leaves them free");
    }

    /** The calibration keeps its 64 bits: tensors of 32 bits are refused. */
    @Test
    void theTensorsOfTheCalibrationHave64Bits() throws Exception {
        try (EpistemicModel model = whole(Bias.POINT)) {
            model.write(file);
        }
        TensorFileWriter writer = TensorFileWriter.create();
        try (TensorFile stored = TensorFile.open(file)) {
            writer.manifest(Manifest.read(stored));
            for (String name : stored.names()) {
                double[] values = stored.doubles(name);
                float[] rounded = new float[values.length];
                for (int i = 0; i < values.length; i++) {
                    rounded[i] = (float) values[i];
                }
                writer.add(name, stored.info(name).shape(), rounded);
            }
        }
        writer.writeTo(file);
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .hasMessageContaining("tensor calibration.mean must be F64 [8], but is F32 [8]");
    }

    @Test
    void partsThatDoNotBelongTogetherAreRefused() {
        try (EpistemicModel model = Models.interval(Bias.POINT)) {
            EpistemicModel bare = EpistemicModel.of(model.network(), model.card(), Averaging.LOGITS);
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> bare.with(new AbstentionRecord(Score.EU, 0.5, AbstentionRecord.Goal.COVERAGE, 0.9)))
                    .withMessageContaining("must have the calibration of its scores, but has none");
            try (IntervalNetwork other =
                    IntervalNetwork.untrained(Architecture.mlp(new Volume(1, 8, 8), 3, 5), RunSeeds.of(1))) {
                EpistemicModel wider = EpistemicModel.of(other, model.card(), Averaging.LOGITS);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> wider.with(model.calibration().orElseThrow()))
                        .withMessage("the calibration's features must be as long as the network's (10), but its length"
                                + " is 8");
            }
        }
    }
}
