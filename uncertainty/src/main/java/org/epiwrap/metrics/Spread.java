package org.epiwrap.metrics;

import java.util.Arrays;
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

    /** Returns the spread of the differences between two quantities that were measured in the same runs. */
    public static Spread ofDifferences(double[] first, double[] second) {
        Check.sameLength("second", second.length, "first", first.length);
        double[] differences = new double[first.length];
        Arrays.setAll(differences, run -> first[run] - second[run]);
        return of(differences);
    }

    /** Returns the standard error of the mean. */
    public double standardError() {
        return deviation / Math.sqrt(runs);
    }
}
