package org.epiwrap.data.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;

/**
 * The range of a numeric column.
 *
 * @param column its index
 */
public record ColumnRange(int column, double minimum, double maximum) {
    public ColumnRange {
        Check.atLeast("column", column, 0);
        Check.finite("minimum", minimum);
        Check.finite("maximum", maximum);
        if (!(minimum <= maximum)) {
            throw new IllegalArgumentException("minimum must be at most maximum (" + maximum + "), but is " + minimum);
        }
    }

    /** Returns the ranges of all numeric columns with any value. */
    public static List<ColumnRange> of(Dataset rows) {
        List<Column> columns = rows.columns();
        double[] minima = new double[columns.size()];
        double[] maxima = new double[columns.size()];
        Arrays.fill(minima, Double.POSITIVE_INFINITY);
        Arrays.fill(maxima, Double.NEGATIVE_INFINITY);
        float[] cells = new float[columns.size()];
        for (int row = 0; row < rows.size(); row++) {
            rows.cells(row, cells, 0);
            for (int i = 0; i < cells.length; i++) {
                if (!Float.isNaN(cells[i])) {
                    minima[i] = Math.min(minima[i], cells[i]);
                    maxima[i] = Math.max(maxima[i], cells[i]);
                }
            }
        }
        List<ColumnRange> ranges = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            if (columns.get(i) instanceof Column.Numeric && minima[i] <= maxima[i]) {
                ranges.add(new ColumnRange(i, minima[i], maxima[i]));
            }
        }
        return ranges;
    }

    /**
     * Returns a value beyond the range.
     *
     * @param distance from the range, in widths; to the maximum if positive, to the minimum if negative
     */
    float beyond(double distance) {
        // A column that does not vary has no width: its size must do.
        double width = maximum > minimum ? maximum - minimum : Math.max(1, Math.abs(maximum));
        double moved = (distance > 0 ? maximum : minimum) + distance * width;
        return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, moved));
    }
}
