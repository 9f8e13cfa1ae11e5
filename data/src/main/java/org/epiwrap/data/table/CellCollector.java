package org.epiwrap.data.table;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.io.UncheckedIOException;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;

/** Collects the cells of one record at a time. */
final class CellCollector extends AbstractBaseCsvCallbackHandler<CellCollector> {
    private final String file;
    private RowText row = new RowText();
    private long line;

    CellCollector(String file) {
        this.file = file;
    }

    @Override
    protected void handleBegin(long startingLine) {
        line = startingLine;
        row.clear();
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
        if (row.size() == DelimitedFormat.MAX_COLUMNS) {
            throw refusal(DelimitedFormat.MAX_COLUMNS + " columns");
        }
        if (row.length() > DelimitedFormat.MAX_ROW - length) {
            throw refusal(DelimitedFormat.MAX_ROW + " characters in a row");
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
        row.add(buffer, from, to);
    }

    private UncheckedIOException refusal(String most) {
        return new UncheckedIOException(
                new DataException(file + ", line " + line + ": expected at most " + most + ", but found more"));
    }

    @Override
    protected CellCollector buildRecord() {
        return this;
    }

    /** Returns the line in which the record started; 0 before the first. */
    long line() {
        return line;
    }

    /** Collects the cells of the next records in this row. */
    void into(RowText other) {
        row = other;
    }

    /** Returns the cells, until the next record is read. */
    RowText row() {
        return row;
    }
}
