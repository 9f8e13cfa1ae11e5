package org.epiwrap.metrics;

import org.epiwrap.check.Check;

/**
 * One quantity over several runs.
 *
 * @param deviation the standard deviation with the divisor n - 1; 0 for a single run, which says nothing of others
 */
public record Spread(double mean, double deviation, int runs) {

    /** One finite value per run. */
    public static Spread of(double... values) {
        Check.atLeast("the number of runs", values.length, 1);
        Check.finite("values", values);
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Spread(mean, Math.sqrt(squares / Math.max(1, values.length - 1)), values.length);
    }
}
