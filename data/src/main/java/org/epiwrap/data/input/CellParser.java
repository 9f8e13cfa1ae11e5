package org.epiwrap.data.input;

import org.epiwrap.data.Column;

/** Reads the cells of one column; see {@link Column} for what a cell is. */
@FunctionalInterface
interface CellParser {
    /**
     * Returns the cell of some characters.
     *
     * @throws IllegalArgumentException if the column cannot have it; the message goes on after the name of the column
     */
    float parse(char[] text, int from, int to);

    /** Refuses a text that is no number at all, and might stand for a missing one. */
    final class NoNumberException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        NoNumberException(String message) {
            super(message);
        }
    }

    static CellParser of(Column column, CellReader reader) {
        return column instanceof Column.Category category ? categories(category, reader) : numbers(reader);
    }

    private static CellParser categories(Column.Category column, CellReader reader) {
        TextIndex places = TextIndex.of(column.categories());
        return (text, from, to) -> {
            int place = places.find(text, from, to);
            return place >= 0 ? place : reader.isMissing(text, from, to) ? Float.NaN : TableInput.UNSEEN;
        };
    }

    private static CellParser numbers(CellReader reader) {
        return (text, from, to) -> {
            double number = reader.number(text, from, to);
            float cell = (float) number;
            if (Float.isFinite(cell)) {
                return cell;
            }
            if (Double.isNaN(number) && reader.isMissing(text, from, to)) {
                return Float.NaN;
            }
            String other = new String(text, from, to - from);
            return finite(Double.isNaN(number) ? DateForm.anyDays(other) : number, other);
        };
    }

    private static float finite(double number, String text) {
        float cell = (float) number;
        if (Float.isFinite(cell)) {
            return cell;
        }
        if (Double.isNaN(number)) {
            throw new NoNumberException("expected a number, but found '" + shortened(text) + "'");
        }
        throw new IllegalArgumentException("expected a number from -" + Float.MAX_VALUE + " to " + Float.MAX_VALUE
                + ", but found '" + shortened(text) + "'");
    }

    private static String shortened(String text) {
        int length = 60;
        return text.length() <= length ? text : text.substring(0, length) + "…";
    }
}
