package org.epiwrap.data.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.epiwrap.check.Check;
import org.epiwrap.file.AtomicFile;
import org.jspecify.annotations.Nullable;

/** Writes a text table by FastCSV. A missing value is an empty cell; several texts are divided by vertical bars. */
final class DelimitedSink implements RowSink {
    private final AtomicFile.Pending file;
    private final CsvWriter writer;
    private final int columns;
    private final boolean decimalComma;

    private DelimitedSink(AtomicFile.Pending file, CsvWriter writer, int columns, boolean decimalComma) {
        this.file = file;
        this.writer = writer;
        this.columns = columns;
        this.decimalComma = decimalComma;
    }

    static DelimitedSink create(Path path, List<Field> fields, char delimiter, boolean decimalComma, boolean gzipped)
            throws IOException {
        Check.between("the number of columns", fields.size(), 1, DelimitedFormat.MAX_COLUMNS);
        AtomicFile.Pending file = AtomicFile.open(path);
        try {
            OutputStream plain = new BufferedOutputStream(file.stream(), 1 << 16);
            CsvWriter writer = CsvWriter.builder()
                    .fieldSeparator(delimiter)
                    .build(gzipped ? new GZIPOutputStream(plain, 1 << 16) : plain);
            DelimitedSink sink = new DelimitedSink(file, writer, fields.size(), decimalComma);
            sink.record(fields.stream().map(Field::name).toList());
            return sink;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public void write(List<? extends @Nullable Object> values) throws IOException {
        Check.sameLength("values", values.size(), "the fields", columns);
        record(values.stream().map(this::text).toList());
    }

    private String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof List<?> texts) {
            return texts.stream().map(String::valueOf).collect(Collectors.joining("|"));
        }
        String text = value.toString();
        return decimalComma && value instanceof Number ? text.replace('.', ',') : text;
    }

    private void record(List<String> cells) throws IOException {
        try {
            writer.writeRecord(cells);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void commit() throws IOException {
        // Closing ends the compression; the file itself stays open until it is moved.
        writer.close();
        file.commit();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
