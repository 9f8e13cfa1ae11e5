package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsTest {
    /** Enough for several segments: all in memory, some of them in a file, all but one in a file. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 40_000_000, 0})
    void recordsComeBackWhereverTheyAre(long memory) throws IOException {
        int count = 700_001;
        Records records;
        try (Records.Builder builder = new Records.Builder(100, memory)) {
            float[] record = new float[25];
            for (int i = 0; i < count; i++) {
                record[0] = i;
                record[24] = -i;
                builder.add(record);
            }
            assertThat(builder.size()).isEqualTo(count);
            records = builder.build();
        }
        assertThat(records.size()).isEqualTo(count);
        float[] target = new float[30];
        for (int i : new int[] {0, 1, 167_771, 167_772, 167_773, 400_000, count - 1}) {
            records.copy(i, target, 5);
            assertThat(target[5]).isEqualTo(i);
            assertThat(target[29]).isEqualTo(-i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 40_000_000, 0})
    void codesPassByInTheirOrderWhereverTheyAre(long memory) throws IOException {
        int count = 700_001;
        int[] next = new int[1];
        try (Records.Builder builder = new Records.Builder(100, memory)) {
            int[] record = new int[25];
            for (int i = 0; i < count; i++) {
                record[24] = i;
                builder.add(record);
            }
            builder.drain(codes -> {
                if (codes[24] != next[0]++) {
                    throw new AssertionError(codes[24] + " is not in its place");
                }
            });
        }
        assertThat(next[0]).isEqualTo(count);
    }

    @Test
    void bytesComeBack() throws IOException {
        Records.Builder builder = Records.builder(3);
        builder.add(new byte[] {1, 2, 3});
        builder.add(new byte[] {4, 5, 6});
        Dataset data = Dataset.unlabelled("two", new ExampleType.Images(new Volume(1, 1, 3)), builder.build());
        byte[] pixels = new byte[6];
        data.pixels(0, 2, pixels);
        assertThat(pixels).containsExactly(1, 2, 3, 4, 5, 6);
        assertThatIllegalArgumentException().isThrownBy(() -> builder.add(new byte[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> Records.builder(0));
    }

    @Test
    void rowsAreNoImages() throws IOException {
        Records.Builder builder = Records.builder(8);
        builder.add(new float[] {1.5f, Float.NaN});
        List<Column> columns = List.of(new Column.Numeric("a"), new Column.Category("b", List.of("x", "y")));
        Dataset rows =
                Dataset.of("rows", new ExampleType.Rows(columns), List.of("no", "yes"), builder.build(), new int[] {1});
        assertThat(rows).hasToString("rows: 1 rows of 2 columns in 2 classes");
        float[] cells = new float[2];
        rows.cells(0, cells, 0);
        assertThat(cells).containsExactly(1.5f, Float.NaN);
        assertThat(columns.get(0).text(cells[0])).isEqualTo("1.5");
        assertThat(columns.get(0).text(3)).isEqualTo("3");
        assertThat(columns.get(0).text(-0.59519756f)).isEqualTo("-0.5952");
        assertThat(columns.get(0).text(12345.678f)).isEqualTo("12346");
        assertThat(columns.get(0).text(52.9f)).isEqualTo("52.9");
        assertThat(columns.get(0).text(1.23456e-9f)).isEqualTo("1.235E-9");
        assertThat(columns.get(0).text(Float.NaN)).isEmpty();
        assertThat(columns.get(1).text(1)).isEqualTo("y");
        assertThat(columns.get(1).text(-1)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(rows::shape).withMessage("rows must have images, but has rows");
        Dataset images = Dataset.unlabelled("grey", new Volume(1, 1, 1), new byte[1]);
        assertThatIllegalArgumentException()
                .isThrownBy(images::columns)
                .withMessage("grey must have rows, but has images");
    }
}
