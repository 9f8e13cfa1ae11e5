package org.epiwrap.data.parquet;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.PrimitiveType;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;

/** Reads a Parquet file row by row; a group of rows is held at once, as the format demands. */
final class ParquetSource implements RowSource {
    private final Path file;
    private final List<String> header;
    private final Row row;
    private final ParquetReader<Row, Row, Cells> reader;
    private long read;

    private ParquetSource(Path file, List<String> header, Row row, ParquetReader<Row, Row, Cells> reader) {
        this.file = file;
        this.header = header;
        this.row = row;
        this.reader = reader;
    }

    /** Receives the cells of one row after another. */
    private static final class Row implements Hydrator<Row, Row, Cells> {
        private String[] cells = {};

        @Override
        public Row start() {
            return this;
        }

        @Override
        public Row add(Row target, Cells column, @Nullable Object value) {
            cells[column.index()] = column.text(value);
            return this;
        }

        @Override
        public Row finish(Row target) {
            return this;
        }
    }

    static ParquetSource open(Path file) throws IOException {
        ParquetFooter.checkFrame(file);
        ParquetMetadata metadata;
        try {
            metadata = ParquetReader.readMetadata(file.toFile());
            List<PrimitiveType> columns = ParquetFooter.columns(file, metadata);
            ParquetFooter.checkBlocks(file, metadata, columns.size());
            Map<String, Cells> byName = new HashMap<>();
            List<String> header = new ArrayList<>();
            for (PrimitiveType column : columns) {
                byName.put(column.getName(), new Cells(header.size(), column));
                header.add(column.getName());
            }
            Row row = new Row();
            ParquetReader<Row, Row, Cells> reader =
                    ParquetReader.spliterator(file.toFile(), row, path -> Objects.requireNonNull(byName.get(path[0])));
            return new ParquetSource(file, header, row, reader);
        } catch (DataException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw refused(file.toString(), e);
        }
    }

    @Override
    public List<String> header() {
        return header;
    }

    @Override
    public boolean next(RowText target) throws IOException {
        row.cells = new String[header.size()];
        try {
            if (!reader.tryAdvance(finished -> read++)) {
                return false;
            }
        } catch (RuntimeException e) {
            throw refused(file + ", row " + (read + 1), e);
        }
        target.set(row.cells);
        return true;
    }

    /** The library reports damage by exceptions of many kinds, the telling one innermost. */
    private static DataException refused(String place, Exception e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String reason = cause.getMessage() == null ? "it is damaged" : Text.shown(cause.getMessage());
        return new DataException(place + ": expected readable Parquet, but found an error: " + reason, e);
    }

    @Override
    public String place() {
        return file + ", row " + read;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
