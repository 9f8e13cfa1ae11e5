package org.epiwrap.data.input;

import java.util.Set;
import java.util.TreeSet;

/**
 * How the cells of a table are written.
 *
 * @param missing the texts of a missing cell
 * @param decimalComma whether numbers have a comma in place of a point
 */
public record CellFormat(Set<String> missing, boolean decimalComma) {
    private static final int MAX_DIGITS = 16;
    private static final double[] POWERS = new double[MAX_DIGITS + 1];
    /** Whole numbers up to this one, and powers of ten up to 10²², are exact, and so is the rounding of their quotient. */
    private static final long EXACT = 1L << 53;

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    public CellFormat {
        missing = Set.copyOf(missing);
    }

    /** Returns the usual format: an empty cell, NA and NaN are missing; numbers have a decimal point. */
    public static CellFormat standard() {
        return new CellFormat(Set.of("", "NA", "NaN"), false);
    }

    /** Returns this format in which some more texts are missing cells. */
    public CellFormat withMissing(Set<String> texts) {
        Set<String> all = new TreeSet<>(missing);
        all.addAll(texts);
        return new CellFormat(all, decimalComma);
    }

    /** Returns this format with a decimal comma. */
    public CellFormat withDecimalComma() {
        return new CellFormat(missing, true);
    }

    /** Returns whether a cell is missing. */
    public boolean isMissing(String text) {
        return missing.contains(text);
    }

    /**
     * Returns the number that a text is, rounded as {@link Double#parseDouble} rounds, or NaN if it is no finite decimal
     * number.
     */
    public double number(String text) {
        int length = text.length();
        int start = length > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        char point = decimalComma ? ',' : '.';
        long digits = 0;
        int i = start;
        for (; i < length; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            digits = digits * 10 + digit;
        }
        int count = i - start;
        int decimals = 0;
        if (i < length && text.charAt(i) == point) {
            int first = ++i;
            for (; i < length; i++) {
                int digit = text.charAt(i) - '0';
                if (digit < 0 || digit > 9) {
                    break;
                }
                digits = digits * 10 + digit;
            }
            decimals = i - first;
        }
        count += decimals;
        if (count == 0) {
            return Double.NaN;
        }
        if (i < length) {
            return isExponent(text, i) ? general(text) : Double.NaN;
        }
        // More digits might have overflown.
        if (count > MAX_DIGITS || digits > EXACT) {
            return general(text);
        }
        double value = digits / POWERS[decimals];
        return text.charAt(0) == '-' ? -value : value;
    }

    private static boolean isExponent(String text, int from) {
        int i = from + 1;
        if (text.charAt(from) != 'e' && text.charAt(from) != 'E') {
            return false;
        }
        if (i < text.length() && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
            i++;
        }
        return i < text.length() && text.chars().skip(i).allMatch(c -> c >= '0' && c <= '9');
    }

    private double general(String text) {
        double value = Double.parseDouble(decimalComma ? text.replace(',', '.') : text);
        return Double.isFinite(value) ? value : Double.NaN;
    }
}
