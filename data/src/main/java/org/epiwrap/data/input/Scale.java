package org.epiwrap.data.input;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.epiwrap.check.Check;
import org.epiwrap.statistics.SortedValues;

/**
 * Maps the numbers of a column to a range that suits a network: about mean 0 and variance 1 on training rows. Increasing,
 * and never bounded: a number far outside the training range stays far outside.
 */
public sealed interface Scale {

    /** Returns the scaled number. */
    double apply(double value);

    /**
     * (x − mean)/deviation.
     *
     * @param deviation above 0
     */
    record Standard(double mean, double deviation) implements Scale {
        public Standard {
            Check.finite("mean", mean);
            Check.positive("deviation", deviation);
        }

        @Override
        public double apply(double value) {
            return (value - mean) / deviation;
        }
    }

    /**
     * The quantile map: piecewise linear from the knots, which are quantiles of training rows, to those of a standard
     * normal distribution, and linear beyond the first and the last knot.
     *
     * @param knots ascending, each with the normal score it is mapped to
     */
    record Quantile(List<Double> knots, List<Double> scores) implements Scale {
        public Quantile {
            knots = List.copyOf(knots);
            scores = List.copyOf(scores);
            Check.atLeast("the number of knots", knots.size(), 2);
            Check.sameLength("scores", scores.size(), "knots", knots.size());
            checkAscending("knots", knots);
            checkAscending("scores", scores);
            for (int i = 1; i < knots.size(); i++) {
                Check.finite("the slope between two knots", slope(knots, scores, i));
            }
        }

        private static double slope(List<Double> knots, List<Double> scores, int until) {
            return (scores.get(until) - scores.get(until - 1)) / (knots.get(until) - knots.get(until - 1));
        }

        private static void checkAscending(String name, List<Double> values) {
            for (int i = 0; i < values.size(); i++) {
                Check.finite(name, values.get(i));
                if (i > 0 && !(values.get(i) > values.get(i - 1))) {
                    throw new IllegalArgumentException(
                            name + " must be ascending, but " + values.get(i) + " comes after " + values.get(i - 1));
                }
            }
        }

        @Override
        public double apply(double value) {
            int i = 1;
            int last = knots.size() - 1;
            if (value >= knots.get(last)) {
                i = last;
            } else if (value > knots.get(0)) {
                int low = 0;
                int high = last;
                while (high - low > 1) {
                    int middle = (low + high) >>> 1;
                    if (knots.get(middle) <= value) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                i = high;
            }
            double from = knots.get(i - 1);
            return scores.get(i - 1) + (value - from) * slope(knots, scores, i);
        }
    }

    /** Which scale is fitted to training rows. */
    enum Kind {
        /** See {@link Standard}. */
        STANDARD,
        /** See {@link Quantile}. */
        QUANTILE;

        /** Returns the scale of a column with these numbers in its training rows, sorted and not all equal. */
        Scale fit(double[] sorted) {
            return this == STANDARD ? standard(sorted) : quantile(sorted);
        }
    }

    /** The number of equal shares into which the quantile map divides training rows. */
    int SHARES = 32;

    private static Scale standard(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow();
        return new Standard(mean, Math.sqrt(variance));
    }

    private static Scale quantile(double[] sorted) {
        NormalDistribution normal = NormalDistribution.of(0, 1);
        double[] knots = new double[SHARES + 1];
        double[] shares = new double[SHARES + 1];
        int count = 0;
        for (int i = 0; i <= SHARES; i++) {
            double knot = sorted[(int) Math.round((double) i / SHARES * (sorted.length - 1))];
            if (count > 0 && knot == knots[count - 1]) {
                continue;
            }
            // Equal numbers share the middle of the ranks that they take up.
            int below = SortedValues.below(sorted, knot);
            int until = SortedValues.below(sorted, Math.nextUp(knot));
            knots[count] = knot;
            shares[count++] = (below + until) / 2.0 / sorted.length;
        }
        return new Quantile(
                Arrays.stream(knots, 0, count).boxed().toList(),
                Arrays.stream(shares, 0, count)
                        .map(normal::inverseCumulativeProbability)
                        .boxed()
                        .toList());
    }
}
