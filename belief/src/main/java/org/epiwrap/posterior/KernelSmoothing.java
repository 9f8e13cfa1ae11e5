package org.epiwrap.posterior;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * Samples smoothed into a density by a Gaussian kernel, cut three bandwidths outside the range of the samples.
 *
 * <p>The bandwidth is Silverman's, 0.9·min(sd, s/1.34)·N^(-1/5), but with s the length of the shortest interval that
 * holds half of the samples in place of the interquartile range: for one mode they are alike, and where the samples
 * fall into two camps the gap between them does not count as spread.
 */
final class KernelSmoothing {
    private static final double REACH = 3;
    private static final int KNOTS_PER_BANDWIDTH = 8;
    /** A far outlier must not ask for a table without end; the bandwidth then grows to what the table resolves. */
    private static final int MAX_BANDWIDTHS = 2048;

    private KernelSmoothing() {}

    static Posterior of(double[] ascending) {
        checkSamples(ascending);
        int count = ascending.length;
        double first = ascending[0];
        double range = Check.finite("the range of the samples", ascending[count - 1] - first);
        if (range == 0) {
            return new PointMass(first);
        }
        double bandwidth = range * Math.max(relativeBandwidth(ascending, range), 1.0 / MAX_BANDWIDTHS);
        double spacing = bandwidth / KNOTS_PER_BANDWIDTH;
        if (spacing < 4 * Math.ulp(Math.max(Math.abs(first), Math.abs(first + range)))) {
            // Samples that differ in their last digits only: knots this close could not be told apart.
            return new PointMass(first + 0.5 * range);
        }
        double lower = first - REACH * bandwidth;
        double upper = first + range + REACH * bandwidth;
        int cells = (int) Math.ceil(Check.finite("the range of the samples", upper - lower) / spacing);
        spacing = (upper - lower) / cells;
        double[] knots = new double[cells + 1];
        double[] density = new double[cells + 1];
        for (int i = 0; i <= cells; i++) {
            knots[i] = i == cells ? upper : lower + i * spacing;
        }
        for (double sample : ascending) {
            double place = (sample - lower) / spacing;
            double reach = REACH * bandwidth / spacing;
            // A knot at the very end of the kernel's reach counts, however it is rounded.
            int from = (int) Math.max(0, Math.ceil(place - reach - 1e-6));
            int to = (int) Math.min(cells, Math.floor(place + reach + 1e-6));
            for (int i = from; i <= to; i++) {
                double z = (knots[i] - sample) / bandwidth;
                density[i] += Math.exp(-0.5 * z * z);
            }
        }
        return TabulatedDensity.of(knots, density);
    }

    private static void checkSamples(double[] ascending) {
        if (ascending.length == 0) {
            throw new IllegalArgumentException("samples must hold at least 1 number, but are empty");
        }
        for (int i = 0; i < ascending.length; i++) {
            Check.finite("sample " + i, ascending[i]);
            if (i > 0 && ascending[i] < ascending[i - 1]) {
                throw new IllegalArgumentException("samples must be in ascending order, but sample " + i + " ("
                        + ascending[i] + ") is below sample " + (i - 1) + " (" + ascending[i - 1] + ")");
            }
        }
    }

    /** Returns the bandwidth as a share of the range, so that no scale of the samples overflows. */
    private static double relativeBandwidth(double[] ascending, double range) {
        double first = ascending[0];
        double[] scaled = Arrays.stream(ascending).map(x -> (x - first) / range).toArray();
        double mean = Arrays.stream(scaled).average().orElseThrow();
        double squares = Arrays.stream(scaled).map(x -> (x - mean) * (x - mean)).sum();
        double spread = Math.sqrt(squares / (scaled.length - 1));
        double shortest = shortestHalf(scaled) / 1.34;
        // If half of the samples are equal they would give no width at all.
        double scale = shortest > 0 ? Math.min(spread, shortest) : spread;
        return 0.9 * scale * Math.pow(scaled.length, -0.2);
    }

    /** Returns the length of the shortest interval that holds half of the samples, and two at least. */
    private static double shortestHalf(double[] ascending) {
        int steps = Math.max(1, (ascending.length - 1) / 2);
        double shortest = Double.MAX_VALUE;
        for (int i = 0; i + steps < ascending.length; i++) {
            shortest = Math.min(shortest, ascending[i + steps] - ascending[i]);
        }
        return shortest;
    }
}
