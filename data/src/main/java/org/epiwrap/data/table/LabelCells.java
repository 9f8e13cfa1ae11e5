package org.epiwrap.data.table;

import java.util.List;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.input.TextIndex;
import org.epiwrap.store.Text;

/** Collects the labels of rows. For one table. */
final class LabelCells {
    private final String column;
    private final int source;
    private final List<String> classes;
    private final TextIndex places;
    private final TableOptions options;
    private final IntList labels = new IntList();

    private LabelCells(String column, int source, List<String> classes, TableOptions options) {
        this.column = column;
        this.source = source;
        this.classes = List.copyOf(classes);
        this.options = options;
        this.places = TextIndex.of(classes);
    }

    static LabelCells of(String column, List<String> classes, List<String> header, TableOptions options) {
        int source = header.indexOf(column);
        if (source < 0) {
            throw new IllegalArgumentException(ColumnNames.missing(column, header));
        }
        return new LabelCells(column, source, classes, options);
    }

    /**
     * Adds the label of a row.
     *
     * @return false if it has none and is left out
     */
    boolean add(RowText cells, RowSource row) throws DataException {
        int label = places.find(cells.characters(), cells.start(source), cells.end(source));
        if (label < 0) {
            String text = cells.text(source);
            if (options.dropsUnlabelled() && options.cells().isMissing(text)) {
                return false;
            }
            throw new DataException(row.place() + ", column '" + column + "': expected one of " + classes.size()
                    + " classes, but found '" + Text.shown(text) + "'");
        }
        labels.add(label);
        return true;
    }

    List<String> classes() {
        return classes;
    }

    int[] labels() {
        return labels.toArray();
    }
}
