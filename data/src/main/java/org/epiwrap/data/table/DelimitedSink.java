package org.epiwrap.data.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.epiwrap.check.Check;
import org.jspecify.annotations.Nullable;

/** Writes a text table by FastCSV. A missing value is an empty cell; several texts are divided by vertical bars. */
final class DelimitedSink extends FileSink<CsvWriter> {
    private final int columns;
    private final boolean decimalComma;

    private DelimitedSink(Path path, List<Field> fields, char delimiter, boolean decimalComma, boolean gzipped)
            throws IOException {
        super(path, bytes -> {
            CsvWriter writer = CsvWriter.builder()
                    .fieldSeparator(delimiter)
                    .build(gzipped ? new GZIPOutputStream(bytes, 1 << 16) : bytes);
            record(writer, fields.stream().map(Field::name).toList());
            return writer;
        });
        this.columns = fields.size();
        this.decimalComma = decimalComma;
    }

    static DelimitedSink create(Path path, List<Field> fields, char delimiter, boolean decimalComma, boolean gzipped)
            throws IOException {
        Check.between("the number of columns", fields.size(), 1, DelimitedFormat.MAX_COLUMNS);
        return new DelimitedSink(path, fields, delimiter, decimalComma, gzipped);
    }

    @Override
    public void write(List<? extends @Nullable Object> values) throws IOException {
        Check.sameLength("values", values.size(), "the fields", columns);
        record(writer, values.stream().map(this::text).toList());
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

    private static void record(CsvWriter writer, List<String> cells) throws IOException {
        try {
            writer.writeRecord(cells);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
