package org.epiwrap.data.input;

import java.util.HashMap;
import java.util.Map;
import org.epiwrap.data.Column;

/** Reads the texts of one column; see {@link Column} for what a cell is. */
@FunctionalInterface
interface CellParser {
    /**
     * Returns the cell of a text.
     *
     * @throws IllegalArgumentException if the column cannot have it; the message goes on after the name of the column
     */
    float parse(String text);

    static CellParser of(Column column, CellFormat format) {
        return column instanceof Column.Category category ? categories(category, format) : numbers(format);
    }

    private static CellParser categories(Column.Category column, CellFormat format) {
        Map<String, Integer> places = new HashMap<>();
        column.categories().forEach(category -> places.put(category, places.size()));
        return text -> {
            Integer place = places.get(text);
            if (place != null) {
                return place;
            }
            return format.isMissing(text) ? Float.NaN : TableInput.UNSEEN;
        };
    }

    private static CellParser numbers(CellFormat format) {
        // Looking up every number would take longer than reading it.
        boolean lookUpNumbers = format.missing().stream().anyMatch(text -> !Double.isNaN(format.number(text)));
        return text -> {
            double number = format.number(text);
            if ((Double.isNaN(number) || lookUpNumbers) && format.isMissing(text)) {
                return Float.NaN;
            }
            return finite(Double.isNaN(number) ? DateForm.anyDays(text) : number, text);
        };
    }

    private static float finite(double number, String text) {
        float cell = (float) number;
        if (Float.isFinite(cell)) {
            return cell;
        }
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException("expected a number, but found '" + shortened(text) + "'");
        }
        throw new IllegalArgumentException("expected a number from -" + Float.MAX_VALUE + " to " + Float.MAX_VALUE
                + ", but found '" + shortened(text) + "'");
    }

    private static String shortened(String text) {
        int length = 60;
        return text.length() <= length ? text : text.substring(0, length) + "…";
    }
}
