package org.epiwrap.credal;

import org.epiwrap.check.Check;

/** Bounds that go together: as many lower as upper ones, each lower one at most the upper. */
final class Bounds {
    private Bounds() {}

    static void check(double[] lower, double[] upper) {
        Check.finite("lower", lower);
        Check.finite("upper", upper);
        Check.sameLength("upper", upper.length, "lower", lower.length);
        for (int i = 0; i < lower.length; i++) {
            if (lower[i] > upper[i]) {
                throw new IllegalArgumentException(
                        "lower[" + i + "] must be at most upper[" + i + "] (" + upper[i] + "), but is " + lower[i]);
            }
        }
    }
}
