package org.epiwrap.prediction.table;

import java.util.OptionalInt;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.table.RowSource;

/**
 * A table in which the columns of a model were found.
 *
 * @param parser of the cells that the model reads
 * @param label the place of the column with the class of each row, if there is one
 */
record MatchedTable(RowSource rows, RowParser parser, OptionalInt label) {}
