package org.epiwrap.data.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.epiwrap.data.profile.ColumnProfile.TextCount;

/** The different texts of a column in their natural order: of numbers if all are numbers, else of texts. */
final class TextOrder {
    private TextOrder() {}

    static List<String> of(ColumnProfile column, TableProfile table) {
        if (column.distinct().more()) {
            throw new IllegalArgumentException(table.name() + ": the column '" + column.name() + "' must have at most "
                    + String.format(Locale.ROOT, "%,d", column.distinct().counted())
                    + " different values, but has more");
        }
        for (TextCount each : column.texts()) {
            if (each.text().length() > ColumnStatistics.MAX_TEXT) {
                throw new IllegalArgumentException(
                        table.name() + ": the column '" + column.name() + "' must have values of at most "
                                + ColumnStatistics.MAX_TEXT + " characters, but has longer ones");
            }
        }
        boolean numbers = column.strays().isEmpty();
        Comparator<String> order = numbers
                ? Comparator.<String>comparingDouble(table.format()::number).thenComparing(Comparator.naturalOrder())
                : Comparator.naturalOrder();
        return column.texts().stream().map(TextCount::text).sorted(order).toList();
    }
}
