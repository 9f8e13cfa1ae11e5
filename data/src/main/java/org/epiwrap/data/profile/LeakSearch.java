package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.profile.DataWarning.Kind;

/**
 * Finds columns that tell the label by themselves, which in practice means that they were filled in after it was known. The
 * label of each row of one half of a sample is predicted by the row of the other half whose cell is nearest, the majority of
 * such rows if several are equal. A column is suspected if it avoids nearly all of the errors that always predicting the most
 * frequent label makes, however few these are.
 */
final class LeakSearch {
    private static final int SAMPLE = 20_000;
    private static final int MIN_SAMPLE = 2_000;
    /** Rows times columns of a sample, unless it would have fewer rows than the minimum: wide tables have many columns. */
    private static final int MAX_CELLS = 50_000_000;
    /** Cells that are held at once. */
    private static final int BLOCK = 4_000_000;

    private static final long SEED = 0;
    private static final int MIN_ROWS = 100;
    /** Fewer rows of other labels than this could be predicted by chance. */
    private static final int MIN_OTHERS = 5;

    /** Columns of which nobody would ask whether they leak reach 0.97: the smell of mushrooms tells the poisonous ones. */
    private static final double NEARLY_ALL = 0.98;

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
        List<Column> columns = data.columns();
        int rows = Math.min(SAMPLE, Math.max(MIN_SAMPLE, MAX_CELLS / columns.size()));
        Dataset sample = data.shuffled(SEED).subset(0, Math.min(rows, data.size()));
        LeakSearch search = new LeakSearch(sample.labels(), data.classNames().size());
        int others = search.others();
        if (others < MIN_OTHERS) {
            return List.of();
        }
        List<DataWarning> warnings = new ArrayList<>();
        // Some columns at a time: all of them might not fit into memory, and one at a time would read each row for
        // each.
        int width = Math.max(1, BLOCK / sample.size());
        for (int from = 0; from < columns.size(); from += width) {
            float[][] block = block(sample, from, Math.min(from + width, columns.size()));
            for (int c = 0; c < block.length; c++) {
                int wrong = search.wrong(block[c]);
                if (wrong <= (1 - NEARLY_ALL) * others) {
                    warnings.add(warning(columns.get(from + c), 1 - (double) wrong / (sample.size() - search.half)));
                }
            }
        }
        return warnings;
    }

    private static DataWarning warning(Column column, double right) {
        return new DataWarning(
                Kind.LEAK,
                String.format(
                        Locale.ROOT,
                        "The column '%s' alone tells the label in %.1f %% of rows: was it known before the label was?",
                        column.name(),
                        100 * right));
    }

    private static float[][] block(Dataset sample, int from, int to) {
        float[] row = new float[sample.columns().size()];
        float[][] block = new float[to - from][sample.size()];
        for (int i = 0; i < sample.size(); i++) {
            sample.cells(i, row, 0);
            for (int c = from; c < to; c++) {
                // Missing cells are equal to each other and far from all others; zero has two signs.
                block[c - from][i] = Float.isNaN(row[c]) ? Float.POSITIVE_INFINITY : row[c] + 0f;
            }
        }
        return block;
    }

    /** Returns how many rows of the second half have another label than the most frequent one. */
    private int others() {
        int[] counts = new int[classes];
        for (int i = half; i < labels.length; i++) {
            counts[labels[i]]++;
        }
        return labels.length - half - Arrays.stream(counts).max().orElseThrow();
    }

    /** Returns how many rows of the second half the first half predicts wrongly. */
    private int wrong(float[] cells) {
        int[] order = order(cells);
        float[] values = new float[half];
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
        int wrong = 0;
        for (int i = half; i < labels.length; i++) {
            wrong += predicted[nearest(values, size, cells[i])] == labels[i] ? 0 : 1;
        }
        return wrong;
    }

    /** Returns the rows of the first half by their cells; the bits of floats, the sign apart, are ordered as they are. */
    private int[] order(float[] cells) {
        long[] keys = new long[half];
        for (int i = 0; i < half; i++) {
            int bits = Float.floatToIntBits(cells[i]);
            keys[i] = (long) (bits ^ (bits >> 31 & Integer.MAX_VALUE)) << 32 | i;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private static int nearest(float[] sorted, int size, float value) {
        int found = Arrays.binarySearch(sorted, 0, size, value);
        if (found >= 0) {
            return found;
        }
        int above = -found - 1;
        if (above == 0) {
            return 0;
        }
        return above == size || (double) value - sorted[above - 1] <= (double) sorted[above] - value
                ? above - 1
                : above;
    }
}
