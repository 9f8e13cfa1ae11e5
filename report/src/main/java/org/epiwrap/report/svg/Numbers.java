package org.epiwrap.report.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.epiwrap.check.Check;

/** Formats numbers, the same in every locale. */
public final class Numbers {
    private static final int MAX_DECIMALS = 8;

    private Numbers() {}

    /** Returns a coordinate of a drawing: two decimals, which is finer than the eye can see, without trailing zeros. */
    public static String coordinate(double value) {
        return shortest(value, 2);
    }

    /** Returns a number rounded to some decimals, without trailing zeros. */
    public static String shortest(double value, int decimals) {
        BigDecimal rounded = rounded(value, decimals);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Returns a number with fixed decimals and a typographic minus sign; never a negative zero. */
    public static String fixed(double value, int decimals) {
        return withMinusSign(rounded(value, decimals).toPlainString());
    }

    /** Returns a number with three significant digits; very small and very large ones as powers of ten. */
    public static String significant(double value) {
        if (value == 0) {
            return "0";
        }
        int exponent = (int) Math.floor(Math.log10(Math.abs(value)));
        if (exponent < -4 || exponent > 6) {
            BigDecimal mantissa = rounded(value / Math.pow(10, exponent), 2);
            return withMinusSign(mantissa.stripTrailingZeros().toPlainString() + "e" + exponent);
        }
        return fixed(value, Math.max(0, 2 - exponent));
    }

    /** Returns a number with enough digits to distinguish values that differ by a hundredth of a positive width. */
    public static String resolving(double value, double width) {
        int decimals = 2 - (int) Math.floor(Math.log10(width));
        if (decimals <= MAX_DECIMALS) {
            return fixed(value, Math.max(0, decimals));
        }
        String number = BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toString();
        return withMinusSign(number.replace('E', 'e'));
    }

    /** Returns a formatted number with a typographic minus sign in place of the hyphen. */
    public static String withMinusSign(String number) {
        return number.replace('-', '\u2212');
    }

    private static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(Check.finite("value", value)).setScale(decimals, RoundingMode.HALF_EVEN);
    }
}
