package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.cli.command.WorkerProcesses;
import org.epiwrap.data.builtin.BuiltInData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

/** Experiments on few images. */
class ReproduceCommandTest extends CommandTest {
    @Test
    void experimentsAreMeasuredOnceAndShownAgain() throws IOException {
        String options = "--quick --runs 1 --seed 4 --out " + folder.resolve("workspace");
        terminal.must("reproduce table2", options);
        assertThat(terminal.err())
                .contains("epiwrap: 1/2 mlp:8 on fashion-mnist")
                .contains("epiwrap: 1/2 fine-tuning");
        String first = terminal.out();
        assertThat(first)
                .startsWith("Measured with --quick: ")
                .contains("58.91")
                .contains("wrapped by mu")
                .contains("report: ");
        terminal.must("reproduce table2", options);
        assertThat(terminal.out()).isEqualTo(first);
        assertThat(terminal.err()).isEmpty();

        terminal.must("reproduce table2 --tables --json", options);
        JsonNode json = terminal.json();
        assertThat(json.at("/run/command").asText()).doesNotContain("--tables").endsWith(options);
        assertThat(json.at("/run/settings/measured by").asText()).contains("threads 1");
        JsonNode rows = json.at("/tables/table2/rows");
        assertThat(rows).hasSize(4);
        assertThat(rows.get(0).get("after: the paper").asDouble()).isEqualTo(0.5891);
        assertThat(rows.get(3).get("after: ours, sound").asDouble()).isBetween(0.3, 1.0);

        assertThat(terminal.run("reproduce table2 --tables --runs 1 --seed 5 --out", folder.resolve("workspace")))
                .isEqualTo(2);
        assertThat(terminal.err())
                .contains("--seed, --runs and --quick must be those of measurements in")
                .contains("which holds seeds 4 of accuracy (quick)");
        assertThat(terminal.run("reproduce ood --tables", options))
                .as("another experiment with the same seeds")
                .isEqualTo(2);
        terminal.must("reproduce table2 share --without table2,ood --tables", options);
        assertThat(terminal.out()).contains("by the share of weights").doesNotContain("Fashion-MNIST");
    }

    /** Below the tables that name them, in the terminal and on the page. */
    @Test
    void scoresAreDefinedWhereTheyAreShown() throws IOException {
        Files.copy(Path.of("../docs/measured/measurements.jsonl"), folder.resolve("measurements.jsonl"));
        terminal.must("reproduce ood ablation table2 --tables --seed 101 --runs 15 --out", folder);
        String eu = "EU: epistemic uncertainty, 1 − (1 − U)(1 − δ)";
        assertThat(terminal.out())
                .contains("TU0: total uncertainty in distribution")
                .contains("δ: discount");
        assertThat(terminal.out().split(Pattern.quote(eu), -1))
                .as("once for each experiment that shows it")
                .hasSize(1 + 2);
        assertThat(folder.resolve("report.html")).content().contains("epistemic uncertainty, 1 − (1 − U)(1 − δ)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            table9                                  | must be one of table1, table2
            table9                                  | all, but is 'table9'
            share --runs 0                          | --runs must be
            share --seed -1                         | --seed must be
            share --processes 0                     | --processes must be
            share --tables                          | there is no folder
            table1 --without table1                 | --without must leave an experiment to reproduce
            table1 --data x.csv=y                   | --data is for the experiment tables, which must be named, too
            tables --data x.csv                     | must be a file and the column of its labels such as credit.csv=Status
            tables --data none.csv=y                | a table must be a file, but there is none at none.csv
            """)
    void badArgumentsAreOneSentenceAndLeaveNoFolder(String arguments, String sentence) {
        terminal.mustFail("reproduce " + arguments + " --out " + folder.resolve("new/folder"), 2, sentence);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderThatCannotBeUsedIsAnError() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        terminal.mustFail("reproduce share --out " + file.resolve("inside"), 2, "cannot be created");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        terminal.mustFail("reproduce share --tables --out " + empty, 2, "which holds none");
    }

    /** Experiments without data are left out of all, but one that was named is an error. */
    @Test
    void experimentsNeedTheirData() {
        assumeFalse(BuiltInData.CIFAR_10.isAvailable());
        terminal.mustFail("reproduce backbones --out " + folder.resolve("x"), 2, "backbones needs cifar-10");
        assertThat(terminal.err()).contains("epiwrap data get cifar-10");
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @Test
    void tablesOfOnesOwnAreMeasuredBesideTheLetters() throws IOException {
        String rows = IntStream.range(0, 200)
                .mapToObj(i -> i % 10 + "," + (i % 10 < 5 ? "few" : "many") + "\n")
                .collect(Collectors.joining());
        Path file = Files.writeString(folder.resolve("counts.csv"), "count,kind\n" + rows);
        terminal.must(
                "reproduce tables --quick --runs 1 --processes 1 --json --data",
                file + "=kind",
                "--out",
                folder.resolve("workspace"));
        JsonNode tables = terminal.json().at("/tables/tables/rows");
        assertThat(tables.findValuesAsText("table")).containsExactlyInAnyOrder("letters", "counts");
        assertThat(tables.findValues("mean network"))
                .allSatisfy(cell -> assertThat(cell.asDouble()).isBetween(0.2, 1.0));
        assertThat(terminal.json()
                        .at("/tables/unknown-letters/rows")
                        .get(0)
                        .get("AUROC")
                        .asDouble())
                .isBetween(0.5, 1.0);
    }

    /** Two processes measure everything once, also what two experiments share, with the results of one process. */
    @Test
    void processesShareTheWork() throws IOException {
        for (int processes = 1; processes <= 2; processes++) {
            terminal.must(
                    "reproduce share intervals --quick --runs 1 --quiet --processes",
                    processes,
                    "--out",
                    folder.resolve("workspace" + processes));
            assertThat(terminal.err()).isEmpty();
        }
        assertThat(measured("workspace2"))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(measured("workspace1"));
    }

    /** Returns the lines of measurements without times. */
    private List<String> measured(String workspace) throws IOException {
        return Files.readAllLines(folder.resolve(workspace).resolve("measurements.jsonl")).stream()
                .filter(line -> !line.contains("\"study\":\"time\""))
                .toList();
    }

    /** A {@code --} ends the options; what is added for workers must stand before it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "reproduce table2 --quick",
                "--verbose reproduce --quick -- table2",
                "reproduce --out reproduce --quick -- table2"
            })
    void workersKnowTheirParent(String line) {
        List<String> theirs = WorkerProcesses.withParent(List.of(line.split(" ")), "reproduce", 27083);
        ParseResult parsed = Main.commandLine(new EpiwrapCommand())
                .parseArgs(theirs.toArray(String[]::new))
                .subcommand();
        assertThat(parsed.<Long>matchedOptionValue("--parent", null)).isEqualTo(27083);
        assertThat(parsed.matchedPositional(0).originalStringValues()).containsExactly("table2");
    }

    /** If it is terminated from outside, it reports how to resume, and its workers end, too. */
    @Test
    @Timeout(300)
    void aTerminatedCommandCanBeResumed() throws Exception {
        Path err = folder.resolve("err");
        Process process = Terminal.process(
                        folder, "reproduce table1 --runs 1 --processes 2 --out", folder.resolve("workspace"))
                .start();
        while (process.children().findAny().isEmpty() || !Files.readString(err).contains("mlp:8 on mnist")) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(50);
        }
        ProcessHandle worker = process.children().findFirst().orElseThrow();
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(err).content().contains("epiwrap: stopped; measurements are kept in");
        assertThat(worker.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
}
