package org.epiwrap.cli.terminal;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/**
 * The last line of the terminal on stderr, in which a progress bar is redrawn. The library's own console opens the terminal
 * by native code, which takes Ctrl-C away from Java: the process would end without saving its state.
 */
final class TerminalLine implements ProgressBarConsumer {
    /** Set by the launcher: Java cannot ask the terminal. */
    private static final String COLUMNS = "epiwrap.columns";

    private static final int USUAL_COLUMNS = 80;

    private final PrintStream err;
    private final int columns;

    TerminalLine() {
        this(System.err, Integer.getInteger(COLUMNS, USUAL_COLUMNS));
    }

    TerminalLine(PrintStream err, int columns) {
        this.err = err;
        this.columns = columns > 1 ? columns : USUAL_COLUMNS;
    }

    /** One column less than the terminal has: a full line would wrap. */
    @Override
    public int getMaxRenderedLength() {
        return columns - 1;
    }

    @Override
    public void accept(String bar) {
        int length = bar.codePointCount(0, bar.length());
        String shown = length < columns ? bar : bar.substring(0, bar.offsetByCodePoints(0, columns - 1));
        err.print('\r' + shown);
        err.flush();
    }

    @Override
    public void clear() {
        err.print('\r' + " ".repeat(columns - 1) + '\r');
        err.flush();
    }

    @Override
    public void close() {
        err.println();
        err.flush();
    }
}
