package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.profile.DataWarning.Kind;

/**
 * Finds columns that tell the label by themselves, which in practice means that they were filled in after it was known. The
 * label of each row of one half of a sample is predicted by the row of the other half whose cell is nearest, the majority of
 * such rows if several are equal; a column that is right in nearly all rows is suspected.
 */
final class LeakSearch {
    private static final int SAMPLE = 20_000;
    private static final long SEED = 0;
    private static final int MIN_ROWS = 100;
    private static final double NEARLY_ALL = 0.999;
    /** If nearly all rows have one label, any column predicts it. */
    private static final double MAX_MAJORITY = 0.95;

    private final int[] labels;
    private final int classes;
    private final int half;

    private LeakSearch(int[] labels, int classes) {
        this.labels = labels;
        this.classes = classes;
        this.half = labels.length / 2;
    }

    static List<DataWarning> warnings(Dataset data) {
        if (!data.isLabelled() || data.size() < MIN_ROWS) {
            return List.of();
        }
        Dataset sample = data.shuffled(SEED).subset(0, Math.min(SAMPLE, data.size()));
        int[] labels = sample.labels();
        LeakSearch search = new LeakSearch(labels, data.classNames().size());
        if (search.majority() > MAX_MAJORITY) {
            return List.of();
        }
        List<Column> columns = data.columns();
        List<DataWarning> warnings = new ArrayList<>();
        // A column at a time: wide tables would not fit into memory otherwise.
        double[] cells = new double[labels.length];
        for (int c = 0; c < columns.size(); c++) {
            for (int i = 0; i < cells.length; i++) {
                float cell = sample.cell(i, c);
                // Missing cells are equal to each other and far from all others.
                cells[i] = Float.isNaN(cell) ? Double.MAX_VALUE : cell;
            }
            double right = search.share(cells);
            if (right >= NEARLY_ALL) {
                warnings.add(new DataWarning(
                        Kind.LEAK,
                        String.format(
                                Locale.ROOT,
                                "The column '%s' alone tells the label in %.1f %% of rows: was it known before the label"
                                        + " was?",
                                columns.get(c).name(),
                                100 * right)));
            }
        }
        return warnings;
    }

    private double majority() {
        int[] counts = new int[classes];
        for (int label : labels) {
            counts[label]++;
        }
        return (double) Arrays.stream(counts).max().orElseThrow() / labels.length;
    }

    /** Returns the share of rows of the second half that the first half predicts. */
    private double share(double[] cells) {
        int[] order = IntStream.range(0, half)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> cells[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] values = new double[half];
        int[] predicted = new int[half];
        int size = 0;
        int[] counts = new int[classes];
        for (int from = 0; from < half; ) {
            int best = labels[order[from]];
            int to = from;
            for (; to < half && cells[order[to]] == cells[order[from]]; to++) {
                int label = labels[order[to]];
                counts[label]++;
                best = counts[label] > counts[best] ? label : best;
            }
            for (int i = from; i < to; i++) {
                counts[labels[order[i]]] = 0;
            }
            values[size] = cells[order[from]];
            predicted[size++] = best;
            from = to;
        }
        int right = 0;
        for (int i = half; i < labels.length; i++) {
            right += predicted[nearest(values, size, cells[i])] == labels[i] ? 1 : 0;
        }
        return (double) right / (labels.length - half);
    }

    private static int nearest(double[] sorted, int size, double value) {
        int found = Arrays.binarySearch(sorted, 0, size, value);
        if (found >= 0) {
            return found;
        }
        int above = -found - 1;
        if (above == 0) {
            return 0;
        }
        return above == size || value - sorted[above - 1] <= sorted[above] - value ? above - 1 : above;
    }
}
