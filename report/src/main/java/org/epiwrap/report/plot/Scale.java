package org.epiwrap.report.plot;

import org.epiwrap.check.Check;

/**
 * A linear map from values to positions in a drawing.
 *
 * @param lower the value at {@code start}
 * @param upper the value at {@code end}, above lower
 */
public record Scale(double lower, double upper, double start, double end) {

    public Scale {
        Check.finite("lower", lower);
        Check.finite("upper", upper);
        Check.positive("the width of the scale", upper - lower);
    }

    public double at(double value) {
        return start + (value - lower) / (upper - lower) * (end - start);
    }
}
