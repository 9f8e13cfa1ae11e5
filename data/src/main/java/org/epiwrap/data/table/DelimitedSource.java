package org.epiwrap.data.table;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.source.Source;

/** Reads the rows of a text table by FastCSV and says in one sentence what is wrong with a file. */
final class DelimitedSource implements RowSource {
    /** So much of the header decides on the delimiter. */
    private static final int PEEK = 1 << 16;

    private static final char BYTE_ORDER_MARK = '\ufeff';

    /** Chooses the delimiter by the start of the file. */
    @FunctionalInterface
    interface Choice {
        char delimiter(String start);
    }

    private final Source source;
    private final Reader reader;
    private final CellCollector collector;
    private final CloseableIterator<CellCollector> records;
    private final List<String> header;

    private DelimitedSource(Source source, Reader reader, char delimiter) throws IOException {
        this.source = source;
        this.reader = reader;
        this.collector = new CellCollector(source.name());
        this.records = CsvReader.builder()
                .fieldSeparator(delimiter)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(DelimitedFormat.MAX_CELL)
                .build(collector, reader)
                .iterator();
        if (!advance()) {
            throw new DataException(source.name() + " must have a header with the names of columns, but is empty");
        }
        this.header = List.of(collector.row().texts());
        ColumnNames.check(place(), header);
    }

    static DelimitedSource open(Source source, Choice choice) throws IOException {
        PushbackReader reader =
                new PushbackReader(new InputStreamReader(source.stream(), StandardCharsets.UTF_8.newDecoder()), PEEK);
        try {
            char[] start = new char[PEEK];
            int length = 0;
            int read = 0;
            while (read >= 0 && length < PEEK) {
                length += read;
                try {
                    read = reader.read(start, length, PEEK - length);
                } catch (IOException e) {
                    throw damaged(source, 0, e);
                }
            }
            // Some editors mark UTF-8 by a character that is no text.
            int from = length > 0 && start[0] == BYTE_ORDER_MARK ? 1 : 0;
            reader.unread(start, from, length - from);
            return new DelimitedSource(source, reader, choice.delimiter(String.valueOf(start, from, length - from)));
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public List<String> header() {
        return header;
    }

    @Override
    public boolean next(RowText row) throws IOException {
        collector.into(row);
        if (!advance()) {
            return false;
        }
        if (row.size() != header.size()) {
            throw new DataException(
                    place() + ": expected " + header.size() + " cells as in the header, but found " + row.size());
        }
        return true;
    }

    private boolean advance() throws IOException {
        try {
            if (!records.hasNext()) {
                return false;
            }
            records.next();
            return true;
        } catch (CsvParseException | UncheckedIOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof DataException own) {
                    throw own;
                }
                if (cause instanceof IOException broken) {
                    throw damaged(source, collector.line(), broken);
                }
            }
            // Where the header's cells are quoted, another delimiter is text after a quote.
            String hint =
                    collector.line() <= 1 ? " (are the cells divided by another character? --delimiter names it)" : "";
            throw new DataException(
                    source.name() + ", line " + Math.max(1, collector.line()) + ": " + malformed(e) + hint, e);
        }
    }

    /** The parser looks for nothing else than the end of a cell and the end of a quote. */
    private static String malformed(RuntimeException e) {
        boolean tooLong = e.getMessage() != null && e.getMessage().contains("buffer");
        return tooLong
                ? "expected cells of at most " + DelimitedFormat.MAX_CELL
                        + " characters, but found a longer one (is a quote left open?)"
                : "expected a quoted cell to end with its quote, but found text after it or no closing quote";
    }

    private static IOException damaged(Source source, long line, IOException e) throws IOException {
        if (e instanceof CharacterCodingException) {
            return Utf8.refusal(source, e);
        }
        String found = e instanceof EOFException ? "the end of the file" : "an error" + DataException.because(e);
        return new DataException(
                source.name() + (line == 0 ? "" : ", after line " + line) + ": expected readable bytes, but found "
                        + found,
                e);
    }

    @Override
    public String place() {
        return source.name() + ", line " + collector.line();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
