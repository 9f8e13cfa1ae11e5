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
}
