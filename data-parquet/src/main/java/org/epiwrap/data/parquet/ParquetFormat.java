package org.epiwrap.data.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormat;

/**
 * Tables in Parquet files, whose names end in {@code .parquet} or {@code .pq}. Columns are flat: texts, numbers, booleans,
 * dates, times and decimals; those that hold groups or lists are refused by name. A cell becomes the text that a CSV file
 * would have, and null an empty one.
 */
public final class ParquetFormat implements TableFormat {
    /** Creates the format; {@link java.util.ServiceLoader} does so too. */
    public ParquetFormat() {}

    @Override
    public boolean matches(Path file) {
        return TableFormat.endsIn(file, ".parquet", ".pq");
    }

    @Override
    public RowSource open(Path file) throws IOException {
        return ParquetSource.open(file);
    }

    @Override
    public RowSink create(Path file, List<RowSink.Field> fields) throws IOException {
        return ParquetSink.create(file, fields);
    }
}
