package org.epiwrap.data;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The order in which people expect names: by value if all are numbers, else letter by letter with runs of digits taken as
 * numbers, so that {@code item2} comes before {@code item10}.
 */
public final class NaturalOrder {
    /** Longer ones are names that happen to consist of digits. */
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,30}(\\.\\d{1,30})?");

    private static final Comparator<String> BY_VALUE =
            Comparator.comparing((String name) -> new BigDecimal(name)).thenComparing(Comparator.naturalOrder());

    private NaturalOrder() {}

    /** Returns the names in this order. */
    public static List<String> sorted(Collection<String> names) {
        boolean numbers = names.stream().allMatch(name -> NUMBER.matcher(name).matches());
        return names.stream().sorted(numbers ? BY_VALUE : NaturalOrder::compare).toList();
    }

    private static int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endA = digits(a, i);
            int endB = digits(b, j);
            if (endA > i && endB > j) {
                int order = compareDigits(a.substring(i, endA), b.substring(j, endB));
                if (order != 0) {
                    return order;
                }
                i = endA;
                j = endB;
            } else if (a.charAt(i) != b.charAt(j)) {
                return Character.compare(a.charAt(i), b.charAt(j));
            } else {
                i++;
                j++;
            }
        }
        int order = Integer.compare(a.length() - i, b.length() - j);
        // Names such as 1 and 01 differ, whatever their values.
        return order != 0 ? order : a.compareTo(b);
    }

    private static int digits(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /** Of runs without leading zeros the longer one is the larger number. */
    private static int compareDigits(String a, String b) {
        String first = a.replaceFirst("^0+", "");
        String second = b.replaceFirst("^0+", "");
        int order = Integer.compare(first.length(), second.length());
        return order != 0 ? order : first.compareTo(second);
    }
}
