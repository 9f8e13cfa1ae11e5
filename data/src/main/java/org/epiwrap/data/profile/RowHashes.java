package org.epiwrap.data.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.profile.DataWarning.Kind;

/** Hashes of rows, cells and label, by which equal rows are found; of the first rows only if there are very many. */
final class RowHashes {
    private static final int MAX_ROWS = 4_000_000;
    private static final double FEW = 0.001;

    private final long[] sorted;

    private RowHashes(long[] sorted) {
        this.sorted = sorted;
    }

    static RowHashes of(Dataset data) {
        List<Column> columns = data.columns();
        // Categories are compared by their texts: two tables may number them differently.
        long[][] texts = new long[columns.size()][];
        for (int c = 0; c < texts.length; c++) {
            texts[c] = columns.get(c) instanceof Column.Category category
                    ? category.categories().stream().mapToLong(String::hashCode).toArray()
                    : new long[0];
        }
        long[] labels = data.classNames().stream().mapToLong(String::hashCode).toArray();
        long[] hashes = new long[Math.min(MAX_ROWS, data.size())];
        float[] cells = new float[columns.size()];
        for (int row = 0; row < hashes.length; row++) {
            data.cells(row, cells, 0);
            long hash = data.isLabelled() ? labels[data.label(row)] : 0;
            for (int c = 0; c < cells.length; c++) {
                boolean category = cells[c] >= 0 && cells[c] < texts[c].length;
                // Zero has two signs.
                hash = mixed(hash ^ (category ? texts[c][(int) cells[c]] : Float.floatToIntBits(cells[c] + 0f)));
            }
            hashes[row] = hash;
        }
        Arrays.sort(hashes);
        return new RowHashes(hashes);
    }

    /** The finaliser of SplitMix64, under which neighbouring numbers are far apart. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns a warning if more than a few rows repeat an earlier one. */
    Optional<DataWarning> duplicates() {
        int repeated = 0;
        for (int i = 1; i < sorted.length; i++) {
            repeated += sorted[i] == sorted[i - 1] ? 1 : 0;
        }
        if (repeated <= FEW * sorted.length) {
            return Optional.empty();
        }
        return Optional.of(new DataWarning(
                Kind.DUPLICATES,
                String.format(
                        Locale.ROOT,
                        "%,d of %,d rows (%s) repeat an earlier row in every column that is used: in a random split, some"
                                + " of them are both trained and tested on.",
                        repeated,
                        sorted.length,
                        ProfileWarnings.percent(repeated, sorted.length))));
    }

    /** Returns a warning if any rows to test on are among these rows to train on. */
    Optional<DataWarning> sharedBy(RowHashes test) {
        int shared = 0;
        for (long hash : test.sorted) {
            shared += Arrays.binarySearch(sorted, hash) >= 0 ? 1 : 0;
        }
        if (shared == 0) {
            return Optional.empty();
        }
        return Optional.of(new DataWarning(
                Kind.SHARED_ROWS,
                String.format(
                        Locale.ROOT,
                        "%,d of %,d test rows (%s) are also training rows: accuracy on them is not that on new rows.",
                        shared,
                        test.sorted.length,
                        ProfileWarnings.percent(shared, test.sorted.length))));
    }
}
