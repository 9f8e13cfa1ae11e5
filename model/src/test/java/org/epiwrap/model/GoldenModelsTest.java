package org.epiwrap.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.ScoreCheck;
import org.epiwrap.tensor.TensorEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stored models of an earlier version, and what they predicted then: {@code golden/README.md} tells their origin. */
class GoldenModelsTest {
    /** What another kind of processor may differ by, which rounds sums differently. */
    private static final double TOLERANCE = 1e-3;

    private static final Path FOLDER = folder();
    private static final List<JsonNode> LINES = lines();
    /** Whether this is the kind of processor that made the predictions. */
    private static final boolean EXACT =
            processor().equals(LINES.get(0).get("processor").textValue());

    /** What one model predicts of one dataset in one way. */
    private record Group(String model, String by, String data) {
        static Group of(JsonNode line) {
            return new Group(
                    line.get("model").textValue(),
                    line.get("by").textValue(),
                    line.get("data").textValue());
        }

        Predictions predict(Dataset images) throws IOException {
            try (StoredModel stored = StoredModel.read(FOLDER.resolve(model))) {
                if (stored instanceof BayesianModel bayesian) {
                    return switch (by) {
                        case "draws" -> bayesian.predict(images);
                        case "mean" -> bayesian.meanNetwork().predict(images);
                        case "pass" -> bayesian.singlePass(Estimator.FLIPOUT).predict(images);
                        default -> throw new AssertionError(by);
                    };
                }
                assertThat(by).isEqualTo("intervals");
                return stored.predict(images);
            }
        }
    }

    @BeforeAll
    static void asManyThreadsAsThen() {
        TensorEngine.useThreads(LINES.get(0).get("threads").intValue());
    }

    static Stream<Group> groups() {
        return LINES.stream().skip(1).map(Group::of).distinct();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void predictsTheSame(Group group) throws IOException {
        List<JsonNode> expected = LINES.stream()
                .skip(1)
                .filter(line -> Group.of(line).equals(group))
                .toList();
        Mnist source = group.data().equals("mnist") ? Mnist.DIGITS : Mnist.FASHION;
        Predictions predictions = group.predict(source.load(Part.TEST).subset(0, expected.size()));
        SoftAssertions differences = new SoftAssertions();
        for (JsonNode line : expected) {
            int example = line.get("example").intValue();
            differences
                    .assertThatCode(() -> check(predictions.get(example), line))
                    .as("example %d", example)
                    .doesNotThrowAnyException();
        }
        differences.assertAll();
    }

    @Test
    void everyFileIsTried() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".safetensors"))
                            .toList())
                    .containsExactlyInAnyOrderElementsOf(
                            groups().map(Group::model).collect(toCollection(TreeSet::new)));
        }
        Map<String, Long> ways = new LinkedHashMap<>();
        groups().collect(groupingBy(Group::by)).forEach((by, some) -> ways.put(by, (long) some.size()));
        assertThat(ways)
                .containsExactlyInAnyOrderEntriesOf(Map.of("draws", 6L, "mean", 6L, "pass", 4L, "intervals", 8L));
    }

    private static void check(Prediction prediction, JsonNode line) {
        double[] probabilities = numbers(line.get("probabilities"));
        checkNumbers("probabilities", prediction.probabilities(), probabilities);
        if (EXACT || gap(probabilities) > TOLERANCE) {
            assertThat(prediction.label()).isEqualTo(line.get("label").intValue());
        }
        if (line.has("scores")) {
            line.get("scores").properties().forEach(score -> {
                double value = prediction
                        .score(Score.valueOf(score.getKey().toUpperCase(Locale.ROOT)))
                        .orElseThrow();
                checkNumbers(score.getKey(), new double[] {value}, new double[] {
                    score.getValue().doubleValue()
                });
            });
        }
        if (line.has("set")) {
            checkIntervals(prediction, line);
        }
    }

    private static void checkIntervals(Prediction prediction, JsonNode line) {
        ProbabilityIntervals intervals = prediction.intervals().orElseThrow();
        int classes = prediction.classNames().size();
        checkNumbers(
                "lower",
                IntStream.range(0, classes).mapToDouble(intervals::lower).toArray(),
                numbers(line.get("lower")));
        checkNumbers(
                "upper",
                IntStream.range(0, classes).mapToDouble(intervals::upper).toArray(),
                numbers(line.get("upper")));
        ScoreCheck check = prediction.scoreCheck().orElseThrow();
        if (EXACT || Math.abs(check.value() - check.threshold()) > TOLERANCE) {
            assertThat(prediction.abstains()).isEqualTo(line.get("abstains").booleanValue());
        }
        if (EXACT) {
            assertThat(prediction.possible().orElseThrow().classes())
                    .containsExactly(StreamSupport.stream(line.get("set").spliterator(), false)
                            .map(JsonNode::intValue)
                            .toArray(Integer[]::new));
        }
    }

    private static void checkNumbers(String name, double[] actual, double[] expected) {
        if (EXACT) {
            assertThat(actual).as(name).isEqualTo(expected);
        } else {
            assertThat(actual).as(name).containsExactly(expected, offset(TOLERANCE));
        }
    }

    /** By how much the largest exceeds the second largest. */
    private static double gap(double[] probabilities) {
        double[] sorted = probabilities.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - 1] - sorted[sorted.length - 2];
    }

    private static double[] numbers(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .mapToDouble(JsonNode::doubleValue)
                .toArray();
    }

    private static Path folder() {
        try {
            return Path.of(GoldenModelsTest.class.getResource("/golden").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<JsonNode> lines() {
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> lines = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(FOLDER.resolve("predictions.jsonl"))) {
                lines.add(mapper.readTree(line));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return lines;
    }

    /** The kind of processor, such as {@code AMD EPYC, family 25, model 17}: the name alone may stand for several. */
    private static String processor() {
        Map<String, String> fields = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            lines.map(line -> line.split(":", 2))
                    .filter(parts -> parts.length == 2)
                    .forEach(parts -> fields.putIfAbsent(parts[0].strip(), parts[1].strip()));
        } catch (IOException e) {
            return "unknown";
        }
        return fields.get("model name") + ", family " + fields.get("cpu family") + ", model " + fields.get("model");
    }
}
