package org.epiwrap.report;

import java.math.BigDecimal;
import org.epiwrap.check.Check;

/**
 * Round numbers inside a range: the multiples of mantissa·10^exponent from the first to the last, the mantissa being 1,
 * 2 or 5. They are decimals, so that 0.3 is 0.3 and its label needs no rounding.
 */
record Ticks(int mantissa, int exponent, long first, long last) {
    private static final int[] MANTISSAS = {1, 2, 5};
    /** Ends of a range count as inside when they miss a multiple by this share of a step. */
    private static final double ROUNDING = 1e-9;

    /** As many as there can be without being more than {@code atMost}, which is at least 2. */
    static Ticks within(double lower, double upper, int atMost) {
        Check.atLeast("atMost", atMost, 2);
        double width = Check.positive("the width of the range", upper - lower);
        int exponent = (int) Math.floor(Math.log10(width / atMost)) - 1;
        while (true) {
            for (int mantissa : MANTISSAS) {
                double step = mantissa * Math.pow(10, exponent);
                long first = (long) Math.ceil(lower / step - ROUNDING);
                long last = (long) Math.floor(upper / step + ROUNDING);
                if (last - first < atMost) {
                    return new Ticks(mantissa, exponent, first, last);
                }
            }
            exponent++;
        }
    }

    int count() {
        return (int) (last - first + 1);
    }

    double value(int k) {
        return decimal(k).doubleValue();
    }

    /** All labels have the same decimals. */
    String label(int k) {
        BigDecimal decimal = decimal(k);
        return Numbers.withMinusSign(
                exponent < -6 || exponent > 6
                        ? decimal.stripTrailingZeros()
                                .toString()
                                .replace("E+", "e")
                                .replace('E', 'e')
                        : decimal.toPlainString());
    }

    private BigDecimal decimal(int k) {
        return BigDecimal.valueOf((first + k) * mantissa, -exponent);
    }
}
