package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.epiwrap.experiments.NamedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

/** The demo and the studies, on few images. */
class StudyCommandsTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(args, new PrintWriter(out), new PrintWriter(err));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void theDemoEndsWithAReport() throws IOException {
        assertThat(run("demo", "--images", "600", "--out", path("demo"), "--quiet"))
                .isZero();
        assertThat(err.toString()).isEmpty();
        String[] lines = out.toString().split("\\R");
        assertThat(lines).hasSize(6);
        assertThat(lines[0]).startsWith("Trained a Bayesian network on 600 digits");
        assertThat(lines[2]).contains("I don't know");
        assertThat(lines[5]).isEqualTo("report: " + folder.resolve("demo").resolve("report.html"));
        String page = Files.readString(folder.resolve("demo").resolve("report.html"));
        assertThat(page).contains("epiwrap demo --images 600").contains("<svg").contains("One of noise");
        assertThat(Files.readAllLines(folder.resolve("demo").resolve("strangers.csv")))
                .hasSize(7);
        assertThat(page).contains(">right<").contains(">out of distribution<");
    }

    @Test
    void aPageThatCannotBeWrittenLosesNoFigures() throws IOException {
        Files.createDirectories(folder.resolve("demo").resolve("report.html").resolve("in-the-way"));
        assertThat(run("demo", "--images", "200", "--out", path("demo"), "--quiet"))
                .isEqualTo(1);
        assertThat(out.toString()).hasLineCount(5).startsWith("Trained a Bayesian network");
        assertThat(err.toString())
                .startsWith("epiwrap: cannot use ")
                .contains("report.html")
                .hasLineCount(1);
        assertThat(folder.resolve("demo").resolve("report.json")).doesNotExist();
        out.getBuffer().setLength(0);
        assertThat(run("demo", "--images", "200", "--out", path("demo"), "--quiet", "--json"))
                .isEqualTo(1);
        assertThat(new ObjectMapper().readTree(out.toString()).get("findings")).isNotEmpty();
    }

    /** A seed fixes every figure. */
    @Test
    void theDemoIsReproducible() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode[] figures = new JsonNode[2];
        JsonNode[] tables = new JsonNode[2];
        for (int i = 0; i < 2; i++) {
            out.getBuffer().setLength(0);
            assertThat(run("demo", "--images", "200", "--seed", "3", "--out", path("d" + i), "--json"))
                    .isZero();
            JsonNode json = mapper.readTree(out.toString());
            assertThat(json.get("report").asText()).isEqualTo(path("d" + i) + "/report.html");
            figures[i] = json.get("findings");
            tables[i] = json.get("tables");
        }
        assertThat(figures[0]).hasSize(7).isEqualTo(figures[1]);
        assertThat(figures[0].get("wrappedAccuracy")).isEqualTo(tables[0].at("/accuracy/rows/2/accuracy"));
        assertThat(figures[0].get("meanAuroc").asDouble()).isBetween(0.5, 1.0);
        assertThat(tables[0]).isEqualTo(tables[1]);
        assertThat(tables[0].get("accuracy").get("rows")).hasSize(5);
        assertThat(err.toString()).contains("epiwrap: a Bayesian network");
    }

    @Test
    void studiesAreMeasuredOnceAndShownAgain() throws IOException {
        String[] args = {"reproduce", "table2", "--quick", "--runs", "1", "--seed", "4", "--out", path("lab")};
        assertThat(run(args)).isZero();
        assertThat(err.toString())
                .contains("epiwrap: 1/2 mlp:8 on fashion-mnist")
                .contains("epiwrap: 1/2 fine-tuning");
        String first = out.toString();
        assertThat(first)
                .startsWith("Measured with --quick: ")
                .contains("58.91")
                .contains("wrapped by mu")
                .contains("report: ");
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        assertThat(run(args)).isZero();
        assertThat(out).hasToString(first);
        assertThat(err.toString()).isEmpty();
        out.getBuffer().setLength(0);
        assertThat(run(
                        "reproduce",
                        "table2",
                        "--tables",
                        "--json",
                        "--quick",
                        "--runs",
                        "1",
                        "--seed",
                        "4",
                        "--out",
                        path("lab")))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.at("/run/command").asText()).doesNotContain("--tables").endsWith("--out " + path("lab"));
        assertThat(json.at("/run/settings/measured by").asText()).contains("threads 1");
        JsonNode rows = json.at("/tables/table2/rows");
        assertThat(rows).hasSize(4);
        assertThat(rows.get(0).get("after: the paper").asDouble()).isEqualTo(0.5891);
        assertThat(rows.get(3).get("after: ours, sound").asDouble()).isBetween(0.3, 1.0);
        assertThat(run("reproduce", "table2", "--tables", "--runs", "1", "--seed", "5", "--out", path("lab")))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--seed, --runs and --quick must be those of measurements in")
                .contains("which holds seeds 4 of accuracy (quick)");
        assertThat(run("reproduce", "ood", "--tables", "--quick", "--runs", "1", "--seed", "4", "--out", path("lab")))
                .as("another study of the same seeds")
                .isEqualTo(2);
        out.getBuffer().setLength(0);
        assertThat(run(
                        "reproduce",
                        "table2",
                        "share",
                        "--without",
                        "table2,ood",
                        "--tables",
                        "--quick",
                        "--runs",
                        "1",
                        "--seed",
                        "4",
                        "--out",
                        path("lab")))
                .isZero();
        assertThat(out.toString()).contains("by the share of weights").doesNotContain("Fashion-MNIST");
    }

    @Test
    void badArgumentsAreOneSentence() throws IOException {
        assertThat(run("reproduce", "table9")).isEqualTo(2);
        assertThat(err.toString()).contains("must be one of table1, table2").contains("all, but is 'table9'");
        err.getBuffer().setLength(0);
        assertThat(run("reproduce", "share", "--runs", "0", "--out", path("x"))).isEqualTo(2);
        assertThat(err.toString()).contains("--runs must be");
        err.getBuffer().setLength(0);
        assertThat(run("reproduce", "share", "--seed", "-1", "--out", path("x")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--seed must be");
        err.getBuffer().setLength(0);
        assertThat(run("reproduce", "share", "--tables", "--out", path("nowhere")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("there is no folder");
        assertThat(folder.resolve("nowhere")).doesNotExist();
        err.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("reproduce", "share", "--out", file.resolve("inside").toString()))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("epiwrap: the folder ")
                .contains("cannot be made")
                .hasLineCount(1);
    }

    @Test
    void studiesCanBeLeftOut() {
        assertThat(run("reproduce", "table1", "--without", "table1", "--out", path("x")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--without must leave a study to reproduce");
        assertThat(run("reproduce", "share", "--tables", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("which holds none");
    }

    /** Of all studies those without data are left out, but one that was asked for by its name is an error. */
    @Test
    void studiesNeedTheirData() {
        assumeFalse(NamedData.CIFAR_10.isHere());
        assertThat(run("reproduce", "backbones", "--out", path("x"))).isEqualTo(2);
        assertThat(err.toString()).contains("backbones needs cifar-10").contains("epiwrap data get cifar-10");
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @Test
    void benchmarksAreRunWhereTheSourcesAre() throws IOException {
        assertThat(run("bench", "speed")).isEqualTo(2);
        assertThat(err.toString()).contains("wrap, network, interval");
        Path script = Files.createDirectories(folder.resolve("bench")).resolve("run");
        String before = System.getProperty(BenchCommand.HOME, "");
        System.setProperty(BenchCommand.HOME, folder.toString());
        try {
            assertThat(run("bench")).isEqualTo(2);
            assertThat(err.toString()).contains("run './epiwrap bench' in a clone");
            Files.writeString(script, "#!/bin/sh\necho \"$@\" > '" + folder.resolve("said") + "'\nexit 1\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
            assertThat(run("bench", "interval", "--json")).isEqualTo(1);
            assertThat(folder.resolve("said")).content().isEqualTo("interval --json\n");
        } finally {
            System.setProperty(BenchCommand.HOME, before);
        }
    }

    /** Two processes measure each thing once, also what two studies have in common, and the same as one process does. */
    @Test
    void processesShareTheWork() throws IOException {
        for (int processes = 1; processes <= 2; processes++) {
            out.getBuffer().setLength(0);
            assertThat(run(
                            "reproduce",
                            "share",
                            "intervals",
                            "--quick",
                            "--runs",
                            "1",
                            "--quiet",
                            "--processes",
                            String.valueOf(processes),
                            "--out",
                            path("lab" + processes)))
                    .isZero();
            assertThat(err.toString()).isEmpty();
        }
        assertThat(measured("lab2")).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(measured("lab1"));
        assertThat(run("reproduce", "table2", "--processes", "0", "--out", path("x")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--processes must be");
    }

    /** Options end at a {@code --}; what is added for the others must stand before. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "reproduce table2 --quick",
                "--verbose reproduce --quick -- table2",
                "reproduce --out reproduce --quick -- table2"
            })
    void fellowsKnowWhoseTheyAre(String line) {
        List<String> theirs = FellowProcesses.withParent(List.of(line.split(" ")), "reproduce", 27083);
        ParseResult parsed = Main.commandLine(new EpiwrapCommand())
                .parseArgs(theirs.toArray(String[]::new))
                .subcommand();
        assertThat(parsed.<Long>matchedOptionValue("--parent", null)).isEqualTo(27083);
        assertThat(parsed.matchedPositional(0).originalStringValues()).containsExactly("table2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo --threads 0",
                "demo --images 1",
                "reproduce table2 --threads 0",
                "reproduce table2 --processes 0",
                "reproduce table2 --processes 65"
            })
    void badArgumentsLeaveNoFolder(String line) {
        String[] args = (line + " --out " + folder.resolve("new/folder")).split(" ");
        assertThat(run(args)).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
    }

    /** Without times. */
    private List<String> measured(String lab) throws IOException {
        return Files.readAllLines(folder.resolve(lab).resolve("measurements.jsonl")).stream()
                .filter(line -> !line.contains("\"study\":\"time\""))
                .toList();
    }

    /** Ended from outside, it says how to go on, and the processes that shared its work end with it. */
    @Test
    @Timeout(300)
    void anInterruptedReproductionSaysHowToGoOn() throws Exception {
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "reproduce",
                        "table1",
                        "--runs",
                        "1",
                        "--processes",
                        "2",
                        "--out",
                        path("lab"))
                .redirectError(said.toFile())
                .start();
        while (process.children().findAny().isEmpty() || !Files.readString(said).contains("mlp:8 on mnist")) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(50);
        }
        ProcessHandle fellow = process.children().findFirst().orElseThrow();
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).content().contains("epiwrap: stopped; what was measured is in");
        assertThat(fellow.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
}
