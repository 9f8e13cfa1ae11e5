package org.epiwrap.data.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import org.epiwrap.data.DataException;

/** Opens and creates tables in the format that their names say; what no format claims is read as text. */
public final class TableFormats {
    /** The Maven artifact that reads and writes Parquet files, as group and name. */
    public static final String PARQUET_ARTIFACT = "org.epiwrap:epiwrap-data-parquet";

    private static final String PARQUET = ".parquet";

    private static final TableFormat JSON_LINES = new JsonLinesFormat();

    private TableFormats() {}

    /**
     * Opens a table to read.
     *
     * @param text how text is read
     */
    public static RowSource open(Path file, DelimitedFormat text) throws IOException {
        if (Files.isDirectory(file)) {
            throw new DataException(file + " must be a table, but is a folder");
        }
        if (!Files.exists(file)) {
            throw new DataException(file + " must be a table, but there is no such file");
        }
        return format(file, text).open(file);
    }

    /**
     * Creates a table to write.
     *
     * @param text how text is written
     */
    public static RowSink create(Path file, List<RowSink.Field> fields, DelimitedFormat text) throws IOException {
        return format(file, text).create(file, fields);
    }

    /** Returns whether the name of a file is that of a table. */
    public static boolean matches(Path file) {
        return DelimitedFormat.standard().matches(file)
                || isParquet(file)
                || registered(file).isPresent();
    }

    private static boolean isParquet(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(PARQUET);
    }

    private static Optional<TableFormat> registered(Path file) {
        if (JSON_LINES.matches(file)) {
            return Optional.of(JSON_LINES);
        }
        for (TableFormat format : ServiceLoader.load(TableFormat.class)) {
            if (format.matches(file)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    private static TableFormat format(Path file, DelimitedFormat text) throws DataException {
        Optional<TableFormat> found = registered(file);
        if (found.isPresent()) {
            return found.get();
        }
        if (isParquet(file)) {
            throw new DataException(file + " is a Parquet file, which needs the dependency " + PARQUET_ARTIFACT);
        }
        return text;
    }
}
