package org.epiwrap.report;

import org.epiwrap.check.Check;

/**
 * A straight line from values to places on the page.
 *
 * @param lower the value at {@code start}
 * @param upper the value at {@code end}, above lower
 */
record Scale(double lower, double upper, double start, double end) {

    Scale {
        Check.finite("lower", lower);
        Check.finite("upper", upper);
        Check.positive("the width of the scale", upper - lower);
    }

    double at(double value) {
        return start + (value - lower) / (upper - lower) * (end - start);
    }
}
