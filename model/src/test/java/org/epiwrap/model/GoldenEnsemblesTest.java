package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored ensembles of an earlier version, and what they predicted then: {@code golden/ensembles/README.md} tells their origin. */
class GoldenEnsemblesTest {
    /** What another kind of processor may differ by, which rounds sums differently. */
    private static final double TOLERANCE = 1e-4;

    private static final int IMAGES = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"points.safetensors", "posteriors.safetensors"})
    void predictsTheSame(String name) throws IOException, URISyntaxException {
        Path golden = Path.of(
                GoldenEnsemblesTest.class.getResource("/golden/ensembles").toURI());
        Dataset images = Mnist.DIGITS.load(Part.TEST).subset(0, IMAGES);
        try (EnsembleModel ensemble = EnsembleModel.read(golden.resolve(name))) {
            assertThat(ensemble.members()).hasSize(3);
            assertThat(ensemble.hasSpreads()).isEqualTo(name.startsWith("posteriors"));
            Predictions predictions = ensemble.predict(images);
            double[] information = predictions.scores(Score.MUTUAL_INFORMATION);
            List<JsonNode> lines = lines(golden.resolve("predictions.jsonl"), name);
            assertThat(lines).hasSize(IMAGES);
            for (JsonNode line : lines) {
                int example = line.get("example").intValue();
                assertThat(predictions.label(example))
                        .isEqualTo(line.get("label").intValue());
                for (int c = 0; c < 10; c++) {
                    assertThat((double) predictions.probability(example, c))
                            .isEqualTo(line.get("probabilities").get(c).doubleValue(), offset(TOLERANCE));
                }
                assertThat(information[example])
                        .isEqualTo(line.get("mutual_information").doubleValue(), offset(TOLERANCE));
            }
            Path again = folder.resolve(name);
            ensemble.write(again);
            assertSame(again, golden.resolve(name));
        }
    }

    /**
     * Weights must be the same to the bit. Outputs that are stored to check a file are computed anew, which another kind of
     * processor does with other roundings.
     */
    private static void assertSame(Path file, Path golden) throws IOException {
        try (TensorFile actual = TensorFile.open(file);
                TensorFile expected = TensorFile.open(golden)) {
            assertThat(actual.names()).isEqualTo(expected.names());
            for (String tensor : expected.names()) {
                assertThat(actual.info(tensor)).isEqualTo(expected.info(tensor));
                assertThat(actual.doubles(tensor))
                        .as(tensor)
                        .containsExactly(expected.doubles(tensor), offset(tensor.startsWith("check.") ? TOLERANCE : 0));
            }
            assertThat(Manifest.read(actual).content())
                    .isEqualTo(Manifest.read(expected).content());
        }
    }

    private static List<JsonNode> lines(Path file, String model) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode node = mapper.readTree(line);
            if (node.get("model").textValue().equals(model)) {
                lines.add(node);
            }
        }
        return lines;
    }
}
