package org.epiwrap.data.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.data.DataException;

/** Tables as JSON, an object per row and line. They are written, never read: a first line need not name all columns. */
final class JsonLinesFormat implements TableFormat {
    @Override
    public boolean matches(Path file) {
        return TableFormat.endsIn(file, ".jsonl", ".ndjson");
    }

    @Override
    public RowSource open(Path file) throws IOException {
        throw new DataException(file + " must be a table as CSV, TSV or Parquet, but is a file of JSON lines, which are"
                + " only written");
    }

    @Override
    public RowSink create(Path file, List<RowSink.Field> fields) throws IOException {
        return JsonLinesSink.create(file, fields);
    }
}
