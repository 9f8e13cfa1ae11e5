package org.epiwrap.experiments.promises;

import org.epiwrap.check.Check;

/**
 * The number of failures among so many examples that all fail at one unknown rate, which is distributed as Beta(a, b):
 * P(x) = C(n, x) B(a + x, b + n − x)/B(a, b).
 *
 * @param examples how many there are, n
 * @param a at least 0; without any, nothing fails
 * @param b at least 0; without any, everything fails
 */
record BetaBinomial(int examples, double a, double b) {
    BetaBinomial {
        Check.atLeast("examples", examples, 0);
        Check.nonNegative("a", a);
        Check.nonNegative("b", b);
        Check.positive("a + b", a + b);
    }

    /** Returns the probability of more failures than a limit of at least 0. */
    double above(int limit) {
        if (limit >= examples || a == 0) {
            return 0;
        }
        if (b == 0) {
            return 1;
        }
        // From few failures to many, in logarithms: the first terms may be too small for a number.
        double log = 0;
        for (int i = 0; i < examples; i++) {
            log += Math.log(b + i) - Math.log(a + b + i);
        }
        double atMost = 0;
        for (int x = 0; x <= limit; x++) {
            atMost += Math.exp(log);
            log += Math.log((examples - x) * (a + x)) - Math.log((x + 1) * (b + examples - x - 1));
        }
        return Math.max(0, 1 - atMost);
    }
}
