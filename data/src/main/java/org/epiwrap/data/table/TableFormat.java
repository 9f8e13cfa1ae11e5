package org.epiwrap.data.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A format of tables in files. Those beyond text are found by {@link java.util.ServiceLoader}. */
public interface TableFormat {

    /** Returns whether a file has this format, by its name. */
    boolean matches(Path file);

    /** Returns whether a name has one of some endings, whatever the case of its letters. */
    static boolean endsIn(Path file, String... endings) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(endings).anyMatch(name::endsWith);
    }

    /** Opens a table to read. */
    RowSource open(Path file) throws IOException;

    /** Creates a table to write. */
    RowSink create(Path file, List<RowSink.Field> fields) throws IOException;
}
