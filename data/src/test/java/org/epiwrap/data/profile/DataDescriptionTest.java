package org.epiwrap.data.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.input.CellFormat;
import org.junit.jupiter.api.Test;

class DataDescriptionTest {
    private static TableProfile profile(String name, int rows, IntFunction<String> cell, ColumnUse... use) {
        Map<String, ColumnUse> uses = new HashMap<>();
        for (ColumnUse each : use) {
            uses.put(name, each);
        }
        TableProfile.Builder builder = TableProfile.builder("t", List.of(name), CellFormat.standard(), uses);
        for (int i = 0; i < rows; i++) {
            int line = i + 2;
            builder.add(new String[] {cell.apply(i)}, () -> "line " + line);
        }
        return builder.build();
    }

    private static List<String> warnings(String name, int rows, IntFunction<String> cell, ColumnUse... use) {
        return DataDescription.of(profile(name, rows, cell, use)).warnings().stream()
                .map(DataWarning::sentence)
                .toList();
    }

    private static Dataset rows(List<Column> columns, int rows, IntFunction<float[]> cells, IntFunction<Integer> label)
            throws Exception {
        ExampleType type = new ExampleType.Rows(columns);
        try (Records.Builder records = Records.builder(type.bytes())) {
            int[] labels = new int[rows];
            for (int i = 0; i < rows; i++) {
                records.add(cells.apply(i));
                labels[i] = label.apply(i);
            }
            return Dataset.of("rows", type, List.of("no", "yes"), records.build(), labels);
        }
    }

    private static List<String> warnings(Dataset rows) {
        return DataDescription.of(new TableProfile("t", CellFormat.standard(), rows.size(), List.of()), rows)
                .warnings()
                .stream()
                .map(DataWarning::sentence)
                .toList();
    }

    @Test
    void columnsThatAreIgnoredAreNamedWithTheReason() {
        assertThat(warnings("id", 60, String::valueOf))
                .containsExactly(
                        "The column 'id' looks like an identifier: its whole numbers all differ and its name is"
                                + " that of a key; it is ignored.");
        assertThat(warnings("id", 60, String::valueOf, ColumnUse.NUMBER))
                .containsExactly(
                        "The column 'id' looks like an identifier: its whole numbers all differ and its name is"
                                + " that of a key; it is used as a number all the same.");
        assertThat(warnings("x", 3, i -> ""))
                .containsExactly("The column 'x' carries no information: it is empty; it is ignored.");
        assertThat(warnings("d", 9, i -> "2024-01-0" + (i + 1)))
                .containsExactly("The column 'd' has dates: all 9 cells are dates: later rows would all be outside the"
                        + " range of earlier ones; it is ignored.");
        assertThat(warnings("m", 100, i -> i == 9 ? "no idea" : i == 8 ? "inf" : String.valueOf(i / 7.0)))
                .containsExactly("The column 'm' has numbers, but also texts such as 'inf' (line 10), 'no idea' (line"
                        + " 11); if they stand for missing numbers, --missing inf --missing 'no idea' would make it"
                        + " numeric; it is ignored.");
        assertThat(warnings("x", 10, i -> i < 6 ? "" : "" + i))
                .containsExactly("The column 'x' is missing in 60.0 % of rows.");
    }

    @Test
    void labelsAreCounted() {
        assertThat(warnings("y", 100, i -> i < 90 ? "no" : i < 99 ? "yes" : "maybe", ColumnUse.LABEL))
                .containsExactly(
                        "2 of 3 classes have fewer than 20 rows, too few to learn, calibrate and test them ('maybe' 1,"
                                + " 'yes' 9).",
                        "90.0 % of rows have the label 'no': always predicting it would be as accurate, so look at"
                                + " balanced accuracy.");
        assertThat(warnings("y", 100, i -> i < 50 ? "no" : i < 99 ? "yes" : "maybe", ColumnUse.LABEL))
                .containsExactly(
                        "1 of 3 classes has fewer than 20 rows, too few to learn, calibrate and test it ('maybe' 1).");
        assertThat(warnings("y", 50, i -> i < 3 ? "" : i % 2 == 0 ? "no" : "yes", ColumnUse.LABEL))
                .containsExactly("3 rows have no label and cannot be learnt from (the first: line 2).");
    }

    @Test
    void columnsThatTellTheLabelAreSuspected() throws Exception {
        List<Column> columns = List.of(
                new Column.Numeric("threshold"),
                new Column.Numeric("noise"),
                new Column.Category("code", List.of("a", "b", "c")),
                new Column.Numeric("closed"));
        Dataset data = rows(
                columns,
                4_000,
                i -> {
                    boolean yes = i * 7919 % 4_001 > 2_800;
                    return new float[] {i * 7919 % 4_001, i * 104_729L % 3_989, yes ? 2 : i % 2, yes ? i : Float.NaN};
                },
                i -> i * 7919 % 4_001 > 2_800 ? 1 : 0);
        List<String> warnings = warnings(data);
        assertThat(warnings).hasSize(3);
        assertThat(warnings.get(0))
                .matches(
                        "The column 'threshold' alone tells the label in (99\\.9|100\\.0) % of rows: was it known before"
                                + " the label was\\?");
        assertThat(warnings.get(1))
                .isEqualTo("The column 'code' alone tells the label in 100.0 % of rows: was it known before the label"
                        + " was?");
        assertThat(warnings.get(2)).startsWith("The column 'closed' alone tells the label in 100.0 % of rows");
    }

    @Test
    void aLabelThatNearlyAllRowsHaveIsNoLeak() throws Exception {
        Dataset data = rows(List.of(new Column.Numeric("x")), 4_000, i -> new float[] {i}, i -> i < 2 ? 1 : 0);
        assertThat(warnings(data)).isEmpty();
    }

    @Test
    void rowsThatOccurTwiceAreCounted() throws Exception {
        List<Column> columns = List.of(new Column.Numeric("x"), new Column.Category("c", List.of("u", "v")));
        Dataset data = rows(columns, 90, i -> new float[] {i - i % 2, i % 4 < 2 ? 0 : 1}, i -> i / 4 % 2);
        assertThat(warnings(data))
                .containsExactly(
                        "45 of 90 rows (50.0 %) repeat an earlier row in every column that is used: in a random"
                                + " split, some of them are both trained and tested on.");
    }

    @Test
    void testRowsThatAreTrainingRowsAreCountedWhateverTheNumberOfTheirCategories() throws Exception {
        Dataset train = rows(
                List.of(new Column.Numeric("x"), new Column.Category("c", List.of("u", "v"))),
                50,
                i -> new float[] {i, 1},
                i -> i % 2);
        Dataset test = rows(
                List.of(new Column.Numeric("x"), new Column.Category("c", List.of("v", "w"))),
                20,
                i -> new float[] {i + 40, 0},
                i -> i % 2);
        DataDescription description = DataDescription.of(new TableProfile("t", CellFormat.standard(), 50, List.of()));
        assertThat(description.withTest(train, test).warnings())
                .containsExactly(new DataWarning(
                        DataWarning.Kind.SHARED_ROWS,
                        "10 of 20 test rows (50.0 %) are also training rows: accuracy on them is not that on new"
                                + " rows."));
        assertThat(description.withTest(train, test.subset(10, 20)).warnings()).isEmpty();
    }
}
