package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
import org.epiwrap.data.builtin.Letters;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.epiwrap.experiments.measurement.Classifier;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.TableFile;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableExperimentTest {
    private static final ExperimentSize TINY = new ExperimentSize("tiny", 600, 60, 2, 1, 2);

    @TempDir
    private Path folder;

    /** Writes a table whose label a column of numbers and one of categories give away, both with missing cells. */
    private Path table(String name, long seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("size,colour,kind\n");
        for (int row = 0; row < 300; row++) {
            boolean large = random.nextBoolean();
            text.append(row % 50 == 0 ? "" : String.valueOf((large ? 5 : 1) + random.nextInt(4)))
                    .append(row % 40 == 1 ? "," : large ? ",red" : ",blue")
                    .append(large ? ",large\n" : ",small\n");
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private static Counts run(Path workspace, TableFile... tables) throws IOException {
        Counts counts = new Counts();
        try (Workspace open = Workspace.open(workspace, TINY, 5, 2, counts).with(List.of(tables))) {
            open.run(Experiment.TABLES.tasks(open));
        }
        return counts;
    }

    @Test
    void tablesAreMeasuredOnceAndShownAgain() throws IOException {
        int perTable = ScikitLearn.find().isPresent() ? 3 : 1;
        TableFile kinds = new TableFile(table("kinds.csv", 1), "kind");
        Path workspace = folder.resolve("workspace");
        Counts first = run(workspace, kinds);
        assertThat(first.measured).hasSize(UnknownLetters.SCORES.size() + 2 * perTable);
        assertThat(first.trained)
                .hasSize(6)
                .contains("mlp:32 on kinds", "mlp:32 on letters")
                .anyMatch(name -> name.startsWith("mlp:32 on letters-without-"));
        Counts second = run(workspace, kinds);
        assertThat(second.measured).isEmpty();
        assertThat(second.trained).isEmpty();

        try (Workspace shown = Workspace.open(workspace, TINY, 5, 15, ExperimentListener.NONE)) {
            assertThat(Experiment.TABLES.tables(shown).get(0).rows())
                    .as("other seeds")
                    .isEmpty();
        }
        try (Workspace shown = Workspace.open(workspace, TINY, 5, 2, ExperimentListener.NONE)) {
            Table accuracies = Experiment.TABLES.tables(shown).get(0);
            assertThat(accuracies.rows()).hasSize(2);
            List<Cell> row = accuracies.rows().get(1);
            assertThat(row.get(0)).isEqualTo(Cell.of("kinds"));
            assertThat(row.get(1)).isEqualTo(Cell.of(195));
            assertThat(value(row.get(6)).value())
                    .isCloseTo(value(row.get(3)).value() - value(row.get(2)).value(), within(1e-12));
            assertThat(Experiment.TABLES.tables(shown).get(1).rows()).hasSize(UnknownLetters.SCORES.size());
        }

        // Under the same name, but not the same table.
        Counts other = run(workspace, new TableFile(table("kinds.csv", 2), "kind"));
        assertThat(other.measured).hasSize(perTable);
    }

    private static Cell.Value value(Cell cell) {
        return (Cell.Value) cell;
    }

    /** Numbers, categories and missing cells reach it, and both classifiers learn from them. */
    @Test
    void scikitLearnIsTrainedOnTheSameRows() throws IOException {
        Optional<ScikitLearn> scikit = ScikitLearn.find();
        assumeTrue(scikit.isPresent());
        Dataset rows = TableReader.read(
                table("kinds.csv", 3), TableOptions.withDefaults().withLabel("kind"));
        Split split = TableExperiment.divide(rows, 1, List.of()).split();
        Map<Classifier, Double> accuracies = scikit.get().accuracies(split, 1, 150);
        assertThat(accuracies).containsOnlyKeys(Classifier.MLP, Classifier.FOREST);
        assertThat(accuracies.values()).allMatch(accuracy -> accuracy == 1);
        assertThat(scikit.get().accuracies(split, 1, 150)).isEqualTo(accuracies);
    }

    /** Where Python fails, what it said is passed on, and the rows written for it are gone. */
    @Test
    void aFailureOfScikitLearnIsPassedOn() throws IOException {
        Path program = folder.resolve("fails");
        Path seen = folder.resolve("seen");
        Files.writeString(program, "#!/bin/sh\nhead -n 2 \"$2\" >'" + seen + "'\necho no memory\nexit 1\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Dataset rows = TableReader.read(
                table("kinds.csv", 3), TableOptions.withDefaults().withLabel("kind"));
        Split split = TableExperiment.divide(rows, 1, List.of()).split();
        List<Path> before = temporaryFolders();
        assertThatIOException()
                .isThrownBy(() -> new ScikitLearn(program.toString()).accuracies(split, 1, 150))
                .withMessage("scikit-learn has failed: no memory");
        assertThat(Files.readAllLines(seen).get(0))
                .startsWith(rows.columns().get(0) instanceof Column.Numeric ? "number," : "category,")
                .endsWith(",label");
        assertThat(temporaryFolders()).isEqualTo(before);
    }

    private static List<Path> temporaryFolders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("epiwrap-scikit-learn"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aSeedFixesWhichLettersAreLeftOut() throws IOException {
        List<String> names = Letters.all().classNames();
        List<String> left = UnknownLetters.leftOut(names, 7);
        assertThat(left).hasSize(3).doesNotHaveDuplicates().isSubsetOf(names).isSorted();
        assertThat(UnknownLetters.leftOut(names, 7)).isEqualTo(left);
        assertThat(UnknownLetters.leftOut(names, 8)).isNotEqualTo(left);

        Data data = TableExperiment.divide(Letters.all(), 7, left);
        assertThat(data.split().train().classNames()).hasSize(23).doesNotContainAnyElementsOf(left);
        assertThat(data.unknown().orElseThrow().classNames()).isEqualTo(left);
        assertThat(TableExperiment.divide(Letters.all(), 7, List.of())
                        .split()
                        .test()
                        .size())
                .isEqualTo(4000);
    }

    @Test
    void tablesAreFilesWithALabel() throws IOException {
        Path file = table("my.kinds.csv", 1);
        TableFile table = TableFile.parse(file + "=kind");
        assertThat(table).isEqualTo(new TableFile(file, "kind"));
        assertThat(table.name()).isEqualTo("my");
        for (String wrong : List.of("kinds.csv", "=kind", "kinds.csv=")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TableFile.parse(wrong))
                    .withMessageContaining("must be a file and the column of its labels such as credit.csv=Status")
                    .withMessageContaining("'" + wrong + "'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableFile.parse(folder.resolve("none.csv") + "=kind"))
                .withMessageContaining("there is none at");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableFile.parse(table("letters.csv", 1) + "=kind"))
                .withMessageContaining("other than letters, which is built in");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableFile.all(List.of(file + "=kind", file + "=colour")))
                .withMessage("tables must have different names, but two are my");
    }
}
