package org.epiwrap.data.table;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.epiwrap.data.input.RowText;

/** The rows of a table, one after another, each cell as text. No more than a few rows are held at once. */
public interface RowSource extends Closeable {

    /** Returns the names of the columns, which differ. */
    List<String> header();

    /**
     * Reads the next row.
     *
     * @param row receives a cell for each column; an empty one if a value is missing
     * @return false at the end
     * @throws org.epiwrap.data.DataException if the row is not one of this table; the message names file and line
     */
    boolean next(RowText row) throws IOException;

    /** Returns where the last row was read, such as {@code churn.csv, line 17}. */
    String place();
}
