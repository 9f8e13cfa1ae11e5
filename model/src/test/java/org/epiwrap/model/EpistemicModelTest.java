package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Volume;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.posterior.Truncation;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EpistemicModelTest {
    private static final Dataset DATA = Models.data(60);

    @TempDir
    private Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = folder.resolve("model.safetensors");
    }

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
                assertThat(logits(back)).isEqualTo(logits(model));
                EpistemicScorer.Scores scores = model.scorer().orElseThrow().score(DATA);
                EpistemicScorer.Scores restored = back.scorer().orElseThrow().score(DATA);
                assertThat(restored.epistemic()).isEqualTo(scores.epistemic());
                assertThat(restored.total()).isEqualTo(scores.total());
                assertThat(restored.totalInDistribution()).isEqualTo(scores.totalInDistribution());
                assertThat(answers(back)).isEqualTo(answers(model)).anyMatch(answer -> answer.startsWith("unknown"));
                back.write(again);
            }
        }
        assertThat(again).hasSameBinaryContentAs(file);
    }

    private static List<String> answers(EpistemicModel model) {
        List<String> answers = new ArrayList<>();
        model.predictor().orElseThrow().predict(DATA, (image, prediction) -> answers.add(prediction.toString()));
        return answers;
    }

    private static double[] logits(EpistemicModel model) {
        IntervalPredictive predictive =
                IntervalPredictive.of(model.network(), DATA, model.card().normalisation(), model.averaging());
        return Stream.iterate(0, i -> i + 1)
                .limit(30)
                .mapToDouble(i -> predictive.lowerLogit(0, i / 3, i % 3) + predictive.probability(0, i / 3, i % 3))
                .toArray();
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
                assertThat(back.scorer()).isEmpty();
                assertThat(back.predictor()).isEmpty();
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

    static Stream<Arguments> lies() {
        return Stream.of(
                lie(
                        "manifest.averaging must be one of logits, activations, softmaxes, weights",
                        m -> m.put("averaging", "mean")),
                lie("manifest must hold abstention, architecture", m -> m.put("script", "rm")),
                lie(
                        "manifest.wrapping must hold budget, complement",
                        m -> at(m, "wrapping").put("more", 1)),
                lie(
                        "manifest.wrapping.grid must be exact or a number of points",
                        m -> at(m, "wrapping").put("grid", "fine")),
                lie("grid must be a whole number from", m -> at(m, "wrapping").put("grid", 1)),
                lie(
                        "complement must be CONTINUOUS on the exact grid",
                        m -> at(m, "wrapping").put("grid", "exact").put("complement", "grid-points")),
                lie(
                        "maxSigmas must be a finite number > 0",
                        m -> at(m, "wrapping", "truncation").put("sigmas", 0)),
                lie(
                        "manifest.wrapping.budget.criterion must be one of sigma",
                        m -> at(m, "wrapping", "budget").put("criterion", "luck")),
                lie(
                        "manifest.wrapping.budget must hold criterion, share alone",
                        m -> at(m, "wrapping", "budget").put("seed", 1)),
                lie("share must be in [0, 1]", m -> at(m, "wrapping", "budget").put("share", 2)),
                lie(
                        "the radius scales must be as long as the layers with weights (4)",
                        m -> at(m, "wrapping").putArray("radius-scales").add(1)),
                lie(
                        "a radius scale must be a finite number >= 0",
                        m -> ((ArrayNode) at(m, "wrapping").get("radius-scales")).set(0, -1)),
                lie(
                        "manifest.wrapping.draws must hold the field seed",
                        m -> at(m, "wrapping").putObject("draws")),
                lie(
                        "manifest.tuning.bounds must be one of ordered, centre-and-radius, free",
                        m -> at(m, "tuning").put("bounds", "none")),
                lie(
                        "averaging must not be of the weights' midpoints in fine-tuning",
                        m -> at(m, "tuning").put("averaging", "weights")),
                lie("epochs must be a whole number >= 1", m -> at(m, "tuning").put("epochs", 0)),
                lie(
                        "images must be a whole number >= 1",
                        m -> at(m, "tuning", "data").put("images", 0)),
                lie(
                        "the name of data must be a text without control characters",
                        m -> at(m, "tuning", "data").put("name", "\u001b[2J")),
                lie(
                        "the name of a class must be a text without control characters",
                        m -> ((ArrayNode) m.get("classes")).set(0, "cat\u202e")),
                lie(
                        "a name in manifest.metrics must be a text without control characters",
                        m -> at(m, "metrics").put("a\nb", "x")),
                lie(
                        "scale must be a finite number > 0",
                        m -> at(m, "calibration").put("scale", 0)),
                lie(
                        "manifest.calibration.components must be a whole number from 1 to 8",
                        m -> at(m, "calibration").put("components", 9)),
                lie(
                        "manifest.calibration.classes must be a whole number from 1 to 3",
                        m -> at(m, "calibration").put("classes", 0)),
                lie(
                        "tensor calibration.class-means must be F64 [2, 8], but is F64 [3, 8]",
                        m -> at(m, "calibration").put("classes", 2)),
                lie(
                        "deviation must be a finite number > 0",
                        m -> at(m, "calibration", "discount").put("deviation", 0)),
                lie("tensors that its manifest speaks of alone", m -> {
                    m.remove("calibration");
                    m.remove("abstention");
                }),
                lie(
                        "manifest.abstention.score must be one of eu, tu, tu0",
                        m -> at(m, "abstention").put("score", "width")),
                lie("threshold must be in [0, 1]", m -> at(m, "abstention").put("threshold", 1.5)),
                lie(
                        "manifest.abstention.goal must be one of accuracy, coverage",
                        m -> at(m, "abstention").put("goal", "fame")));
    }

    private static Arguments lie(String sentence, Consumer<ObjectNode> change) {
        return Arguments.of(sentence, change);
    }

    private static ObjectNode at(ObjectNode manifest, String... path) {
        ObjectNode node = manifest;
        for (String name : path) {
            node = (ObjectNode) node.get(name);
        }
        return node;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lies")
    void aManifestThatLiesIsRefused(String sentence, Consumer<ObjectNode> change) throws Exception {
        try (EpistemicModel model = whole(Bias.POINT)) {
            model.write(file);
        }
        Models.rewrite(file, change);
        int before = TensorEngine.liveTensors();
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(sentence);
        assertThat(TensorEngine.liveTensors()).as("nothing is left behind").isEqualTo(before);
    }

    @Test
    void numbersThatAreNoNetworkAreRefused() throws Exception {
        try (EpistemicModel model = whole(Bias.POINT)) {
            model.write(file);
        }
        byte[] whole = Files.readAllBytes(file);
        refused(whole, "a network whose bounds have crossed must have no calibration of scores", (name, values) -> {
            if (name.equals("dense3.kernel.lower")) {
                values[2] = 9;
            }
        });
        refused(whole, "tensor dense3.bias must hold finite numbers, but element 0 is NaN", (name, values) -> {
            if (name.equals("dense3.bias")) {
                values[0] = Double.NaN;
            }
        });
        refused(whole, "tensor norm1.variance must hold finite numbers >= 0, but element 1 is -1.0", (name, values) -> {
            if (name.equals("norm1.variance")) {
                values[1] = -1;
            }
        });
        refused(whole, "deviation[3] must be a finite number > 0, but is 0.0", (name, values) -> {
            if (name.equals("calibration.deviation")) {
                values[3] = 0;
            }
        });
        refused(whole, "whitenings[0][0][1] must be 0, since it is above the diagonal", (name, values) -> {
            if (name.equals("calibration.whitenings")) {
                values[1] = 1;
            }
        });
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
        Models.rewrite(file, manifest -> at(manifest, "tuning").put("bounds", "ordered"));
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the bounds of all weights must be in order, save after a fine-tuning that"
                        + " leaves them free");
    }

    private void refused(byte[] whole, String sentence, BiConsumer<String, double[]> change) throws IOException {
        Files.write(file, whole);
        Models.rewrite(file, manifest -> {}, change);
        assertThatThrownBy(() -> EpistemicModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(sentence);
    }

    /** The calibration keeps its 64 bits: rounded to 32 it is another, and no longer what the manifest speaks of. */
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
