package org.epiwrap.data.profile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is known of a column after one pass.
 *
 * @param reason why it is of its kind, in words
 * @param missing the number of missing cells
 * @param firstMissing where the first of them is
 * @param texts the different texts with their counts, the most frequent first; the first {@link #COMMONEST} unless the
 *     column is used as categories or label, and none if they were too many to count
 * @param numbers if any cell is a number
 * @param strays the first few texts that are no numbers
 */
public record ColumnProfile(
        String name,
        ColumnKind kind,
        ColumnUse use,
        String reason,
        long missing,
        Optional<String> firstMissing,
        Distinct distinct,
        List<TextCount> texts,
        Optional<Numbers> numbers,
        List<Stray> strays) {
    /** How many texts are listed of a column of which not all are needed. */
    public static final int COMMONEST = 20;

    /** Copies the lists. */
    public ColumnProfile {
        texts = List.copyOf(texts);
        strays = List.copyOf(strays);
    }

    /** A text and the number of its cells. */
    public record TextCount(String text, long count) {}

    /** A text where most cells are something else, and where it is first. */
    public record Stray(String text, String place) {}

    /**
     * The number of different texts.
     *
     * @param more whether there are more than were counted
     */
    public record Distinct(int counted, boolean more) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, more ? "more than %,d" : "%,d", counted);
        }
    }

    /**
     * The numbers of a column.
     *
     * @param whole whether all are whole numbers
     * @param deviation of the cells themselves: the root of their mean squared distance from the mean
     * @param quantiles at the shares of {@link #SHARES}, of a random sample of rows
     * @param histogram the share of a random sample of rows in each of {@link #BINS} bins of one width, from minimum to
     *     maximum
     */
    public record Numbers(
            long count,
            boolean whole,
            double minimum,
            double maximum,
            double mean,
            double deviation,
            List<Double> quantiles,
            List<Double> histogram) {
        /** The shares of rows below the quantiles. */
        public static final List<Double> SHARES = List.of(0.05, 0.25, 0.5, 0.75, 0.95);

        /** The number of bins of the histogram. */
        public static final int BINS = 20;

        /** Copies the lists. */
        public Numbers {
            quantiles = List.copyOf(quantiles);
            histogram = List.copyOf(histogram);
        }
    }
}
