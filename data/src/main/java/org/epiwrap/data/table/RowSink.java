package org.epiwrap.data.table;

import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a table row by row. The file appears under its name when all rows are written, completely or not at all. */
public interface RowSink extends Closeable {

    /** A column of what is written. */
    record Field(String name, Type type) {}

    /** What the cells of a column are. */
    enum Type {
        /** Texts. */
        TEXT,
        /** Numbers, of class Double, Float or {@link NumberText}; a text is refused where the format has typed columns. */
        NUMBER,
        /** Values of class Boolean. */
        BOOLEAN,
        /** Several texts, of class List. */
        TEXTS
    }

    /**
     * A number that was read: text tables keep its text.
     *
     * @param value empty if it is missing
     */
    record NumberText(String text, Optional<BigDecimal> value) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** Writes a row: a value for each field, of the class of its type, or null if it is missing. */
    void write(List<? extends @Nullable Object> values) throws IOException;

    /** Moves the finished file to its name. Without it, closing leaves no file. */
    void commit() throws IOException;
}
