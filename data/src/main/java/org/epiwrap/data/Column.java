package org.epiwrap.data;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * A column of a table, as the rows of a {@link Dataset} hold it: a cell is a number, in a column with categories the index
 * of its category, and NaN if it is missing.
 */
public sealed interface Column {

    /** Returns the name in the table's header. */
    String name();

    /** Returns the text of a cell, for people; empty if it is missing. */
    String text(float cell);

    /** A column of numbers. */
    record Numeric(String name) implements Column {
        private static final int SHOWN_DIGITS = 4;

        @Override
        public String text(float cell) {
            if (Float.isNaN(cell)) {
                return "";
            }
            if (cell == Math.rint(cell) && Math.abs(cell) < 1e7) {
                return String.valueOf((long) cell);
            }
            // Four digits, unless a number has more of them before its point.
            BigDecimal exact = new BigDecimal(Float.toString(cell));
            int digits = Math.max(SHOWN_DIGITS, exact.precision() - exact.scale());
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            return Math.abs(cell) < 1e-3 || Math.abs(cell) >= 1e7
                    ? String.valueOf(rounded.floatValue())
                    : rounded.stripTrailingZeros().toPlainString();
        }
    }

    /** A column of categories; a cell beyond them, or below 0, is of none of them. */
    record Category(String name, List<String> categories) implements Column {
        public Category {
            categories = List.copyOf(categories);
        }

        @Override
        public String text(float cell) {
            return cell >= 0 && cell < categories.size() ? categories.get((int) cell) : "";
        }
    }
}
