package org.epiwrap.posterior;

import java.util.Arrays;
import org.epiwrap.interval.Check;

/**
 * Samples smoothed into a density by a Gaussian kernel of Silverman's bandwidth
 * h = 0.9·min(sd, interquartile range/1.34)·N^(-1/5), cut three bandwidths outside the range of the samples.
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
        double smoothedRange = Check.finite("the range of the samples", range + 2 * REACH * bandwidth);
        int cells = (int) Math.ceil(smoothedRange / spacing);
        double[] knots = new double[cells + 1];
        double[] density = new double[cells + 1];
        for (int i = 0; i <= cells; i++) {
            knots[i] = lower + i * spacing;
        }
        for (double sample : ascending) {
            int from = (int) Math.max(0, Math.ceil((sample - lower - REACH * bandwidth) / spacing));
            int to = (int) Math.min(cells, Math.floor((sample - lower + REACH * bandwidth) / spacing));
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

    /** The bandwidth as a share of the range, so that no scale of the samples overflows. */
    private static double relativeBandwidth(double[] ascending, double range) {
        double first = ascending[0];
        double[] scaled = Arrays.stream(ascending).map(x -> (x - first) / range).toArray();
        double mean = Arrays.stream(scaled).average().orElseThrow();
        double squares = Arrays.stream(scaled).map(x -> (x - mean) * (x - mean)).sum();
        double spread = Math.sqrt(squares / (scaled.length - 1));
        double quartiles = (quantile(scaled, 0.75) - quantile(scaled, 0.25)) / 1.34;
        // Ties in the middle half would give no width at all.
        double scale = quartiles > 0 ? Math.min(spread, quartiles) : spread;
        return 0.9 * scale * Math.pow(scaled.length, -0.2);
    }

    private static double quantile(double[] ascending, double share) {
        double position = share * (ascending.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, ascending.length - 1);
        return ascending[below] + (position - below) * (ascending[above] - ascending[below]);
    }
}
