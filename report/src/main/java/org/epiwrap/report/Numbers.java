package org.epiwrap.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.epiwrap.check.Check;

/** Numbers as text, the same in every country. */
final class Numbers {
    private static final int MOST_DECIMALS = 8;

    private Numbers() {}

    /** A coordinate of a drawing: two decimals are less than can be seen, and zeros at the end say nothing. */
    static String coordinate(double value) {
        return shortest(value, 2);
    }

    /** Rounded to a number of decimals, without zeros at the end. */
    static String shortest(double value, int decimals) {
        BigDecimal rounded = rounded(value, decimals);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** For readers: a fixed number of decimals, with a true minus sign, and never a minus before nothing. */
    static String fixed(double value, int decimals) {
        return withMinusSign(rounded(value, decimals).toPlainString());
    }

    /** For readers: three significant digits, in powers of ten where zeros would have to be counted. */
    static String significant(double value) {
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

    /** For readers: as many digits as tell values apart that differ by a hundredth of a width above 0. */
    static String resolving(double value, double width) {
        int decimals = 2 - (int) Math.floor(Math.log10(width));
        if (decimals <= MOST_DECIMALS) {
            return fixed(value, Math.max(0, decimals));
        }
        String number = BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toString();
        return withMinusSign(number.replace('E', 'e'));
    }

    static String withMinusSign(String number) {
        return number.replace('-', '\u2212');
    }

    private static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(Check.finite("value", value)).setScale(decimals, RoundingMode.HALF_EVEN);
    }
}
