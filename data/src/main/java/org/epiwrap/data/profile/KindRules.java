package org.epiwrap.data.profile;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.epiwrap.data.profile.ColumnProfile.Distinct;
import org.epiwrap.data.profile.ColumnProfile.Stray;
import org.epiwrap.data.profile.ColumnProfile.TextCount;

/** Decides what a column is, and why. */
final class KindRules {
    /** In fewer rows, different values are no sign of a key. */
    static final int MIN_KEYS = 50;

    private static final double NEARLY_ALL = 0.95;
    private static final int MAX_CATEGORIES = 1_000;
    private static final int FEW = 50;
    private static final double WORDS_OF_PROSE = 3;
    private static final Pattern KEY = Pattern.compile("(?i)(.*[ _.-])?(id|key|index|idx|uuid|guid|row|rownum|nr|no)");
    private static final Pattern CAMEL_KEY = Pattern.compile(".*[a-z](Id|ID|Key|Index)");
    private static final List<Set<String>> BOOLEANS =
            List.of(Set.of("true", "false"), Set.of("yes", "no"), Set.of("t", "f"), Set.of("y", "n"));

    private KindRules() {}

    /** A kind, what it is used as unless another use is asked for, and why it is this one. */
    record Finding(ColumnKind kind, ColumnUse use, String reason) {
        Finding(ColumnKind kind, String reason) {
            this(kind, kind.use(), reason);
        }
    }

    static Finding decide(String name, ColumnStatistics column) {
        Distinct distinct = column.distinct();
        if (column.present() == 0) {
            return new Finding(ColumnKind.CONSTANT, "it is empty");
        }
        if (distinct.counted() == 1 && column.missing() == 0) {
            String only = column.texts().findFirst().orElseThrow().text();
            return new Finding(ColumnKind.CONSTANT, "every row has '" + only + "'");
        }
        long numbers = column.numbers().count();
        if (numbers == column.present()) {
            return ofNumbers(name, column);
        }
        if (isBoolean(column)) {
            return new Finding(ColumnKind.BOOLEAN, "its values are " + listed(column));
        }
        if (!column.dateForms().isEmpty()) {
            return new Finding(
                    ColumnKind.DATE,
                    "all " + count(column.present()) + " cells are dates: later rows would all be outside the range of"
                            + " earlier ones");
        }
        if (column.hasOtherMark() && (distinct.more() || distinct.counted() > FEW)) {
            Stray first = column.strays().get(0);
            return new Finding(
                    ColumnKind.MIXED,
                    "texts such as '" + first.text() + "' (" + first.place()
                            + ") are numbers with another decimal mark");
        }
        if (2 * numbers >= column.present()) {
            return mostlyNumbers(column);
        }
        return ofTexts(column);
    }

    private static Finding ofNumbers(String name, ColumnStatistics column) {
        NumberStatistics numbers = column.numbers();
        if (numbers.isZeroAndOne()) {
            // One number says as much as two categories, and costs one input.
            return new Finding(ColumnKind.BOOLEAN, ColumnUse.NUMBER, "its values are 0 and 1");
        }
        if (numbers.isWhole() && column.present() >= MIN_KEYS && column.share() >= 1) {
            boolean named =
                    KEY.matcher(name).matches() || CAMEL_KEY.matcher(name).matches();
            if (named || numbers.isAscending() || numbers.isDense()) {
                String sign = named
                        ? "its name is that of a key"
                        : numbers.isAscending() ? "they ascend from row to row" : "they leave few gaps";
                return new Finding(ColumnKind.IDENTIFIER, "its whole numbers all differ and " + sign);
            }
        }
        return new Finding(ColumnKind.NUMERIC, "all " + count(column.present()) + " cells are numbers");
    }

    private static boolean isBoolean(ColumnStatistics column) {
        return BOOLEANS.stream().anyMatch(pair -> isTwo(column, pair));
    }

    private static boolean isTwo(ColumnStatistics column, Set<String> pair) {
        return column.distinct().counted() == 2
                && column.texts().allMatch(each -> pair.contains(each.text().toLowerCase(Locale.ROOT)));
    }

    private static Finding mostlyNumbers(ColumnStatistics column) {
        Distinct distinct = column.distinct();
        if (!distinct.more() && distinct.counted() <= FEW) {
            return new Finding(
                    ColumnKind.CATEGORY, "it has " + distinct + " different values, not all of them numbers");
        }
        Stray first = column.strays().get(0);
        return new Finding(
                ColumnKind.MIXED,
                count(column.numbers().count()) + " of " + count(column.present()) + " cells are numbers, but '"
                        + first.text() + "' (" + first.place() + ") is not");
    }

    private static Finding ofTexts(ColumnStatistics column) {
        Distinct distinct = column.distinct();
        boolean prose = column.wordsPerText() >= WORDS_OF_PROSE;
        if (column.present() >= MIN_KEYS && column.share() >= NEARLY_ALL) {
            return prose
                    ? new Finding(ColumnKind.FREE_TEXT, "its texts have several words and rarely occur twice")
                    : new Finding(ColumnKind.IDENTIFIER, "nearly all of its texts differ");
        }
        if (column.longest() > ColumnStatistics.MAX_TEXT) {
            return new Finding(
                    ColumnKind.FREE_TEXT, "it has texts of more than " + ColumnStatistics.MAX_TEXT + " characters");
        }
        if (distinct.more() || distinct.counted() > MAX_CATEGORIES) {
            return new Finding(ColumnKind.FREE_TEXT, "it has " + distinct + " different texts");
        }
        return new Finding(ColumnKind.CATEGORY, "it has " + distinct + " different texts");
    }

    private static String listed(ColumnStatistics column) {
        return String.join(" and ", column.texts().map(TextCount::text).sorted().toList());
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
