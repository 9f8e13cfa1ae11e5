package org.epiwrap.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.epiwrap.metrics.Spread;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final Table TABLE = Table.of(
                    "results",
                    "What came out.",
                    Column.text("method"),
                    Column.percent("accuracy", 1).higherIsBetter(),
                    Column.number("error", 3).lowerIsBetter(),
                    Column.number("runs", 0))
            .row(Cell.of("one, \"quoted\""), Cell.of(Spread.of(0.9, 0.92)), Cell.of(0.25), Cell.of(2))
            .row(Cell.of("two\nlines"), Cell.of(0.90962), Cell.of(-0.25), Cell.of(1))
            .row(Cell.of("three"), Cell.missing(), Cell.missing(), Cell.of(1))
            .row(Cell.missing(), Cell.of(Spread.of(0.5)), Cell.of(-0.2504), Cell.of(1));

    @Test
    void numbersAreShownInTheirColumnsStyle() {
        assertThat(shown(0)).containsExactly("one, \"quoted\"", "91.0 ± 1.4", "0.250", "2");
        assertThat(shown(1)).containsExactly("two\nlines", "91.0", "−0.250", "1");
        assertThat(shown(2)).containsExactly("three", "–", "–", "1");
        assertThat(shown(3)).containsExactly("–", "50.0", "−0.250", "1");
        assertThat(TABLE.columns().get(1).shownHeader()).isEqualTo("accuracy,\u00a0%");
    }

    /** Only the page wraps, and never between a number and its unit or deviation. */
    @Test
    void cellsAndHeadersSayWhereTheyMayBeWrapped() {
        assertThat(TABLE.shownValue(TABLE.rows().get(0), 1)).isEqualTo("91.0");
        assertThat(TABLE.shownDeviation(TABLE.rows().get(0), 1)).isEqualTo(" ± 1.4");
        assertThat(TABLE.shownDeviation(TABLE.rows().get(1), 1)).isEmpty();
        assertThat(TABLE.shownDeviation(TABLE.rows().get(0), 0)).isEmpty();
        assertThat(TABLE.css(0)).isEqualTo("words long");
        assertThat(TABLE.css(1)).isEqualTo("number");
        assertThat(Table.of("t", "", Column.text("a"))
                        .row(Cell.of("twelve signs"))
                        .css(0))
                .isEqualTo("words");
        assertThat(Column.percent("at 95 % of all", 1).wrappableHeader()).isEqualTo("at 95\u00a0% of all,\u00a0%");
        assertThat(Column.number("at 95 %", 1).shownHeader()).isEqualTo("at 95 %");
    }

    @Test
    void theBestNumbersAreThoseThatLookBest() {
        assertThat(best(1)).containsExactly(true, true, false, false);
        assertThat(best(2)).containsExactly(false, true, false, true);
        assertThat(best(3)).containsOnly(false);
        assertThat(best(0)).containsOnly(false);
    }

    @Test
    void theBestAreChosenInEachGroup() {
        Table grouped = Table.of(
                        "t",
                        "",
                        Column.text("dataset").grouping(),
                        Column.text("score"),
                        Column.number("AUROC", 2).higherIsBetter())
                .row(Cell.of("a"), Cell.of("EU"), Cell.of(0.7))
                .row(Cell.of("a"), Cell.of("H"), Cell.of(0.6))
                .row(Cell.of("b"), Cell.of("EU"), Cell.of(0.9))
                .row(Cell.of("b"), Cell.of("H"), Cell.of(0.95))
                .row(Cell.of("c"), Cell.of("EU"), Cell.of(0.99));
        assertThat(grouped.rows().stream().map(row -> grouped.isBest(row, 2)))
                .containsExactly(true, false, false, true, false);
    }

    @Test
    void aSingleRowIsNotTheBestOfAnything() {
        Table single = Table.of("t", "", Column.number("n", 1).higherIsBetter()).row(Cell.of(1));
        assertThat(single.isBest(single.rows().get(0), 0)).isFalse();
    }

    /** RFC 4180, section 2: CRLF after each record, quotes round fields with quotes, commas or breaks, quotes doubled. */
    @Test
    void filesFollowTheStandard() {
        assertThat(Csv.of(TABLE))
                .isEqualTo("method,accuracy,accuracy deviation,error,runs\r\n"
                        + "\"one, \"\"quoted\"\"\",0.91,0.014142135623730963,0.25,2.0\r\n"
                        + "\"two\nlines\",0.90962,,-0.25,1.0\r\n"
                        + "three,,,,1.0\r\n"
                        + ",0.5,,-0.2504,1.0\r\n");
        assertThat(Csv.of(Table.of("t", "", Column.text("plain; text")).row(Cell.of("a\rb"))))
                .isEqualTo("plain; text\r\n\"a\rb\"\r\n");
        assertThat(TABLE.fileName()).isEqualTo("results.csv");
    }

    @Test
    void badTablesAreRefused() {
        assertThatThrownBy(() -> Table.of("A table", "", Column.text("a")))
                .hasMessage(
                        "the name of a table must consist of lower-case letters, digits and hyphens, but is 'A table'");
        assertThatThrownBy(() -> Table.of("../t", "", Column.text("a"))).hasMessageContaining("'../t'");
        assertThatThrownBy(() -> Table.of("t", "")).hasMessageContaining("the number of columns");
        assertThatThrownBy(() -> Table.of("t", "", Column.text("a"), Column.number("a", 1)))
                .hasMessage("the columns of table t must have different headers, but two are 'a'");
        Table two = Table.of("t", "", Column.text("a"), Column.number("b", 1));
        assertThatThrownBy(() -> two.row(Cell.of("x")))
                .hasMessage("row 0 of table t must be as long as the columns (2), but its length is 1");
        assertThatThrownBy(() -> two.row(Cell.of("x"), Cell.of("y")))
                .hasMessageStartingWith("row 0 of table t must have a number under 'b', but has ");
        assertThatThrownBy(() -> two.row(Cell.of(1), Cell.of(1)))
                .hasMessageStartingWith("row 0 of table t must have text under 'a', but has ");
        assertThatThrownBy(() -> Column.number("a", 13)).hasMessageContaining("decimals");
        assertThatThrownBy(() -> Cell.of(Double.NaN)).hasMessageContaining("value");
        assertThatThrownBy(() -> new Cell.Value(1, OptionalDouble.of(-1))).hasMessageContaining("deviation");
    }

    private static String[] shown(int row) {
        return IntStream.range(0, 4)
                .mapToObj(c -> TABLE.shown(TABLE.rows().get(row), c))
                .toArray(String[]::new);
    }

    private static Boolean[] best(int column) {
        return TABLE.rows().stream().map(row -> TABLE.isBest(row, column)).toArray(Boolean[]::new);
    }
}
