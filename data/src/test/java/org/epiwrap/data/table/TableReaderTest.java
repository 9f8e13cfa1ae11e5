package org.epiwrap.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.epiwrap.data.Column;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.data.source.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableReaderTest {
    private static final TableOptions LABELLED = TableOptions.withDefaults().withLabel("churn");
    private static final String CHURN = "age,plan,churn\n31,basic,no\n,gold,yes\n45.5,,no\n28,basic,yes\n";

    @TempDir
    private Path folder;

    private static TableReader reader(String text, TableOptions options) {
        return TableReader.of(Source.bytes("data/t.csv", text.getBytes(StandardCharsets.UTF_8)), options);
    }

    private static final String MISSING = " (if it stands for a missing one, --missing says so)";

    private static float[] cells(Dataset data, int row) {
        float[] cells = new float[data.columns().size()];
        data.cells(row, cells, 0);
        return cells;
    }

    private static void assertRefused(ThrowingCallable read, String message) {
        assertThatThrownBy(read).isInstanceOf(DataException.class).hasMessage(message);
    }

    private static String lines(String header, int rows, java.util.function.IntFunction<String> row) {
        return header + "\n" + IntStream.range(0, rows).mapToObj(row).collect(Collectors.joining("\n"));
    }

    @Test
    void numbersCategoriesMissingCellsAndLabelsAreLoaded() throws IOException {
        Path file = Files.writeString(folder.resolve("churn.csv"), CHURN);
        Dataset data = TableReader.read(file, LABELLED);
        assertThat(data).hasToString("churn: 4 rows of 2 columns in 2 classes");
        assertThat(data.columns())
                .containsExactly(new Column.Numeric("age"), new Column.Category("plan", List.of("basic", "gold")));
        assertThat(data.classNames()).containsExactly("no", "yes");
        assertThat(data.labels()).containsExactly(0, 1, 0, 1);
        assertThat(cells(data, 0)).containsExactly(31, 0);
        assertThat(cells(data, 1)).containsExactly(Float.NaN, 1);
        assertThat(cells(data, 2)).containsExactly(45.5f, Float.NaN);
    }

    @Test
    void withoutALabelAllColumnsAreInputs() throws IOException {
        Dataset data = reader(CHURN, TableOptions.withDefaults()).read();
        assertThat(data.isLabelled()).isFalse();
        assertThat(data.columns()).extracting(Column::name).containsExactly("age", "plan", "churn");
    }

    @Test
    void usesCanBeChosen() throws IOException {
        String text = "id,day,zip,x,churn\n1,2024-01-01,10,5,a\n2,1970-01-02T12:00,20,5,b\n";
        Dataset data = reader(
                        text,
                        LABELLED.withNumeric(List.of("day"))
                                .withCategory(List.of("zip"))
                                .withIgnored(List.of("id", "x")))
                .read();
        assertThat(data.columns())
                .containsExactly(new Column.Numeric("day"), new Column.Category("zip", List.of("10", "20")));
        assertThat(cells(data, 0)).containsExactly(19723, 0);
        assertThat(cells(data, 1)).containsExactly(1.5f, 1);
        assertThatThrownBy(() -> LABELLED.withNumeric(List.of("a")).withIgnored(List.of("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the column 'a' must have one use, but has two: number and ignored");
    }

    @Test
    void decimalCommasMissingTextsAndDelimitersCanBeChosen() throws IOException {
        CellFormat format = CellFormat.standard().withDecimalComma().withMissing(Set.of("?", "-9"));
        Dataset data =
                reader("x;churn\n1,5;a\n?;b\n-9;b\n", LABELLED.with(format)).read();
        assertThat(cells(data, 0)).containsExactly(1.5f);
        assertThat(cells(data, 1)).containsExactly(Float.NaN);
        assertThat(cells(data, 2)).containsExactly(Float.NaN);
        assertThat(reader("x:churn\n1:a\n2:b\n", LABELLED.withDelimiter(':'))
                        .read()
                        .size())
                .isEqualTo(2);
    }

    @Test
    void columnsThatAreNotThereAreRefused() {
        String but = ", but has only age, plan, churn";
        assertRefused(
                () -> reader(CHURN, TableOptions.withDefaults().withLabel("Chrun"))
                        .read(),
                "data/t.csv must have the column 'Chrun'" + but + " (did you mean 'churn'?)");
        assertRefused(
                () -> reader(CHURN, LABELLED.withIgnored(List.of("name"))).read(),
                "data/t.csv must have the column 'name'" + but);
        assertRefused(
                () -> reader(CHURN, LABELLED.withIgnored(List.of("churn"))).read(),
                "the label 'churn' must have classes, but is to be ignored");
    }

    @Test
    void labelsThatAreNoClassesAreRefused() throws IOException {
        assertRefused(
                () -> reader("x,churn\n1,no\n2,no\n", LABELLED).read(),
                "data/t.csv: the label 'churn' must have at least two values, but has only 'no'");
        assertRefused(
                () -> reader("x,churn\n1,\n2,\n", LABELLED.withoutUnlabelled()).read(),
                "data/t.csv: the label 'churn' must have at least two values, but all of its cells are missing");
        assertRefused(
                () -> reader(lines("x,churn", 21, i -> i % 3 + "," + i / 7.0), LABELLED)
                        .read(),
                "data/t.csv: the label 'churn' must be classes, but has 21 different numbers, as in regression (if they"
                        + " are classes all the same, --category churn says so)");
        assertRefused(
                () -> reader(lines("x,churn", 3_000, i -> i % 3 + "," + i % 1_001), LABELLED)
                        .read(),
                "data/t.csv: the label 'churn' must be classes, but has 1,001 different numbers, as in regression (if"
                        + " they are classes all the same, --category churn says so)");
        String names = lines("x,churn", 50, i -> i % 3 + ",n" + i);
        assertRefused(
                () -> reader(names, LABELLED).read(),
                "data/t.csv: the label 'churn' must be classes, but differs in nearly every row (if they are classes"
                        + " all the same, --category churn says so)");
        assertThat(reader(names, LABELLED.withCategory(List.of("churn"))).read().classNames())
                .hasSize(50);
        assertRefused(
                () -> reader(lines("x,churn", 65_537, i -> i % 3 + ",n" + i), LABELLED.withCategory(List.of("churn")))
                        .read(),
                "data/t.csv: the column 'churn' must have at most 65,536 different values, but has more");
    }

    @Test
    void manyClassesWithOneRowEachAreClasses() throws IOException {
        Dataset data = reader(lines("x,churn", 1_000, i -> i + ".5,c" + i / 2), LABELLED)
                .read();
        assertThat(data.classNames()).hasSize(500);
        assertThat(data.label(999)).isEqualTo(data.classNames().indexOf("c499"));
    }

    @Test
    void rowsWithoutALabelAreRefusedOrLeftOut() throws IOException {
        String text = "x,churn\n1,no\n2,NA\n3,yes\n4,\n";
        assertRefused(
                () -> reader(text, LABELLED).read(),
                "data/t.csv, line 3, column 'churn': expected a label in every row, but 2 rows have none");
        Dataset data = reader(text, LABELLED.withoutUnlabelled()).read();
        assertThat(data.labels()).containsExactly(0, 1);
        assertThat(cells(data, 1)).containsExactly(3);
    }

    @Test
    void tablesWithNothingToLearnFromAreRefused() {
        assertRefused(() -> reader("x,churn\n", LABELLED).read(), "data/t.csv must have rows, but has only a header");
        assertRefused(
                () -> reader("churn\na\nb\n", LABELLED).read(),
                "data/t.csv must have a column to learn from, but has only its label");
        assertRefused(
                () -> reader("e,churn\n,a\n,b\n", LABELLED).read(),
                "data/t.csv must have a column to learn from, but all are ignored");
    }

    @Test
    void cellsThatAreNoNumbersAreNamed() {
        assertRefused(
                () -> reader("x,churn\n1,a\ntwo,b\n", LABELLED.withNumeric(List.of("x")))
                        .read(),
                "data/t.csv, line 3, column 'x': expected a number, but found 'two'" + MISSING);
        assertRefused(
                () -> reader("x,churn\n1,a\n-Infinity,b\n", LABELLED.withNumeric(List.of("x")))
                        .read(),
                "data/t.csv, line 3, column 'x': expected a number, but found '-Infinity'" + MISSING);
        assertRefused(
                () -> reader("x,churn\n1,a\n1e39,b\n", LABELLED).read(),
                "data/t.csv, line 3, column 'x': expected a number from -3.4028235E38 to 3.4028235E38, but found"
                        + " '1e39'");
        assertRefused(
                () -> reader("x,churn\n3/4/2024,a\n5/6/2024,b\n", LABELLED.withNumeric(List.of("x")))
                        .read(),
                "data/t.csv, line 2, column 'x': expected a number, but found '3/4/2024'" + MISSING);
        assertRefused(
                () -> reader(lines("x,churn", 20_001, i -> "t" + i + ",c" + i % 2), LABELLED.withCategory(List.of("x")))
                        .read(),
                "data/t.csv: the column 'x' must have at most 20,000 different values, but has more");
        assertRefused(
                () -> reader("x,churn\n" + "t".repeat(201) + ",a\nu,b\n", LABELLED.withCategory(List.of("x")))
                        .read(),
                "data/t.csv: the column 'x' must have values of at most 200 characters, but has longer ones");
    }

    @Test
    void filesThatAreNotThereOrFoldersAreRefused() {
        Path none = folder.resolve("none.csv");
        assertRefused(() -> TableReader.read(none, LABELLED), none + " must be a table, but there is no such file");
        assertRefused(() -> TableReader.read(folder, LABELLED), folder + " must be a table, but is a folder");
    }

    @Test
    void aModelsSchemaReadsColumnsInAnyOrder() throws IOException {
        TableInput schema = TableInput.fit(reader(CHURN, LABELLED).read());
        String text = "extra,churn,plan,age\nx,yes,gold,50\ny,no,silver,\n";
        Dataset data = reader(text, LABELLED).read(schema, List.of("yes", "no"));
        assertThat(data.labels()).containsExactly(0, 1);
        assertThat(cells(data, 0)).containsExactly(50, 1);
        assertThat(data.subset(1, 2).origin(0)).hasValue("row 2 of t");
        assertThat(reader(CHURN, LABELLED).read().origin(0)).hasValue("row 1 of t");
        assertThat(cells(data, 1)).containsExactly(Float.NaN, TableInput.UNSEEN);
        assertThat(reader(text, TableOptions.withDefaults()).read(schema).isLabelled())
                .isFalse();
        assertRefused(
                () -> reader("plan,Age\ngold,5\n", LABELLED).read(schema),
                "data/t.csv must have the column 'age', but has only plan, Age (did you mean 'Age'?)");
        assertRefused(
                () -> reader("plan,age\ngold,five\n", LABELLED).read(schema),
                "data/t.csv, line 2, column 'age': expected a number, but found 'five'" + MISSING);
        assertRefused(
                () -> reader("plan,age,churn\ngold,5,maybe\n", LABELLED).read(schema, List.of("yes", "no")),
                "data/t.csv, line 2, column 'churn': expected one of 2 classes, but found 'maybe'");
        assertRefused(
                () -> reader("plan,age\ngold,5\n", LABELLED).read(schema, List.of("yes", "no")),
                "data/t.csv must have the column 'churn', but has only plan, age");
    }

    @Test
    void aModelsSchemaReadsCellsAsTheModelWasTrained() throws IOException {
        TableInput schema = TableInput.fit(reader(CHURN, LABELLED).read())
                .with(CellFormat.standard().withMissing(Set.of("?")).withDecimalComma());
        Dataset data = reader("age;plan\n1,5;?\n", TableOptions.withDefaults().withDelimiter(';'))
                .read(schema);
        assertThat(cells(data, 0)).containsExactly(1.5f, Float.NaN);
    }

    @Test
    void descriptionsSayWhatToBewareOf() throws IOException {
        DataDescription description = reader(
                        lines("id,x,churn", 200, i -> i + "," + i % 7 + "," + (i < 3 ? "" : i % 2 == 0 ? "no" : "yes")),
                        LABELLED)
                .describe();
        assertThat(description.profile().rows()).isEqualTo(200);
        assertThat(description.warnings())
                .extracting(DataWarning::kind)
                .containsExactly(
                        DataWarning.Kind.IDENTIFIER, DataWarning.Kind.MISSING_LABELS, DataWarning.Kind.DUPLICATES);
    }

    @Test
    void wideTablesAreRead() throws IOException {
        int columns = 20_000;
        String header = IntStream.range(0, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        String row = IntStream.range(0, columns).mapToObj(String::valueOf).collect(Collectors.joining(","));
        Dataset data = reader("churn," + header + "\na," + row + "\nb,1" + row + "\n", LABELLED)
                .read();
        assertThat(data.columns()).extracting(Column::name).containsExactly("c0");
    }
}
