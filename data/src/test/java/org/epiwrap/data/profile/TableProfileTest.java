package org.epiwrap.data.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.epiwrap.data.Column;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.profile.ColumnProfile.Distinct;
import org.epiwrap.data.profile.ColumnProfile.Numbers;
import org.epiwrap.data.profile.ColumnProfile.Stray;
import org.epiwrap.data.profile.ColumnProfile.TextCount;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableProfileTest {
    private static TableProfile profile(
            List<String> header, CellFormat format, Map<String, ColumnUse> uses, int rows, IntFunction<String[]> row) {
        TableProfile.Builder builder = TableProfile.builder("t", header, format, uses);
        for (int i = 0; i < rows; i++) {
            int line = i + 2;
            builder.add(row.apply(i), () -> "t, line " + line);
        }
        return builder.build();
    }

    private static ColumnProfile column(String name, int rows, IntFunction<String> cell) {
        return profile(List.of(name), CellFormat.standard(), Map.of(), rows, i -> new String[] {cell.apply(i)})
                .columns()
                .get(0);
    }

    private static ColumnProfile column(String... cells) {
        return column("x", cells.length, i -> cells[i]);
    }

    private static void assertKind(ColumnProfile column, ColumnKind kind, String reason) {
        assertThat(column.kind()).isEqualTo(kind);
        assertThat(column.reason()).isEqualTo(reason);
        assertThat(column.use()).isEqualTo(kind.use());
    }

    @Test
    void numbersAreNumeric() {
        ColumnProfile column = column("1", "", "2.5", "1e1", "NA", "1");
        assertKind(column, ColumnKind.NUMERIC, "all 4 cells are numbers");
        assertThat(column.missing()).isEqualTo(2);
        assertThat(column.firstMissing()).contains("t, line 3");
        assertThat(column.distinct()).isEqualTo(new Distinct(3, false));
        assertThat(column.texts()).first().isEqualTo(new TextCount("1", 2));
        Numbers numbers = column.numbers().orElseThrow();
        assertThat(numbers.minimum()).isEqualTo(1);
        assertThat(numbers.maximum()).isEqualTo(10);
        assertThat(numbers.mean()).isEqualTo(3.625);
        assertThat(numbers.deviation()).isEqualTo(Math.sqrt((2 * 2.625 * 2.625 + 1.125 * 1.125 + 6.375 * 6.375) / 4));
        assertThat(numbers.whole()).isFalse();
        assertThat(numbers.quantiles()).containsExactly(1.0, 1.0, 2.5, 2.5, 10.0);
        assertThat(numbers.histogram()).startsWith(0.5, 0.0, 0.0, 0.25).endsWith(0.25);
    }

    @Test
    void quantilesOfManyRowsAreThoseOfASample() {
        ColumnProfile column = column("x", 200_000, i -> String.valueOf((i * 7919L) % 200_000 / 2e5));
        assertThat(column.distinct()).hasToString("more than 20,000");
        assertThat(column.texts()).isEmpty();
        Numbers numbers = column.numbers().orElseThrow();
        for (int i = 0; i < Numbers.SHARES.size(); i++) {
            assertThat(numbers.quantiles().get(i)).isCloseTo(Numbers.SHARES.get(i), within(0.02));
        }
        assertThat(numbers.histogram()).allSatisfy(share -> assertThat(share).isBetween(0.04, 0.06));
    }

    @Test
    void wholeNumbersThatNameRowsAreIdentifiers() {
        assertKind(
                column("x", 50, i -> String.valueOf(10 * i)),
                ColumnKind.IDENTIFIER,
                "its whole numbers all differ and they ascend from row to row");
        assertKind(
                column("x", 30_000, i -> String.valueOf((i * 7919L) % 30_000)),
                ColumnKind.IDENTIFIER,
                "its whole numbers all differ and they leave few gaps");
        for (String name : List.of("id", "ID", "customer_id", "customerId", "row", "Key")) {
            assertKind(
                    column(name, 60, i -> String.valueOf((i * 7919L) % 1009 * 1000)),
                    ColumnKind.IDENTIFIER,
                    "its whole numbers all differ and its name is that of a key");
        }
        assertThat(column("paid", 60, i -> String.valueOf((i * 7919L) % 1009 * 1000))
                        .kind())
                .isEqualTo(ColumnKind.NUMERIC);
        assertThat(column("id", 49, String::valueOf).kind()).isEqualTo(ColumnKind.NUMERIC);
        assertThat(column("id", 60, i -> String.valueOf(i / 2)).kind()).isEqualTo(ColumnKind.NUMERIC);
    }

    @Test
    void zeroAndOneAreBooleanAndUsedAsNumbers() {
        ColumnProfile column = column("1", "0", "1", "");
        assertThat(column.kind()).isEqualTo(ColumnKind.BOOLEAN);
        assertThat(column.reason()).isEqualTo("its values are 0 and 1");
        assertThat(column.use()).isEqualTo(ColumnUse.NUMBER);
        assertThat(column("1.0", "0.0", "1.0", "").kind()).isEqualTo(ColumnKind.BOOLEAN);
        assertThat(column("1", "0", "2").kind()).isEqualTo(ColumnKind.NUMERIC);
        assertThat(column("1", "0.5", "1").kind()).isEqualTo(ColumnKind.NUMERIC);
        assertThat(column("0", "", "0").kind()).isEqualTo(ColumnKind.NUMERIC);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "No, Yes", "T, F", "y, n"})
    void twoWordsOfTruthAreBoolean(String one, String other) {
        ColumnProfile column = column(one, other, one, "");
        assertThat(column.kind()).isEqualTo(ColumnKind.BOOLEAN);
        assertThat(column.use()).isEqualTo(ColumnUse.CATEGORY);
        assertThat(column("yes", "false", "yes").kind()).isEqualTo(ColumnKind.CATEGORY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2024-01-%02d", "2024-01-%02dT10:00:00Z", "%d.1.2024", "%02d/01/2024", "2024/01/%02d 10:00"})
    void datesAreIgnored(String form) {
        assertKind(
                column("x", 20, i -> String.format(form, i + 1)),
                ColumnKind.DATE,
                "all 20 cells are dates: later rows would all be outside the range of earlier ones");
    }

    @Test
    void textsThatRarelyOccurTwiceAreIdentifiersOrFreeText() {
        assertKind(
                column("x", 50, i -> "AB-" + (i == 7 ? 8 : i)),
                ColumnKind.IDENTIFIER,
                "nearly all of its texts differ");
        assertKind(
                column("x", 50, i -> "they said " + i + " times"),
                ColumnKind.FREE_TEXT,
                "its texts have several words and rarely occur twice");
        assertKind(column("x", 3_000, i -> "t" + i % 1_001), ColumnKind.FREE_TEXT, "it has 1,001 different texts");
        assertKind(column("x", 3_000, i -> "t" + i % 1_000), ColumnKind.CATEGORY, "it has 1,000 different texts");
        assertKind(
                column("x", 4, i -> "t".repeat(201) + i),
                ColumnKind.FREE_TEXT,
                "it has texts of more than 200 characters");
        assertThat(column("x", 49, i -> "AB-" + i).kind()).isEqualTo(ColumnKind.CATEGORY);
    }

    @Test
    void columnsThatDoNotVaryAreConstant() {
        assertKind(column("a", "a"), ColumnKind.CONSTANT, "every row has 'a'");
        assertKind(column("3", "3"), ColumnKind.CONSTANT, "every row has '3'");
        assertKind(column("", "NA"), ColumnKind.CONSTANT, "it is empty");
        assertThat(column("a", "").kind()).isEqualTo(ColumnKind.CATEGORY);
    }

    @Test
    void numbersWithSomeTextsAreCategoriesOnlyIfTheyAreFew() {
        assertKind(
                column("1", "2", "3", "A", "2"),
                ColumnKind.CATEGORY,
                "it has 4 different values, not all of them numbers");
        ColumnProfile mixed = column("x", 100, i -> i == 40 ? "unknown" : i == 50 ? "inf" : String.valueOf(i / 7.0));
        assertKind(mixed, ColumnKind.MIXED, "98 of 100 cells are numbers, but 'unknown' (t, line 42) is not");
        assertThat(mixed.strays()).containsExactly(new Stray("unknown", "t, line 42"), new Stray("inf", "t, line 52"));
    }

    @Test
    void missingTextsMayBeNumbers() {
        TableProfile profile =
                profile(List.of("x"), CellFormat.standard().withMissing(Set.of("-999", "?")), Map.of(), 4, i ->
                        new String[] {List.of("-999", "?", "5", "6").get(i)});
        assertThat(profile.columns().get(0).missing()).isEqualTo(2);
        assertThat(profile.columns().get(0).numbers().orElseThrow().minimum()).isEqualTo(5);
    }

    @Test
    void categoriesAndClassesHaveTheOrderOfNumbersOrTexts() {
        TableProfile profile = profile(
                List.of("y", "x", "z"),
                CellFormat.standard(),
                Map.of("y", ColumnUse.LABEL, "x", ColumnUse.CATEGORY),
                4,
                i -> new String[] {
                    List.of("10", "9", "-1", "9").get(i),
                    "" + (3 - i),
                    List.of("b", "a", "c", "a").get(i)
                });
        assertThat(profile.classes(false)).containsExactly("-1", "9", "10");
        assertThat(profile.inputs())
                .containsExactly(
                        new Column.Category("x", List.of("0", "1", "2", "3")),
                        new Column.Category("z", List.of("a", "b", "c")));
    }

    @Test
    void columnsThatAreNotThereAreRefusedWithTheNearest() {
        assertThatThrownBy(() -> TableProfile.builder(
                        "t", List.of("age", "churn"), CellFormat.standard(), Map.of("chrun", ColumnUse.LABEL)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("t must have the column 'chrun', but has only age, churn (did you mean 'churn'?)");
    }

    /** An oracle that holds all cells. */
    @Test
    void countsAreThoseOfAllCells() {
        RandomCases.forAll(1, 200, random -> {
            List<String> cells = new ArrayList<>();
            int rows = random.nextInt(1, 200);
            for (int i = 0; i < rows; i++) {
                cells.add(random.nextInt(4) == 0 ? "" : String.valueOf(random.nextInt(-5, 5) / 2.0));
            }
            ColumnProfile column = column(cells.toArray(String[]::new));
            double[] numbers = cells.stream()
                    .filter(cell -> !cell.isEmpty())
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            assertThat(column.missing()).isEqualTo(rows - numbers.length);
            assertThat(column.distinct().counted())
                    .isEqualTo((int) Arrays.stream(numbers).distinct().count());
            column.numbers()
                    .ifPresent(found -> assertThat(found.mean())
                            .isCloseTo(Arrays.stream(numbers).average().orElseThrow(), within(1e-12)));
        });
    }
}
