package org.epiwrap.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.epiwrap.metrics.Spread;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void wordsToTheLeftAndNumbersToTheRight() {
        Table table = Table.of("t", "What it shows", Column.text("network"), Column.percent("accuracy", 1))
                .row(Cell.of("a"), Cell.of(Spread.of(0.5, 0.7)))
                .row(Cell.of("longer name"), Cell.missing());
        assertThat(TextTable.lines(table))
                .containsExactly(
                        "What it shows",
                        "network      accuracy,\u00a0%",
                        "a            60.0 ± 14.1",
                        "longer name            –");
    }

    @Test
    void longTextsOfAWideTableAreWrapped() {
        String why = "the distance to training rows comes most from this and from that and from others ".repeat(2);
        Table table = Table.of("t", "What it shows", Column.text("row"), Column.text("why"), Column.number("EU", 1))
                .row(Cell.of("a"), Cell.of(why.strip()), Cell.of(0.5))
                .row(Cell.of("b"), Cell.of("/a/path/that/has/no/spaces/and/is/longer/than/that"), Cell.of(1));
        assertThat(TextTable.lines(table))
                .allMatch(line -> line.length() <= 60)
                .contains("a    the distance to training rows comes most            0.5")
                .contains("     from this and from that and from others the")
                .anyMatch(line -> line.contains("/a/path/that/has/no/spaces/and/is/longer/than/that"));
    }
}
