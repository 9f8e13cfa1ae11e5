package org.epiwrap.data.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.epiwrap.data.source.Source;

/**
 * Tables as text: a record per row, the first with the names of the columns, and a delimiter between cells. A cell may stand
 * in double quotes, which then may contain delimiters, line breaks and, doubled, quotes. Files are UTF-8, plain or gzipped
 * (read by content, written by name). Blank lines are skipped; spaces around cells without quotes are not part of them.
 */
public final class DelimitedFormat implements TableFormat {
    /** More columns than this are refused, before they fill the memory. */
    public static final int MAX_COLUMNS = 100_000;

    /** Cells of more characters than this are refused, before they fill the memory. */
    public static final int MAX_CELL = 1 << 20;

    /** Rows of more characters than this are refused: a small gzipped file may claim any number of long cells. */
    public static final int MAX_ROW = 1 << 25;

    private static final Pattern NAME = Pattern.compile(".*\\.(csv|tsv|tab|txt)(\\.gz)?");
    private static final Pattern TABS = Pattern.compile(".*\\.(tsv|tab)(\\.gz)?");

    private final Optional<Character> delimiter;
    private final boolean decimalComma;

    private DelimitedFormat(Optional<Character> delimiter, boolean decimalComma) {
        this.delimiter = delimiter;
        this.decimalComma = decimalComma;
    }

    /**
     * Returns the usual format. The delimiter is the character among comma, semicolon, tab and vertical bar that the header
     * has most of, outside of quotes; tab in a file named {@code .tsv} whose header has one.
     */
    public static DelimitedFormat standard() {
        return new DelimitedFormat(Optional.empty(), false);
    }

    /** Returns this format with a delimiter of choice. */
    public DelimitedFormat withDelimiter(char character) {
        if (character == '"' || character == '\n' || character == '\r') {
            throw new IllegalArgumentException("the delimiter must be no quote and no line break");
        }
        return new DelimitedFormat(Optional.of(character), decimalComma);
    }

    /** Returns this format for numbers with a decimal comma, in which a comma delimits cells only if it was chosen. */
    public DelimitedFormat withDecimalComma() {
        return new DelimitedFormat(delimiter, true);
    }

    @Override
    public boolean matches(Path file) {
        return NAME.matcher(name(file)).matches();
    }

    @Override
    public RowSource open(Path file) throws IOException {
        return open(Source.file(file));
    }

    /** Opens a table of any source to read. */
    public RowSource open(Source source) throws IOException {
        boolean tabs = TABS.matcher(source.name().toLowerCase(Locale.ROOT)).matches();
        return DelimitedSource.open(source, header -> delimiter.orElseGet(() -> detected(header, tabs)));
    }

    private char detected(String header, boolean tabs) {
        if (tabs && Delimiters.count(header, '\t') > 0) {
            return '\t';
        }
        return Delimiters.mostFrequent(header, decimalComma ? ";\t|" : ",;\t|");
    }

    @Override
    public RowSink create(Path file, List<RowSink.Field> fields) throws IOException {
        char other = decimalComma ? ';' : ',';
        char character = delimiter.orElse(TABS.matcher(name(file)).matches() ? '\t' : other);
        return DelimitedSink.create(
                file, fields, character, decimalComma, name(file).endsWith(".gz"));
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }
}
