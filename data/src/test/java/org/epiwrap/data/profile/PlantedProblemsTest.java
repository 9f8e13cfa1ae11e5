package org.epiwrap.data.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.epiwrap.data.profile.DataWarning.Kind;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A table without problems, and the same table with one: that one is found, and nothing else. */
class PlantedProblemsTest {
    private static final int ROWS = 20_000;

    @TempDir
    private Path folder;

    /** The cell of one more column, by the row and its label. */
    private interface Planted extends BiFunction<Integer, Boolean, String> {}

    private static Arguments planted(String what, ColumnKind kind, List<Kind> warnings, Planted cell) {
        return arguments(what, kind, warnings, cell);
    }

    static Stream<Arguments> columns() {
        Random random = new Random(5);
        return Stream.of(
                planted("nothing", ColumnKind.NUMERIC, List.of(), (i, y) -> String.valueOf(random.nextGaussian())),
                planted(
                        "a good predictor",
                        ColumnKind.NUMERIC,
                        List.of(),
                        (i, y) -> String.valueOf((y ? 2.5 : 0) + random.nextGaussian())),
                planted(
                        "whole numbers, most of them different",
                        ColumnKind.NUMERIC,
                        List.of(),
                        (i, y) -> String.valueOf(random.nextInt(10_000_000))),
                planted(
                        "a category",
                        ColumnKind.CATEGORY,
                        List.of(),
                        (i, y) -> "abcdefg".charAt(random.nextInt(7)) + "x"),
                planted("a truth", ColumnKind.BOOLEAN, List.of(), (i, y) -> random.nextInt(3) == 0 ? "yes" : "no"),
                planted("the label", ColumnKind.BOOLEAN, List.of(Kind.LEAK), (i, y) -> y ? "yes" : "no"),
                planted(
                        "the label by another name",
                        ColumnKind.CATEGORY,
                        List.of(Kind.LEAK),
                        (i, y) -> (y ? "left" : "stayed") + i % 5),
                planted(
                        "the label and noise",
                        ColumnKind.NUMERIC,
                        List.of(Kind.LEAK),
                        (i, y) -> String.valueOf((y ? 1 : 0) + 0.15 * random.nextGaussian())),
                planted(
                        "numbers in order",
                        ColumnKind.IDENTIFIER,
                        List.of(Kind.IDENTIFIER),
                        (i, y) -> String.valueOf(1000 + i)),
                planted(
                        "keys",
                        ColumnKind.IDENTIFIER,
                        List.of(Kind.IDENTIFIER),
                        (i, y) -> Long.toHexString(random.nextLong())),
                planted("one value", ColumnKind.CONSTANT, List.of(Kind.CONSTANT), (i, y) -> "EUR"),
                planted("no value", ColumnKind.CONSTANT, List.of(Kind.CONSTANT), (i, y) -> ""),
                planted(
                        "days",
                        ColumnKind.DATE,
                        List.of(Kind.DATE),
                        (i, y) -> LocalDate.ofEpochDay(random.nextInt(5000)).toString()),
                planted(
                        "prose",
                        ColumnKind.FREE_TEXT,
                        List.of(Kind.FREE_TEXT),
                        (i, y) -> "said " + random.nextInt() + " and left " + random.nextInt()),
                planted(
                        "numbers and a word",
                        ColumnKind.MIXED,
                        List.of(Kind.MIXED_TYPES),
                        (i, y) -> i % 50 == 0 ? "unknown" : String.valueOf(random.nextGaussian())),
                planted(
                        "decimal commas",
                        ColumnKind.MIXED,
                        List.of(Kind.MIXED_TYPES),
                        (i, y) -> "\"" + String.valueOf(random.nextGaussian()).replace('.', ',') + "\""),
                planted(
                        "mostly missing",
                        ColumnKind.NUMERIC,
                        List.of(Kind.MANY_MISSING),
                        (i, y) -> i % 3 == 0 ? String.valueOf(random.nextGaussian()) : ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("columns")
    void aPlantedColumnIsFound(String what, ColumnKind kind, List<Kind> warnings, Planted cell) throws IOException {
        DataDescription found = reader("t.csv", table(3, 3, cell)).describe();
        assertThat(found.profile().columns().get(2).kind()).isEqualTo(kind);
        assertThat(kinds(found)).isEqualTo(warnings);
    }

    /**
     * Two columns that tell a little, one more, and a label.
     *
     * @param ratio how many rows there are for each that has churned
     */
    private static List<String> table(long seed, int ratio, Planted cell) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>(List.of("a,b,c,y"));
        for (int i = 0; i < ROWS; i++) {
            boolean label = random.nextInt(ratio) == 0;
            double a = random.nextGaussian() + (label ? 1 : 0);
            lines.add(a + "," + random.nextGaussian() + "," + cell.apply(i, label) + "," + (label ? "gone" : "there"));
        }
        return lines;
    }

    private static String some(int row, boolean label) {
        return String.valueOf(Math.sin(row));
    }

    private TableReader reader(String name, List<String> lines) throws IOException {
        return TableReader.of(
                Files.write(folder.resolve(name), lines),
                TableOptions.withDefaults().withLabel("y"));
    }

    private static List<Kind> kinds(DataDescription description) {
        return description.warnings().stream().map(DataWarning::kind).toList();
    }

    @Test
    void oneInAThousandIsSaidAndStillLeaks() throws IOException {
        assertThat(kinds(reader("t.csv", table(1, 1000, PlantedProblemsTest::some))
                        .describe()))
                .isEqualTo(List.of(Kind.IMBALANCE));
        assertThat(kinds(
                        reader("t.csv", table(1, 1000, (i, y) -> y ? "1" : "2")).describe()))
                .contains(Kind.IMBALANCE, Kind.LEAK);
    }

    @Test
    void rareClassesAreSaid() throws IOException {
        List<String> lines = table(1, 2, PlantedProblemsTest::some);
        for (int i = 0; i < 13; i++) {
            lines.add(0.1 * i + ",1.5,1,moved");
        }
        assertThat(kinds(reader("t.csv", lines).describe())).isEqualTo(List.of(Kind.RARE_CLASS));
    }

    @Test
    void rowsThatAreThereTwiceAreSaid() throws IOException {
        List<String> train = table(1, 2, PlantedProblemsTest::some);
        List<String> test =
                new ArrayList<>(table(2, 2, PlantedProblemsTest::some).subList(0, 1000));
        assertThat(kinds(reader("t.csv", train).describe(reader("other.csv", test))))
                .isEmpty();
        test.add(train.get(77));
        assertThat(reader("t.csv", train).describe(reader("other.csv", test)).warnings())
                .extracting(DataWarning::sentence)
                .containsExactly(
                        "1 of 1,000 test rows (0.1 %) are also training rows: accuracy on them is not that on new"
                                + " rows.");
        train.addAll(train.subList(100, 200));
        assertThat(kinds(reader("t.csv", train).describe())).isEqualTo(List.of(Kind.DUPLICATES));
    }

    /** Reading each row once for each column took over a minute. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void wideTablesTakeNoLongerThanTheirCells() throws IOException {
        int columns = 5_000;
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < columns; i++) {
            text.append('c').append(i).append(',');
        }
        text.append("leak,y\n");
        for (int row = 0; row < 1_000; row++) {
            for (int i = 0; i < columns; i++) {
                text.append(random.nextInt(10)).append(',');
            }
            text.append(row % 2).append(',').append(row % 2 == 0 ? "a" : "b").append('\n');
        }
        DataDescription found = reader("t.csv", List.of(text.toString())).describe();
        assertThat(found.warnings())
                .extracting(DataWarning::sentence)
                .singleElement()
                .asString()
                .contains("'leak'");
    }
}
