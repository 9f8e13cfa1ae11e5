package org.epiwrap.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalLineTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private TerminalLine line(int columns) {
        return new TerminalLine(new PrintStream(bytes, true, StandardCharsets.UTF_8), columns);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void barsAreDrawnOverEachOtherAndNeverFillTheLine() {
        TerminalLine line = line(10);
        line.accept("█".repeat(4));
        line.accept("█".repeat(40));
        assertThat(shown()).isEqualTo("\r" + "█".repeat(4) + "\r" + "█".repeat(9));
        assertThat(line.getMaxRenderedLength()).isEqualTo(9);
        line.close();
        assertThat(shown()).endsWith(System.lineSeparator());
    }

    @Test
    void aBarCanBeCleared() {
        line(5).clear();
        assertThat(shown()).isEqualTo("\r    \r");
    }

    @Test
    void aTerminalOfUnknownWidthHasTheUsualOne() {
        assertThat(line(0).getMaxRenderedLength()).isEqualTo(79);
    }
}
