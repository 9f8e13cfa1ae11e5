package org.epiwrap.metrics;

import org.epiwrap.check.Check;
import org.epiwrap.statistics.SampleMoments;

/**
 * The mean and standard deviation of one quantity over several runs.
 *
 * @param deviation the standard deviation with the divisor n - 1; 0 for a single run
 */
public record Spread(double mean, double deviation, int runs) {

    public static Spread of(double... values) {
        Check.atLeast("the number of runs", values.length, 1);
        SampleMoments moments = SampleMoments.of("values", values);
        return new Spread(moments.mean(), moments.sampleDeviation(), moments.count());
    }
}
