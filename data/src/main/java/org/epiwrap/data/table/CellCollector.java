package org.epiwrap.data.table;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.epiwrap.data.DataException;

/** Collects the cells of one record at a time, in an array that is used again for the next. */
final class CellCollector extends AbstractBaseCsvCallbackHandler<CellCollector> {
    private final String file;
    private String[] cells = new String[16];
    private int count;
    private long characters;
    private long line;

    CellCollector(String file) {
        this.file = file;
    }

    @Override
    protected void handleBegin(long startingLine) {
        line = startingLine;
        count = 0;
        characters = 0;
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
        if (count == cells.length) {
            if (count >= DelimitedFormat.MAX_COLUMNS) {
                throw new UncheckedIOException(new DataException(file + ", line " + line + ": expected at most "
                        + DelimitedFormat.MAX_COLUMNS + " columns, but found more"));
            }
            cells = Arrays.copyOf(cells, Math.min(2 * count, DelimitedFormat.MAX_COLUMNS));
        }
        characters += length;
        if (characters > DelimitedFormat.MAX_RECORD) {
            throw new UncheckedIOException(new DataException(file + ", line " + line + ": expected at most "
                    + DelimitedFormat.MAX_RECORD + " characters in a row, but found more"));
        }
        int from = offset;
        int to = offset + length;
        if (!quoted) {
            while (from < to && buffer[from] == ' ') {
                from++;
            }
            while (from < to && buffer[to - 1] == ' ') {
                to--;
            }
        }
        cells[count++] = from == to ? "" : new String(buffer, from, to - from);
    }

    @Override
    protected CellCollector buildRecord() {
        return this;
    }

    int count() {
        return count;
    }

    /** Returns the line in which the record started; 0 before the first. */
    long line() {
        return line;
    }

    String[] cells() {
        return Arrays.copyOf(cells, count);
    }

    void copy(String[] target) {
        System.arraycopy(cells, 0, target, 0, count);
    }
}
