package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo on few images. */
class DemoCommandTest extends CommandTest {
    @Test
    void theDemoEndsWithAReport() throws IOException {
        Path out = folder.resolve("demo");
        terminal.must("demo --images 600 --quiet --out", out);
        assertThat(terminal.err()).isEmpty();
        String[] lines = terminal.out().split("\\R");
        assertThat(lines).hasSize(6);
        assertThat(lines[0]).startsWith("Trained a Bayesian network on 600 digits");
        assertThat(lines[2]).startsWith("It promises: at most ").contains(". The wrapped network abstains from");
        assertThat(lines[5]).isEqualTo("report: " + out.resolve("report.html"));
        String page = Files.readString(out.resolve("report.html"));
        for (String text :
                List.of("epiwrap demo --images 600", "<svg", ">decided, correct<", ">abstained as ", "noise")) {
            assertThat(page.contains(text)).as(text).isTrue();
        }
        // The share abstained from, for the test digits and five other datasets.
        assertThat(Files.readAllLines(out.resolve("ood-abstention.csv"))).hasSize(7);
    }

    @Test
    void theDemoOfATableExplainsItsRows() throws IOException {
        Path out = folder.resolve("letters");
        terminal.must("demo letters --images 600 --quiet --out", out);
        assertThat(terminal.err()).isEmpty();
        List<String> lines = terminal.out().lines().toList();
        assertThat(lines.get(0)).startsWith("letters: 16,000 rows, 17 columns, 26 classes");
        assertThat(lines.get(1)).startsWith("Trained a Bayesian network on 600 letters");
        assertThat(lines.get(4)).startsWith("Shown the letters Q, X and Z, which it was not trained on, it abstains");
        assertThat(lines)
                .anyMatch(line -> line.matches("Test row \\d+: [A-Z] \\(probability 0\\.\\d+\\)\\."))
                .anyMatch(line -> line.matches("Test row \\d+: abstains as ambiguous .*; most likely [A-Z] .*"))
                .anyMatch(
                        line -> line.matches("Row of out-of-range \\d+: abstains as unfamiliar .* is (above|below) all"
                                + " training rows \\(.*"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo("report: " + out.resolve("report.html"));
        String page = Files.readString(out.resolve("report.html"));
        for (String text : List.of("epiwrap demo letters", ">Why unknown<", "x.bar", "unknown letters")) {
            assertThat(page.contains(text)).as(text).isTrue();
        }
        assertThat(Files.readAllLines(out.resolve("columns.csv"))).hasSize(18);
        // The share abstained from, for the test letters and four other datasets.
        assertThat(Files.readAllLines(out.resolve("ood-abstention.csv"))).hasSize(6);
    }

    /** Each demo has its own folder. */
    @Test
    void theDemoOfATableDoesNotReplaceThatOfDigits() throws Exception {
        Process demo = Terminal.process(folder, "demo letters --images 200 --quiet")
                .directory(folder.toFile())
                .start();
        assertThat(demo.waitFor()).isZero();
        assertThat(folder.resolve("epiwrap-demo-letters").resolve("report.html"))
                .isNotEmptyFile();
        assertThat(folder.resolve("epiwrap-demo")).doesNotExist();
    }

    @Test
    void aPageThatCannotBeWrittenLosesNoFigures() throws IOException {
        Path out = folder.resolve("demo");
        Files.createDirectories(out.resolve("report.html").resolve("in-the-way"));
        assertThat(terminal.run("demo --images 200 --quiet --out", out)).isEqualTo(1);
        assertThat(terminal.out()).hasLineCount(5).startsWith("Trained a Bayesian network");
        assertThat(terminal.err())
                .startsWith("epiwrap: cannot use ")
                .contains("report.html")
                .hasLineCount(1);
        assertThat(out.resolve("report.json")).doesNotExist();
        assertThat(terminal.run("demo --images 200 --quiet --json --out", out)).isEqualTo(1);
        assertThat(terminal.json().get("results")).isNotEmpty();
    }

    /** A seed fixes every figure. */
    @ParameterizedTest
    @ValueSource(strings = {"digits", "letters"})
    void theDemoIsReproducible(String subject) throws IOException {
        JsonNode[] runs = new JsonNode[2];
        for (int i = 0; i < runs.length; i++) {
            Path out = folder.resolve("demo" + i);
            terminal.must("demo", subject, "--images 200 --seed 3 --json --out", out);
            assertThat(terminal.err()).contains("epiwrap: training a Bayesian network");
            runs[i] = terminal.json();
            assertThat(runs[i].get("report").asText()).isEqualTo(out + "/report.html");
        }
        JsonNode results = runs[0].get("results");
        assertThat(results).hasSize(7).isEqualTo(runs[1].get("results"));
        assertThat(results.get("mean_auroc").asDouble()).isBetween(0.5, 1.0);
        assertThat(results.get("wrapped_accuracy")).isEqualTo(runs[0].at("/tables/quality/rows/0/accuracy"));
        assertThat(runs[0].at("/tables/quality/rows")).hasSize(4);
        assertThat(runs[0].get("tables")).isEqualTo(runs[1].get("tables"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo --threads 0", "demo --images 1", "demo words"})
    void badArgumentsLeaveNoFolder(String line) {
        terminal.mustFail(line + " --out " + folder.resolve("new/folder"), 2, " must be ");
        assertThat(folder).isEmptyDirectory();
    }
}
