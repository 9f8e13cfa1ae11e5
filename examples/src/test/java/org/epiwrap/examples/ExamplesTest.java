package org.epiwrap.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.model.EpistemicModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example runs and prints what its documentation promises; the README shows the first of them, line by line. */
class ExamplesTest {
    private static final Path HOME = Path.of("..");

    @TempDir
    private static Path folder;

    private static String trained = "";

    @FunctionalInterface
    private interface Program {
        void run(String[] args) throws Exception;
    }

    @BeforeAll
    static void trainOnce() throws Exception {
        trained = output(TrainAndWrap::main, "digits.safetensors");
    }

    /** Runs a program with files of the temporary folder as its arguments. */
    private static String output(Program program, String... files) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            program.run(Stream.of(files)
                    .map(file -> folder.resolve(file).toString())
                    .toArray(String[]::new));
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static double number(String text, String pattern) {
        MatchResult found =
                Pattern.compile(pattern).matcher(text).results().findFirst().orElseThrow();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void trainAndWrapTrainsEvaluatesPredictsAndSaves() throws Exception {
        assertThat(number(trained, "^accuracy ([0-9.]+)")).isGreaterThan(0.9);
        assertThat(number(trained, "coverage ([0-9.]+)")).isBetween(0.5, 0.99);
        assertThat(number(trained, "accuracy when it decides ([0-9.]+)")).isBetween(0.97, 1.0);
        assertThat(trained.lines().skip(2))
                .hasSize(10)
                .allMatch(
                        line -> line.matches(
                                "(abstains as (unfamiliar|ambiguous) \\((UF|TU0|1 − max p) .*\\); most likely )?\\d \\(probability .*\\)"));
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("digits.safetensors"))) {
            assertThat(model
                            .predictor()
                            .predict(BuiltInData.MNIST.load(Part.TEST).subset(0, 10))
                            .stream())
                    .map(Object::toString)
                    .containsExactlyElementsOf(trained.lines().skip(2).toList());
        }
    }

    @Test
    void readmeShowsTrainAndWrap() throws Exception {
        String readme = Files.readString(HOME.resolve("README.md"));
        String shown = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map(block -> block.group(1))
                .findFirst()
                .orElseThrow();
        assertThat(shown.strip()).isEqualTo(body(TrainAndWrap.class).strip());
        assertThat(shown.lines().count()).isLessThanOrEqualTo(20);
    }

    /** The lines between the braces of a class's main method. */
    private static String body(Class<?> type) throws Exception {
        Path source = Path.of("src/main/java", type.getName().replace('.', '/') + ".java");
        List<String> lines = Files.readAllLines(source);
        int first = lines.stream()
                .filter(line -> line.contains("void main("))
                .map(lines::indexOf)
                .findFirst()
                .orElseThrow();
        int last = lines.lastIndexOf("    }");
        return String.join("\n", lines.subList(first + 1, last)).stripIndent();
    }

    @Test
    void serviceRespondsFromSeveralThreadsAsTheModelAlone() throws Exception {
        String responses = output(PredictInService::main, "digits.safetensors");
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("digits.safetensors"))) {
            assertThat(responses.lines())
                    .containsExactlyElementsOf(
                            model
                                    .predictor()
                                    .predict(BuiltInData.MNIST.load(Part.TEST).subset(0, 100))
                                    .stream()
                                    .map(PredictInService::respond)
                                    .toList())
                    .anyMatch(line -> line.matches(
                            "ask a person: perhaps \\d, but (EU|TU0|1 − max p) [0-9.]+ > [0-9.]+, p [0-9.]+"))
                    .anyMatch(line -> line.matches("\\d"));
        }
    }

    @Test
    void importWrapsTheNetworkOfTheTutorial() throws Exception {
        Files.copy(HOME.resolve("docs/tutorials/bnn.npz"), folder.resolve("bnn.npz"));
        String printed = output(ImportFromPyTorch::main, "bnn.npz", "imported.safetensors");
        assertThat(printed).contains("bayesian-torch");
        assertThat(number(printed, "accuracy ([0-9.]+)")).isGreaterThan(0.9);
        assertThat(number(printed, "coverage ([0-9.]+)")).isBetween(0.88, 0.94);
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("imported.safetensors"))) {
            assertThat(model.card().origin()).isPresent();
        }
    }

    @Test
    void oodReportListsEachDatasetAndWritesAPage() throws Exception {
        String printed = output(OodReport::main, "digits.safetensors", "report");
        assertThat(printed.lines().limit(3))
                .extracting(line -> line.replaceAll(":.*", ""))
                .containsExactly("clothes", "rotated digits", "noise");
        assertThat(printed.lines().limit(3)).allSatisfy(line -> {
            assertThat(number(line, "AUROC of EU ([0-9.]+)")).isBetween(0.9, 1.0);
            assertThat(number(line, "abstains from ([0-9]+) %")).isBetween(60.0, 100.0);
        });
        Path page = Path.of(printed.strip().replaceAll("(?s).*report: ", ""));
        assertThat(page).startsWith(folder.resolve("report"));
        assertThat(page).content().contains("Out-of-distribution data", "rotated digits", "Reliability diagram");
    }

    @Test
    void pictureShowsADecisionAndTwoAbstentions() throws Exception {
        output(DrawPredictions::main, "digits.safetensors", "predictions.svg");
        String svg = Files.readString(folder.resolve("predictions.svg"));
        assertThat(svg).startsWith("<svg").contains("decided, correct");
        assertThat(svg.split("abstained", -1)).hasSize(3);
    }

    @Test
    void ownTableIsTrainedEvaluatedSavedReadAndPredicted() throws Exception {
        String printed = output(OwnTable::main, "churn.csv", "churn.safetensors");
        assertThat(number(printed, "^accuracy ([0-9.]+)")).isGreaterThan(0.85);
        assertThat(number(printed, "coverage ([0-9.]+)")).isGreaterThan(0.5);
        assertThat(printed.lines().toList().get(1)).startsWith("no (probability ");
        assertThat(number(printed, "no \\(probability ([0-9.]+)\\)")).isGreaterThan(0.9);
        assertThat(printed.lines().toList().get(2))
                .startsWith("UF ")
                .contains("contract 'lifetime' was never seen in training rows", "fee 900 is above all training rows");
    }

    @Test
    void beliefOfOneWeight() throws Exception {
        assertThat(output(BeliefOfOneWeight::main).lines())
                .containsExactly(
                        "expected interval [0.0810, 0.1190]",
                        "belief 0.8344, plausibility 1.0000 that the weight is in [0, 0.2]",
                        "guarantee: BRACKETS_PROBABILITY");
    }
}
