package org.epiwrap.data.profile;

import java.util.List;
import java.util.Locale;
import org.epiwrap.store.Text;

/** Refuses labels that are no classes. */
final class LabelRules {
    /** Numbers with decimals that have more values than this are taken for measurements. */
    private static final int MAX_DECIMALS = 20;

    /** Whole numbers that have more values than this are taken for measurements. */
    private static final int MAX_WHOLE = 1_000;

    private static final double NEARLY_ALL = 0.95;

    private LabelRules() {}

    static List<String> classes(TableProfile table, ColumnProfile label, boolean sure) {
        String what = table.name() + ": the label '" + label.name() + "' ";
        int distinct = label.distinct().counted();
        if (distinct == 0) {
            throw new IllegalArgumentException(
                    what + "must have at least two values, but all of its cells are missing");
        }
        if (distinct == 1) {
            throw new IllegalArgumentException(what + "must have at least two values, but has only '"
                    + label.texts().get(0).text() + "'");
        }
        boolean numbers = label.strays().isEmpty() && label.numbers().isPresent();
        if (!sure && numbers) {
            boolean whole = label.numbers().orElseThrow().whole();
            if (distinct > (whole ? MAX_WHOLE : MAX_DECIMALS)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "%smust be classes, but has %s different numbers, as in regression (%s)",
                        what,
                        label.distinct(),
                        all(label)));
            }
        }
        long labelled = table.rows() - label.missing();
        if (!sure && labelled >= KindRules.MIN_KEYS && distinct >= NEARLY_ALL * labelled) {
            throw new IllegalArgumentException(
                    what + "must be classes, but differs in nearly every row (" + all(label) + ")");
        }
        List<String> classes = TextOrder.of(label, table);
        for (String name : classes) {
            if (Text.hasControl(name)) {
                throw new IllegalArgumentException(
                        what + "must name classes without control characters, but has " + Text.quoted(name));
            }
        }
        return classes;
    }

    private static String all(ColumnProfile label) {
        String name = Text.shown(label.name());
        return "if they are classes all the same, --category " + (name.contains(" ") ? "'" + name + "'" : name)
                + " says so";
    }
}
