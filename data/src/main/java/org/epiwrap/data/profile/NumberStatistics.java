package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.data.profile.ColumnProfile.Numbers;

/** The numbers of one column while its cells pass by: moments by Welford's method, and a sample of them. */
final class NumberStatistics {
    private long count;
    private double mean;
    private double squares;
    private double minimum = Double.POSITIVE_INFINITY;
    private double maximum = Double.NEGATIVE_INFINITY;
    private boolean whole = true;
    private boolean ascending = true;
    private double last = Double.NEGATIVE_INFINITY;
    private double[] sample = new double[0];

    void add(double value) {
        count++;
        double distance = value - mean;
        mean += distance / count;
        squares += distance * (value - mean);
        if (value < minimum) {
            minimum = value;
        }
        if (value > maximum) {
            maximum = value;
        }
        whole = whole && value == Math.rint(value);
        if (ascending) {
            ascending = value > last;
            last = value;
        }
    }

    /** Puts a number, or NaN for a cell that is none, into the sample. */
    void sample(int slot, double value) {
        if (slot >= sample.length) {
            int length = sample.length;
            sample = Arrays.copyOf(sample, Math.max(slot + 1, 2 * length));
            Arrays.fill(sample, length, sample.length, Double.NaN);
        }
        sample[slot] = value;
    }

    long count() {
        return count;
    }

    boolean isWhole() {
        return whole;
    }

    /** Returns whether the numbers are 0 and 1, however they are written: a missing cell makes 1.0 of a true one in pandas. */
    boolean isZeroAndOne() {
        return whole && minimum == 0 && maximum == 1;
    }

    boolean isAscending() {
        return ascending;
    }

    /** Returns whether different whole numbers, as these are, leave few gaps. */
    boolean isDense() {
        return maximum - minimum + 1 <= 1.1 * count;
    }

    Numbers summary() {
        double[] sorted =
                Arrays.stream(sample).filter(x -> !Double.isNaN(x)).sorted().toArray();
        List<Double> quantiles = new ArrayList<>();
        double[] bins = new double[Numbers.BINS];
        if (sorted.length > 0) {
            for (double share : Numbers.SHARES) {
                quantiles.add(sorted[(int) Math.round(share * (sorted.length - 1))]);
            }
            // Halved, because the range of doubles may exceed that of doubles.
            double range = maximum / 2 - minimum / 2;
            for (double value : sorted) {
                double place = range > 0 ? (value / 2 - minimum / 2) / range : 0;
                bins[Math.min((int) (place * bins.length), bins.length - 1)] += 1.0 / sorted.length;
            }
        }
        return new Numbers(
                count,
                whole,
                minimum,
                maximum,
                mean,
                Math.sqrt(squares / count),
                quantiles,
                Arrays.stream(bins).boxed().toList());
    }
}
