package org.epiwrap.data.table;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.epiwrap.data.Column;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.profile.ColumnCodes;
import org.epiwrap.data.profile.TableProfile;

/**
 * All cells of a table whose columns are not known yet, as the codes that its profile gives them while it is built: four
 * bytes each. They spare a second pass over the file.
 */
final class CodedRows implements Closeable {
    private final Map<String, Integer> places = new HashMap<>();
    private final TableProfile.Builder profile;
    private final Records.Builder codes;
    private final int[] row;
    private final Supplier<String> place;
    private long drained;

    CodedRows(RowSource rows, TableProfile.Builder profile) {
        this.place = rows::place;
        rows.header().forEach(column -> places.put(column, places.size()));
        this.profile = profile;
        this.row = new int[places.size()];
        this.codes = Records.builder(Math.multiplyExact(row.length, Integer.BYTES));
    }

    void add(RowText cells) throws IOException {
        if (codes.size() == RowLoader.MAX_ROWS) {
            throw new DataException(place.get() + ": expected at most " + RowLoader.MAX_ROWS + " rows, but found more");
        }
        profile.add(cells, row, place);
        codes.add(row);
    }

    private int place(String column) {
        return Objects.requireNonNull(places.get(column), column);
    }

    /** Returns whether all cells of these columns are known. If not, a second pass says which cell is no number. */
    boolean know(List<Column> columns) {
        return columns.stream()
                .allMatch(column -> column instanceof Column.Category
                        || profile.codes(place(column.name())).isNumeric());
    }

    /**
     * Returns the rows as a dataset; they are gone afterwards.
     *
     * @param label the column of the classes, if there is one; rows without a label are left out
     */
    Dataset load(String name, List<Column> columns, Optional<String> label, List<String> classes) throws IOException {
        ExampleType type = new ExampleType.Rows(columns);
        int[] sources = columns.stream().map(Column::name).mapToInt(this::place).toArray();
        ColumnCodes.Decoder[] decoders = new ColumnCodes.Decoder[sources.length];
        for (int i = 0; i < sources.length; i++) {
            ColumnCodes known = profile.codes(sources[i]);
            decoders[i] = columns.get(i) instanceof Column.Category category
                    ? known.categories(category.categories())
                    : known.numbers();
        }
        float[] cells = new float[sources.length];
        try (Records.Builder records = Records.builder(type.bytes())) {
            if (label.isEmpty()) {
                codes.drain(record -> records.add(decode(record, sources, decoders, cells)));
                return Dataset.unlabelled(name, type, records.build());
            }
            int source = place(label.get());
            ColumnCodes.Decoder truth = profile.codes(source).categories(classes);
            IntList labels = new IntList();
            codes.drain(record -> {
                float known = truth.cell(drained, record[source]);
                decode(record, sources, decoders, cells);
                if (known >= 0) {
                    labels.add((int) known);
                    records.add(cells);
                }
            });
            return Dataset.of(name, type, classes, records.build(), labels.toArray());
        }
    }

    private float[] decode(int[] record, int[] sources, ColumnCodes.Decoder[] decoders, float[] cells) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = decoders[i].cell(drained, record[sources[i]]);
        }
        drained++;
        return cells;
    }

    @Override
    public void close() {
        codes.close();
    }
}
