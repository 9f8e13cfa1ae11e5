package org.epiwrap.data.table;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.DataException;
import org.epiwrap.store.Text;

/** Collects the labels of rows. For one table. */
final class LabelCells {
    private final String column;
    private final int source;
    private final List<String> classes;
    private final Map<String, Integer> places = new HashMap<>();
    private final TableOptions options;
    private int[] labels = new int[1024];
    private int size;

    private LabelCells(String column, int source, List<String> classes, TableOptions options) {
        this.column = column;
        this.source = source;
        this.classes = List.copyOf(classes);
        this.options = options;
        classes.forEach(name -> places.put(name, places.size()));
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
    boolean add(String[] cells, RowSource row) throws DataException {
        Integer label = places.get(cells[source]);
        if (label == null) {
            if (options.dropsUnlabelled() && options.cells().isMissing(cells[source])) {
                return false;
            }
            throw new DataException(row.place() + ", column '" + column + "': expected one of " + classes.size()
                    + " classes, but found '" + Text.shown(cells[source]) + "'");
        }
        if (size == labels.length) {
            labels = Arrays.copyOf(labels, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size));
        }
        labels[size++] = label;
        return true;
    }

    List<String> classes() {
        return classes;
    }

    int[] labels() {
        return Arrays.copyOf(labels, size);
    }
}
