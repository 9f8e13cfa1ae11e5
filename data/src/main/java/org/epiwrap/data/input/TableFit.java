package org.epiwrap.data.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;

/** Fits the features of a table to training rows, a column at a time. */
final class TableFit {
    private TableFit() {}

    static TableInput fit(Dataset train, Scale.Kind scale) {
        Check.atLeast("the number of training rows", train.size(), 1);
        List<Column> columns = train.columns();
        List<Feature> features = new ArrayList<>();
        float[] cells = new float[train.size()];
        for (int c = 0; c < columns.size(); c++) {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = train.cell(i, c);
            }
            features.add(feature(columns.get(c), cells, scale));
        }
        return new TableInput(features, CellFormat.standard());
    }

    private static Feature feature(Column column, float[] cells, Scale.Kind scale) {
        if (column instanceof Column.Category category) {
            BitSet seen = new BitSet();
            boolean missing = false;
            for (float cell : cells) {
                if (cell >= 0) {
                    seen.set((int) cell);
                }
                missing |= Float.isNaN(cell);
            }
            List<String> categories = seen.stream()
                    .filter(i -> i < category.categories().size())
                    .mapToObj(category.categories()::get)
                    .toList();
            return new Feature.Category(column.name(), categories, missing);
        }
        double[] sorted = IntStream.range(0, cells.length)
                .filter(i -> !Float.isNaN(cells[i]))
                .mapToDouble(i -> cells[i])
                .toArray();
        Arrays.sort(sorted);
        boolean missing = sorted.length < cells.length;
        if (sorted.length == 0) {
            return new Feature.Numeric(column.name(), new Scale.Standard(0, 1), 0, 0, missing);
        }
        double minimum = sorted[0];
        double maximum = sorted[sorted.length - 1];
        // A column that does not vary has no scale of its own: its size must do.
        Scale fitted =
                minimum < maximum ? scale.fit(sorted) : new Scale.Standard(minimum, Math.max(1, Math.abs(minimum)));
        return new Feature.Numeric(column.name(), fitted, minimum, maximum, missing);
    }
}
