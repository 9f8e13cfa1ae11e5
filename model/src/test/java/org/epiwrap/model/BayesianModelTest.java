package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.data.Volume;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.ImportRecord;
import org.epiwrap.model.manifest.ImportRecord.TrainedOn;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BayesianModelTest extends ModelFileTest {

    @ParameterizedTest
    @EnumSource
    void aModelComesBackAsItWas(Bias bias) throws Exception {
        Path again = folder.resolve("again.safetensors");
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, bias)) {
            model.write(file);
            try (BayesianModel back = BayesianModel.read(file)) {
                assertThat(back.card()).isEqualTo(model.card());
                assertThat(back.network().architecture()).isEqualTo(Models.EVERY_LAYER);
                assertThat(back.network().seeds()).isEqualTo(model.network().seeds());
                List<Block> before = model.network().blocks(0);
                List<Block> after = back.network().blocks(0);
                for (int i = 0; i < before.size(); i++) {
                    assertThat(after.get(i).shape()).isEqualTo(before.get(i).shape());
                    assertThat(after.get(i).values()).isEqualTo(before.get(i).values());
                }
                assertThat(predictions(back)).isEqualTo(predictions(model));
                back.write(again);
            }
        }
        assertThat(again).hasSameBinaryContentAs(file);
    }

    @Test
    void whatOthersHaveTrainedKeepsItsOrigin() throws IOException {
        for (Optional<Integer> draws : List.of(Optional.<Integer>empty(), Optional.of(5))) {
            ImportRecord origin = new ImportRecord("stacked-draws", "ensemble.npz", draws);
            ModelCard card = ModelCard.of(Models.UNIT, List.of("a", "b", "c"), origin);
            try (BayesianModel any = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
                new BayesianModel(any.network(), card).write(file);
            }
            try (BayesianModel back = BayesianModel.read(file)) {
                assertThat(back.card()).isEqualTo(card);
                assertThat(back.card().with(Map.of("accuracy", 0.5)).origin()).contains(origin);
            }
        }
        DataRecord data = new DataRecord("mnist-train", 7, "abc", Optional.empty());
        for (TrainedOn trainedOn : List.of(TrainedOn.nothing(), TrainedOn.examples(data))) {
            ImportRecord origin = new ImportRecord("points", "net.npz", Optional.of(2), trainedOn);
            ModelCard card = ModelCard.of(Models.UNIT, List.of("a", "b", "c"), origin);
            try (BayesianModel any = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
                new BayesianModel(any.network(), card).write(file);
            }
            try (BayesianModel back = BayesianModel.read(file)) {
                assertThat(back.card().origin()).contains(origin);
                assertThat(ModelData.records(back)).hasSize(trainedOn.none() ? 0 : 1);
            }
        }
        assertThatThrownBy(() -> new TrainedOn(Optional.of(data), true)).isInstanceOf(IllegalArgumentException.class);
        Models.rewrite(file, manifest -> ((ObjectNode) manifest.get("import")).put("draws", 1));
        assertThatThrownBy(() -> BayesianModel.read(file)).hasMessageContaining("draws must be a whole number >= 2");
        Models.rewrite(file, manifest -> ((ObjectNode) manifest.get("import")).put("file", "a\u001b"));
        assertThatThrownBy(() -> BayesianModel.read(file))
                .hasMessageContaining("the name of a file must be a text without");
    }

    /** The copy shares the draws, too: after either is closed, none of both predicts. */
    @Test
    void metricsAreReplacedOnACopyThatSharesTheNetwork() {
        BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT);
        BayesianModel copy = model.with(Map.of("accuracy", 0.25));
        assertThat(copy.card().metrics()).containsOnly(Map.entry("accuracy", 0.25));
        assertThat(copy.predictor()).isSameAs(model.predictor());
        copy.close();
        assertThatThrownBy(() -> model.predict(Models.data(2))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void weightsThatAreNotFiniteAreNotWritten() {
        TensorFileWriter writer = TensorFileWriter.create();
        Block block = new Block(new BlockShape("w", List.of(2)), new float[] {1, Float.POSITIVE_INFINITY});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Blocks.write(writer, List.of(block)))
                .withMessage("a network in a file must have finite numbers, but w has Infinity at element 1");
    }

    private static float[] predictions(BayesianModel model) {
        try (BayesianAverage average = model.predictor(3)) {
            return average.predict(Models.data(5)).probabilities();
        }
    }

    @Test
    void backbonesAreValuesThatCanBeStored() {
        Volume grey = new Volume(1, 28, 28);
        Volume colour = new Volume(3, 32, 32);
        for (Architecture architecture : List.of(
                Architecture.mlp(grey, 10, 256, 128),
                Architecture.leNet5(grey, 10),
                Architecture.resNet18(colour, 100),
                Architecture.vgg16(colour, 10))) {
            JsonNode json = ArchitectureJson.write(architecture);
            assertThat(ArchitectureJson.read(json)).isEqualTo(architecture);
        }
        for (Activation activation : Activation.all()) {
            Architecture architecture = Architecture.leNet5(grey, 10).with(activation);
            JsonNode json = ArchitectureJson.write(architecture);
            assertThat(json.at("/layers/1/type").textValue()).isEqualTo(activation.toString());
            assertThat(ArchitectureJson.read(json)).isEqualTo(architecture);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /architecture/layers/8/outputs | 0          | outputs must be a whole number
            /architecture/layers/8/outputs | 3.5        | layers[8].outputs must be a whole number below 2^31, but is 3.5
            /architecture/layers/2/type    | "java.lang.Runtime" | layers[2].type must be one of dense
            /architecture/layers/2/slope   | 0.1        | architecture.layers[2] must hold type alone
            /architecture                  | {"input":[1,8,8]} | architecture must hold the field layers
            /architecture/layers           | 5          | architecture.layers must be an array, but is 5
            /architecture/input            | [1,8,8,1]  | architecture.input must be [channels, height, width]
            /architecture/input            | [-1,8,8]   | input must hold whole numbers from 1 to 2147483647
            /architecture/input            | [2147483647,8,8] | an example must have at most 2147483647 numbers
            /classes                       | ["a","b","c","d"] | manifest.classes must be as long as the network's outputs (3)
            /bias                          | "none"     | manifest.bias must be one of point, bayesian
            /kind                          | "checkpoint" | the file must hold a Bayesian network, but holds the checkpoint of a training
            /kind                          | "virus"    | manifest.kind must be one of bayesian-network, interval-network
            /seeds/own                     | ["x"]      | manifest.seeds.own must be whole numbers
            /seeds/own                     | [3,7]      | the number of runs in a model must be a whole number from 1 to 1
            /normalisation         | {"mean":[0.5,0.5],"scale":[0.25,0.5]} | normalisation must have 1 or 1 channels, but has 2
            /normalisation/scale   | [0]        | scale must be a finite number > 0
            /training/epochs               | "many"     | manifest.training.epochs must be a whole number
            /training/preset               | 1          | manifest.training.preset must be a text, but is 1
            /metrics/accuracy              | "good"     | manifest.metrics.accuracy must be a finite number
            /versions                      | 3          | manifest.versions must be an object
            /script                        | "rm"       | manifest must hold
            """)
    void anInvalidManifestIsRefused(String place, String value, String message) throws Exception {
        refused(message, manifest -> Models.set(manifest, place, value));
    }

    @Test
    void invalidCombinationsAreRefused() throws Exception {
        refused("tensor dense3.kernel.mu must be F32 [4, 4], but is F32 [3, 4]", manifest -> {
            Models.set(manifest, "/architecture/layers/8/outputs", "4");
            Models.set(manifest, "/classes", "[\"a\",\"b\",\"c\",\"d\"]");
        });
        String residual = "{\"type\":\"residual\",\"shortcut\":[],\"body\":[";
        refused(
                "blocks inside blocks at most 16 deep",
                manifest -> Models.set(
                        manifest,
                        "/architecture/layers/3",
                        residual.repeat(20) + "{\"type\":\"relu\"}" + "]}".repeat(20)));
    }

    private void refused(String message, Consumer<ObjectNode> change) throws Exception {
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
            model.write(file);
        }
        Models.rewrite(file, change);
        assertThatThrownBy(() -> BayesianModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message);
    }

    @Test
    void tensorsThatDoNotBelongAreRefused() throws Exception {
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
            ObjectNode manifest = new ObjectMapper().createObjectNode();
            model.write(file);
            try (TensorFile stored = TensorFile.open(file)) {
                manifest.setAll(Manifest.read(stored).content());
            }
            ((ObjectNode) manifest.get("check")).putArray("outputs");
            List<Block> blocks = model.network().blocks(0);
            write(file, manifest, blocks.subList(1, blocks.size()), 0);
            assertThatThrownBy(() -> BayesianModel.read(file))
                    .hasMessageContaining("no tensor 'convolution0.kernel.mu'");
            write(file, manifest, blocks, 1);
            assertThatThrownBy(() -> BayesianModel.read(file))
                    .hasMessageContaining("tensors of its manifest, but holds");
            blocks.get(0).values()[3] = Float.NaN;
            write(file, manifest, blocks, 0);
            assertThatThrownBy(() -> BayesianModel.read(file))
                    .hasMessageContaining(
                            "tensor convolution0.kernel.mu must hold finite numbers, but element 3 is NaN");
        }
    }

    private static void write(Path file, ObjectNode manifest, List<Block> blocks, int more) throws IOException {
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        for (Block block : blocks) {
            writer.add(block.shape().name(), Blocks.shape(block.shape()), block.values());
        }
        writer.add("check.inputs", Shape.of(4, 64), new float[256]);
        for (int i = 0; i < more; i++) {
            writer.add("more" + i, Shape.of(1), new float[1]);
        }
        writer.writeTo(file);
    }

    @Test
    void aModelIsOneRunWithANameForEachClass() {
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
            ModelCard card = model.card();
            ModelCard few = new ModelCard(
                    card.input(), List.of("a"), card.training(), card.origin(), card.metrics(), card.versions());
            assertThatIllegalArgumentException().isThrownBy(() -> new BayesianModel(model.network(), few));
        }
    }
}
