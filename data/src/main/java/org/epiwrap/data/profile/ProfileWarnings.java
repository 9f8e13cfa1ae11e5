package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.profile.ColumnProfile.Stray;
import org.epiwrap.data.profile.DataWarning.Kind;

/** Warnings that counts give, without another look at the rows. */
final class ProfileWarnings {
    private static final double MANY = 0.5;

    private ProfileWarnings() {}

    static List<DataWarning> of(TableProfile table) {
        List<DataWarning> warnings = new ArrayList<>();
        for (ColumnProfile column : table.columns()) {
            if (column.use() != ColumnUse.LABEL) {
                ofKind(column, table.format()).ifPresent(warnings::add);
                if (column.kind() != ColumnKind.CONSTANT && column.missing() > MANY * table.rows()) {
                    warnings.add(new DataWarning(
                            Kind.MANY_MISSING,
                            String.format(
                                    Locale.ROOT,
                                    "The column '%s' is missing in %s of rows.",
                                    column.name(),
                                    percent(column.missing(), table.rows()))));
                }
            }
        }
        table.label().ifPresent(label -> addLabel(label, warnings));
        return warnings;
    }

    private static Optional<DataWarning> ofKind(ColumnProfile column, CellFormat format) {
        return switch (column.kind()) {
            case NUMERIC, BOOLEAN -> Optional.empty();
            case CATEGORY ->
                OtherMark.isOnAll(column.strays(), format)
                        ? warning(Kind.MIXED_TYPES, column, mixed(column, format))
                        : Optional.empty();
            case CONSTANT -> warning(Kind.CONSTANT, column, "carries no information: " + column.reason());
            case IDENTIFIER -> warning(Kind.IDENTIFIER, column, "looks like an identifier: " + column.reason());
            case FREE_TEXT -> warning(Kind.FREE_TEXT, column, "looks like free text: " + column.reason());
            case DATE -> warning(Kind.DATE, column, "has dates: " + column.reason());
            case MIXED -> warning(Kind.MIXED_TYPES, column, mixed(column, format));
        };
    }

    private static Optional<DataWarning> warning(Kind kind, ColumnProfile column, String clause) {
        String use =
                column.use() == ColumnUse.IGNORED ? "is ignored" : "is used as a " + column.use() + " all the same";
        return Optional.of(new DataWarning(kind, "The column '" + column.name() + "' " + clause + "; it " + use + "."));
    }

    private static String mixed(ColumnProfile column, CellFormat format) {
        String texts = column.strays().stream()
                .map(stray -> "'" + stray.text() + "' (" + stray.place() + ")")
                .collect(Collectors.joining(", "));
        if (OtherMark.isOnAll(column.strays(), format)) {
            return "has texts such as " + texts + ", which would be numbers "
                    + (format.decimalComma() ? "without" : "with") + " --decimal-comma";
        }
        String options = column.strays().stream()
                .map(Stray::text)
                // A longer text was cut, so that no cell has it.
                .filter(text -> text.length() <= ColumnStatistics.MAX_TEXT)
                .map(text -> "--missing " + (text.contains(" ") ? "'" + text + "'" : text))
                .collect(Collectors.joining(" "));
        return "has numbers, but also texts such as " + texts
                + (options.isEmpty()
                        ? ""
                        : "; if they stand for missing numbers, " + options + " would make it numeric");
    }

    private static void addLabel(ColumnProfile label, List<DataWarning> warnings) {
        if (label.missing() > 0) {
            warnings.add(new DataWarning(
                    Kind.MISSING_LABELS,
                    String.format(
                            Locale.ROOT,
                            "%,d rows have no label and cannot be learnt from (the first: %s).",
                            label.missing(),
                            label.firstMissing().orElseThrow())));
        }
        if (label.texts().isEmpty()) {
            return;
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        label.texts().forEach(each -> counts.put(each.text(), each.count()));
        warnings.addAll(ClassWarnings.of(counts, "rows"));
    }

    static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }
}
