package org.epiwrap.data.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Images;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class RowShiftsTest {
    private static final List<Column> COLUMNS = List.of(
            new Column.Numeric("a"),
            new Column.Numeric("b"),
            new Column.Category("c", List.of("x", "y")),
            new Column.Numeric("same"));

    /** Row i has i, −i, a category, and 7; every tenth a is missing. */
    private static Dataset rows(int size) throws IOException {
        ExampleType type = new ExampleType.Rows(COLUMNS);
        try (Records.Builder records = Records.builder(type.bytes())) {
            int[] labels = new int[size];
            for (int i = 0; i < size; i++) {
                records.add(new float[] {i % 10 == 9 ? Float.NaN : i, -i, i % 2, 7});
                labels[i] = i % 2;
            }
            return Dataset.of("rows", type, List.of("no", "yes"), records.build(), labels);
        }
    }

    private static float[] column(Dataset data, int column) {
        float[] values = new float[data.size()];
        float[] row = new float[COLUMNS.size()];
        for (int i = 0; i < values.length; i++) {
            data.cells(i, row, 0);
            values[i] = row[column];
        }
        return values;
    }

    @Test
    void permutedColumnsKeepWhatEachColumnHas() throws Exception {
        Dataset data = rows(200).subset(50, 150);
        Dataset permuted = Shift.permutedColumns(3).apply(data);
        assertThat(permuted.name()).isEqualTo("rows-permuted-columns-3");
        assertThat(permuted.labels()).isEqualTo(data.labels());
        assertThat(permuted.columns()).isEqualTo(COLUMNS);
        for (int c = 0; c < COLUMNS.size(); c++) {
            float[] before = column(data, c);
            float[] after = column(permuted, c);
            Arrays.sort(before);
            Arrays.sort(after);
            assertThat(after).isEqualTo(before);
        }
        float[] a = column(permuted, 0);
        float[] b = column(permuted, 1);
        int together = 0;
        for (int i = 0; i < a.length; i++) {
            together += a[i] == -b[i] ? 1 : 0;
        }
        assertThat(together).as("cells that still belong together").isLessThan(10);
        assertThat(Shift.permutedColumns(3).apply(data).contentHash()).isEqualTo(permuted.contentHash());
        assertThat(Shift.permutedColumns(4).apply(data).contentHash()).isNotEqualTo(permuted.contentHash());
    }

    @Test
    void everyRowLeavesTheTrainingRange() throws Exception {
        Dataset train = rows(100);
        Dataset moved = Shift.outOfRange(train, 0, 5).apply(train);
        assertThat(column(moved, 2)).as("categories").isEqualTo(column(train, 2));
        int[] counts = new int[COLUMNS.size()];
        float[] before = new float[COLUMNS.size()];
        float[] after = new float[COLUMNS.size()];
        for (int i = 0; i < train.size(); i++) {
            train.cells(i, before, 0);
            moved.cells(i, after, 0);
            int changed = 0;
            for (int c = 0; c < before.length; c++) {
                if (Float.compare(before[c], after[c]) != 0) {
                    changed++;
                    counts[c]++;
                }
            }
            assertThat(changed).as("row " + i).isEqualTo(1);
        }
        assertThat(counts[0]).isBetween(10, 60);
        assertThat(counts[1]).isBetween(10, 60);
        assertThat(counts[3]).isBetween(10, 60);
        for (float value : column(moved, 1)) {
            assertThat((value >= -99 && value <= 0)
                            || (value >= 49 && value <= 149)
                            || (value >= -248 && value <= -148))
                    .as("%s", value)
                    .isTrue();
        }
        Dataset all = Shift.outOfRange(train, 1, 5).apply(train);
        for (float value : column(all, 0)) {
            assertThat(Float.isNaN(value) || value > 98 || value < 0).isTrue();
        }
        assertThat(column(all, 3)).doesNotContain(7f);
    }

    @Test
    void everyRowHasACategoryThatWasNeverSeen() throws Exception {
        Dataset data = rows(50);
        Dataset unseen = Shift.unseenCategories(0, 3).apply(data);
        assertThat(column(unseen, 2)).containsOnly(-1);
        assertThat(column(unseen, 1)).isEqualTo(column(data, 1));
        assertThat(unseen.labels()).isEqualTo(data.labels());
    }

    @Test
    void noiseStaysWithinTheTrainingRows() throws Exception {
        Dataset train = rows(50);
        Dataset noise = Shift.noise(train, 3).apply(train.subset(0, 20));
        assertThat(noise.size()).isEqualTo(20);
        assertThat(noise.columns()).isEqualTo(COLUMNS);
        for (float value : column(noise, 1)) {
            assertThat(value).isBetween(-49f, 0f);
        }
        assertThat(column(noise, 2)).containsOnly(0, 1);
        assertThat(Shift.noise(train, 3).apply(train.subset(0, 20)).contentHash())
                .isEqualTo(noise.contentHash());
    }

    @Test
    void cellNoiseGrowsWithItsSeverity() throws Exception {
        Dataset train = rows(300);
        double[] deviations = {0.1, 0.25, 0.5, 1, 2};
        double[] probabilities = {0.02, 0.05, 0.1, 0.2, 0.4};
        double spread = Math.sqrt((300.0 * 300 - 1) / 12);
        float[] before = column(train, 1);
        for (int severity = 1; severity <= 5; severity++) {
            Dataset noisy = Shift.noise(train, severity, 3).apply(train);
            assertThat(noisy.name()).isEqualTo("rows-noise:" + severity + "-3");
            assertThat(noisy.labels()).isEqualTo(train.labels());
            float[] after = column(noisy, 1);
            double squares = 0;
            for (int i = 0; i < after.length; i++) {
                squares += Math.pow(after[i] - before[i], 2);
            }
            // The standard error of a deviation from 300 values is 4 %.
            assertThat(Math.sqrt(squares / after.length) / spread)
                    .isCloseTo(deviations[severity - 1], withinPercentage(16));
            int changed = 0;
            float[] categories = column(noisy, 2);
            for (int i = 0; i < categories.length; i++) {
                changed += categories[i] == i % 2 ? 0 : 1;
            }
            assertThat(categories).containsOnly(0, 1);
            double expected = 300 * probabilities[severity - 1];
            assertThat((double) changed).isCloseTo(expected, within(4 * Math.sqrt(expected)));
            assertThat(column(noisy, 0)[9]).as("a missing cell").isNaN();
            assertThat(column(noisy, 3)).as("a column that does not vary").containsOnly(7);
        }
        assertThat(Shift.noise(train, 2, 3).apply(train).contentHash())
                .isEqualTo(Shift.noise(train, 2, 3).apply(train).contentHash())
                .isNotEqualTo(Shift.noise(train, 2, 4).apply(train).contentHash());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shift.noise(train, 6, 1))
                .withMessage("severity must be a whole number from 1 to 5, but is 6");
    }

    @Test
    void shiftsOfImagesAndRowsDoNotMix() throws Exception {
        Dataset rows = rows(3);
        Dataset images = Images.counted(3, new Volume(1, 2, 2));
        for (Shift shift :
                List.of(Shift.rotated(), Shift.inverted(), Shift.permuted(1), Shift.noise(1), Shift.grey(2, 2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shift.apply(rows))
                    .withMessage("rows must have images, but has rows");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shift.permutedColumns(1).apply(images))
                .withMessage("counted must have rows, but has images");
        assertThatIllegalArgumentException().isThrownBy(() -> Shift.outOfRange(images, 0.1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Shift.outOfRange(rows, Double.NaN, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RowShifts.outOfRange(rows, "x", List.of(new ColumnRange(2, 0, 1)), 0.1, new RandomStreams(1)))
                .withMessageContaining("'c' must be numeric");
        assertThatIllegalArgumentException().isThrownBy(() -> new ColumnRange(0, 2, 1));
    }

    @Test
    void areOutOfDistributionExamples() throws Exception {
        Dataset train = rows(50);
        List<OodDataset> all = new ArrayList<>(OodDataset.tableShifts(train));
        all.addAll(OodDataset.noisyRows(train));
        for (OodDataset ood : all) {
            Dataset shifted = ood.of(train.subset(0, 20), 1);
            assertThat(shifted.size()).isEqualTo(20);
            assertThat(shifted.contentHash()).isNotEqualTo(train.subset(0, 20).contentHash());
        }
    }
}
