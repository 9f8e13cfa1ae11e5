package org.epiwrap.data.input;

import java.math.BigDecimal;
import java.util.Optional;
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
        return number(text.toCharArray(), 0, text.length());
    }

    /** Returns the number that a text is with all of its digits, or empty if it is no finite decimal number. */
    public Optional<BigDecimal> decimal(String text) {
        return Double.isNaN(number(text))
                ? Optional.empty()
                : Optional.of(new BigDecimal(decimalComma ? text.replace(',', '.') : text));
    }

    /** Returns the number that some characters of a buffer are; see {@link #number(String)}. */
    double number(char[] text, int from, int to) {
        int start = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
        char point = decimalComma ? ',' : '.';
        long digits = 0;
        int i = start;
        for (; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            digits = digits * 10 + digit;
        }
        int count = i - start;
        int decimals = 0;
        if (i < to && text[i] == point) {
            int first = ++i;
            for (; i < to; i++) {
                int digit = text[i] - '0';
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
        if (i < to) {
            return isExponent(text, i, to) ? general(text, from, to) : Double.NaN;
        }
        // More digits might have overflown.
        if (count > MAX_DIGITS || digits > EXACT) {
            return general(text, from, to);
        }
        double value = digits / POWERS[decimals];
        return text[from] == '-' ? -value : value;
    }

    private static boolean isExponent(char[] text, int from, int to) {
        if (text[from] != 'e' && text[from] != 'E') {
            return false;
        }
        int i = from + 1;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            i++;
        }
        if (i == to) {
            return false;
        }
        for (; i < to; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return false;
            }
        }
        return true;
    }

    private double general(char[] text, int from, int to) {
        String number = new String(text, from, to - from);
        double value = Double.parseDouble(decimalComma ? number.replace(',', '.') : number);
        return Double.isFinite(value) ? value : Double.NaN;
    }
}
