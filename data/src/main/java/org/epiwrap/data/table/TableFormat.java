package org.epiwrap.data.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A format of tables in files. Those beyond text are found by {@link java.util.ServiceLoader}. */
public interface TableFormat {

    /** Returns whether a file has this format, by its name. */
    boolean matches(Path file);

    /** Opens a table to read. */
    RowSource open(Path file) throws IOException;

    /** Creates a table to write. */
    RowSink create(Path file, List<RowSink.Field> fields) throws IOException;
}
