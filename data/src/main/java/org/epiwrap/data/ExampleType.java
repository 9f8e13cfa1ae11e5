package org.epiwrap.data;

import java.util.List;
import org.epiwrap.check.Check;

/** What the examples of a {@link Dataset} are. */
public sealed interface ExampleType {

    /** Returns the number of bytes of one example. */
    int bytes();

    /** Returns the word for several of them. */
    String plural();

    /** Images of one shape, a byte per pixel and channel. */
    record Images(Volume shape) implements ExampleType {
        @Override
        public int bytes() {
            return shape.size();
        }

        @Override
        public String plural() {
            return "images";
        }
    }

    /** Rows of a table, a {@code float} per cell; see {@link Column}. */
    record Rows(List<Column> columns) implements ExampleType {
        public Rows {
            columns = List.copyOf(columns);
            Check.between("the number of columns", columns.size(), 1, Integer.MAX_VALUE / Float.BYTES);
        }

        @Override
        public int bytes() {
            return columns.size() * Float.BYTES;
        }

        @Override
        public String plural() {
            return "rows";
        }
    }
}
