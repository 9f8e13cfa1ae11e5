package org.epiwrap.statistics;

import org.epiwrap.check.Check;

/**
 * The mean m = Σ x / n of a sample and the sum of its squared deviations Σ (x − m)², by two passes over the values.
 *
 * @param count n, at least 1
 */
public record SampleMoments(int count, double mean, double squares) {

    /** Returns the moments of finite values. */
    public static SampleMoments of(String name, double... values) {
        Check.finite(name, values);
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new SampleMoments(values.length, mean, squares);
    }

    /** Returns √(Σ (x − m)² / n), the deviation of the sample itself. */
    public double populationDeviation() {
        return Math.sqrt(squares / count);
    }

    /** Returns √(Σ (x − m)² / (n − 1)), which estimates the deviation of what was sampled; 0 for a single value. */
    public double sampleDeviation() {
        return Math.sqrt(squares / Math.max(1, count - 1));
    }
}
