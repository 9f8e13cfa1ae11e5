package org.epiwrap.promise;

import java.math.BigDecimal;
import java.math.MathContext;

/** Shares that promises are made of: checked, and in words. */
final class Shares {
    private Shares() {}

    /** Returns a share strictly between 0 and 1: nothing random can be promised of all or of none. */
    static double inside(String name, double value) {
        if (value > 0 && value < 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be above 0 and below 1, but is " + value);
    }

    /** Returns a share in percent with as many digits as it has, such as "99.5 %". */
    static String percent(double share) {
        BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2).round(new MathContext(6));
        return percent.stripTrailingZeros().toPlainString() + " %";
    }
}
