package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Volume;
import org.epiwrap.network.Predictive;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BayesianModelTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void aModelComesBackAsItWas(Bias bias) throws Exception {
        Path file = folder.resolve("model.safetensors");
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
        Path file = folder.resolve("model.safetensors");
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
        Models.rewrite(file, manifest -> ((ObjectNode) manifest.get("import")).put("draws", 1));
        assertThatThrownBy(() -> BayesianModel.read(file)).hasMessageContaining("draws must be a whole number >= 2");
        Models.rewrite(file, manifest -> ((ObjectNode) manifest.get("import")).put("file", "a\u001b"));
        assertThatThrownBy(() -> BayesianModel.read(file))
                .hasMessageContaining("the name of a file must be a text without");
    }

    private static double[] predictions(BayesianModel model) {
        Predictive predictive =
                Predictive.average(model.network(), Models.data(5), model.card().normalisation(), 3);
        return Stream.iterate(0, i -> i + 1)
                .limit(15)
                .mapToDouble(i -> predictive.probability(0, i / 3, i % 3))
                .toArray();
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
            assertThat(ArchitectureJson.read(json).describe()).isEqualTo(architecture.describe());
        }
    }

    static Stream<Arguments> lies() {
        return Stream.of(
                lie("layer.outputs must be a whole number", m -> layer(m, 8).put("outputs", 0)),
                lie(
                        "layers[8].outputs must be a whole number below 2^31, but is 3.5",
                        m -> layer(m, 8).put("outputs", 3.5)),
                lie("tensor dense3.kernel.mu must be F32 [4, 4], but is F32 [3, 4]", m -> {
                    layer(m, 8).put("outputs", 4);
                    ((ArrayNode) m.get("classes")).add("d");
                }),
                lie(
                        "manifest.classes must be as long as the network's outputs (3)",
                        m -> ((ArrayNode) m.get("classes")).add("d")),
                lie("layers[2].type must be one of dense", m -> layer(m, 2).put("type", "java.lang.Runtime")),
                lie(
                        "architecture.layers[2] must hold type alone",
                        m -> layer(m, 2).put("slope", 0.1)),
                lie(
                        "architecture must hold the field layers",
                        m -> ((ObjectNode) m.get("architecture")).remove("layers")),
                lie(
                        "architecture.layers must be an array, but is 5",
                        m -> ((ObjectNode) m.get("architecture")).put("layers", 5)),
                lie(
                        "architecture.input must be [channels, height, width]",
                        m -> ((ArrayNode) m.get("architecture").get("input")).add(1)),
                lie(
                        "input must hold whole numbers from 1 to 2147483647",
                        m -> ((ArrayNode) m.get("architecture").get("input")).set(0, -1)),
                lie(
                        "an example must have at most 2147483647 numbers",
                        m -> ((ArrayNode) m.get("architecture").get("input")).set(0, Integer.MAX_VALUE)),
                lie("manifest.bias must be one of point, bayesian", m -> m.put("bias", "none")),
                lie(
                        "the file must hold a Bayesian network, but holds the checkpoint of a training",
                        m -> m.put("kind", "checkpoint")),
                lie("manifest.kind must be one of bayesian-network, interval-network", m -> m.put("kind", "virus")),
                lie(
                        "manifest.seeds.own must be whole numbers",
                        m -> ((ObjectNode) m.get("seeds")).putArray("own").add("x")),
                lie(
                        "the number of runs in a model must be a whole number from 1 to 1",
                        m -> ((ArrayNode) m.get("seeds").get("own")).add(7)),
                lie("normalisation must have 1 or 1 channels, but has 2", m -> {
                    ((ArrayNode) m.get("normalisation").get("mean")).add(0.5);
                    ((ArrayNode) m.get("normalisation").get("scale")).add(0.5);
                }),
                lie(
                        "scale must be a finite number > 0",
                        m -> ((ArrayNode) m.get("normalisation").get("scale")).set(0, 0)),
                lie(
                        "manifest.training.epochs must be a whole number",
                        m -> ((ObjectNode) m.get("training")).put("epochs", "many")),
                lie(
                        "manifest.training.preset must be a text, but is 1",
                        m -> ((ObjectNode) m.get("training")).put("preset", 1)),
                lie(
                        "manifest.metrics.accuracy must be a finite number",
                        m -> ((ObjectNode) m.get("metrics")).put("accuracy", "good")),
                lie("manifest.versions must be an object", m -> m.put("versions", 3)),
                lie("manifest must hold", m -> m.put("script", "rm")),
                lie("blocks inside blocks at most 16 deep", m -> {
                    ObjectNode inner = layer(m, 3);
                    for (int i = 0; i < 20; i++) {
                        ObjectNode outer = inner.objectNode().put("type", "residual");
                        outer.putArray("body").add(inner);
                        outer.putArray("shortcut");
                        inner = outer;
                    }
                    ((ArrayNode) m.get("architecture").get("layers")).set(3, inner);
                }));
    }

    private static Arguments lie(String sentence, Consumer<ObjectNode> change) {
        return Arguments.of(sentence, change);
    }

    private static ObjectNode layer(ObjectNode manifest, int index) {
        return (ObjectNode) manifest.get("architecture").get("layers").get(index);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lies")
    void aManifestThatLiesIsRefused(String sentence, Consumer<ObjectNode> change) throws Exception {
        Path file = folder.resolve("model.safetensors");
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
            model.write(file);
        }
        Models.rewrite(file, change);
        String expected = sentence.startsWith("layer.") ? sentence.substring(6) : sentence;
        assertThatThrownBy(() -> BayesianModel.read(file))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(expected);
    }

    @Test
    void tensorsThatDoNotBelongAreRefused() throws Exception {
        Path file = folder.resolve("model.safetensors");
        try (BayesianModel model = Models.model(Models.EVERY_LAYER, Bias.POINT)) {
            ObjectNode manifest = new ObjectMapper().createObjectNode();
            model.write(file);
            try (TensorFile stored = TensorFile.open(file)) {
                manifest.setAll(Manifest.read(stored).content());
            }
            List<Block> blocks = model.network().blocks(0);
            write(file, manifest, blocks.subList(1, blocks.size()), 0);
            assertThatThrownBy(() -> BayesianModel.read(file))
                    .hasMessageContaining("no tensor 'convolution0.kernel.mu'");
            write(file, manifest, blocks, 1);
            assertThatThrownBy(() -> BayesianModel.read(file)).hasMessageContaining("alone, but holds");
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
                    card.normalisation(),
                    List.of("a"),
                    card.training(),
                    card.origin(),
                    card.metrics(),
                    card.versions());
            assertThatIllegalArgumentException().isThrownBy(() -> new BayesianModel(model.network(), few));
        }
    }
}
