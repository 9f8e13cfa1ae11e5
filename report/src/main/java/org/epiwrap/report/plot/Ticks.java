package org.epiwrap.report.plot;

import java.math.BigDecimal;
import org.epiwrap.check.Check;
import org.epiwrap.report.svg.Numbers;

/**
 * Round numbers inside a range: the multiples of mantissa·10^exponent from the first to the last, the mantissa being 1,
 * 2 or 5. They are decimals, so that 0.3 is 0.3 and its label needs no rounding.
 */
record Ticks(int mantissa, int exponent, long first, long last) {
    private static final int[] MANTISSAS = {1, 2, 5};
    /** Ends of a range that miss a multiple by this share of a step count as inside. */
    private static final double ROUNDING = 1e-9;

    /** Returns as many ticks as possible without exceeding {@code maxTicks}, which is at least 2. */
    static Ticks within(double lower, double upper, int maxTicks) {
        Check.atLeast("maxTicks", maxTicks, 2);
        double width = Check.positive("the width of the range", upper - lower);
        int exponent = (int) Math.floor(Math.log10(width / maxTicks)) - 1;
        while (true) {
            for (int mantissa : MANTISSAS) {
                double step = mantissa * Math.pow(10, exponent);
                long first = (long) Math.ceil(lower / step - ROUNDING);
                long last = (long) Math.floor(upper / step + ROUNDING);
                if (last - first < maxTicks) {
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

    /** Returns the label of a tick; all have the same number of decimals. */
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
