package org.epiwrap.data.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.util.List;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;

class TableInputTest {
    private static final Column NUMBER = new Column.Numeric("n");
    private static final Column KIND = new Column.Category("k", List.of("a", "b", "c"));

    private static Dataset rows(List<Column> columns, float[]... cells) {
        try (Records.Builder builder = Records.builder(columns.size() * Float.BYTES)) {
            for (float[] row : cells) {
                builder.add(row);
            }
            return Dataset.of(
                    "t", new ExampleType.Rows(columns), List.of("no", "yes"), builder.build(), new int[cells.length]);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final Dataset TRAIN = rows(
            List.of(NUMBER, KIND), new float[] {1, 0}, new float[] {3, 2}, new float[] {5, Float.NaN}, new float[] {3, 0
            });

    private static float[] encoded(Input input, float... cells) {
        float[] target = new float[input.shape().size()];
        input.encode(cells, target, 0);
        return target;
    }

    @Test
    void columnsBecomeNumbers() {
        TableInput input = TableInput.fit(TRAIN);
        // n scaled; k is a, c (b is in no training row) or missing; novelty.
        assertThat(input.shape()).isEqualTo(new Volume(5, 1, 1));
        assertThat(input.novelty()).isEqualTo(4);
        assertThat(input.isNonNegative()).isFalse();
        float root = (float) Math.sqrt(2);
        assertThat(encoded(input, 3, 0)).containsExactly(0, 1, 0, 0, 0);
        assertThat(encoded(input, 5, Float.NaN)).containsExactly(new float[] {root, 0, 0, 1, 0}, offset(1e-6f));
        float[] row = new float[5];
        input.encoder(TRAIN).encode(1, row, 0);
        assertThat(row).as("category c of the data is the second of the input").containsExactly(0, 0, 1, 0, 0);
    }

    /** Nothing is clipped: what training rows never had is counted. */
    @Test
    void whatWasNeverSeenIsCounted() {
        TableInput input = TableInput.fit(TRAIN);
        float root = (float) Math.sqrt(2);
        assertThat(encoded(input, 3, TableInput.UNSEEN)).containsExactly(0, 0, 0, 0, 1);
        assertThat(encoded(input, 7, 0)).containsExactly(new float[] {2 * root, 1, 0, 0, root}, offset(1e-6f));
        assertThat(encoded(input, -1, 0)).containsExactly(new float[] {-2 * root, 1, 0, 0, root}, offset(1e-6f));
        assertThat(encoded(input, Float.NaN, 0)).containsExactly(0, 1, 0, 0, 1);
        Feature number = input.features().get(0);
        assertThat(number.remark(7, "7")).contains("n 7 is above all training rows (1 to 5)");
        assertThat(number.remark(0.5f, "0.5")).contains("n 0.5 is below all training rows (1 to 5)");
        assertThat(number.remark(2, "2")).isEmpty();
        assertThat(number.remark(Float.NaN, "")).contains("n is missing, but never was in training rows");
        Feature kind = input.features().get(1);
        assertThat(kind.remark(TableInput.UNSEEN, "z")).contains("k 'z' was never seen in training rows");
        assertThat(kind.remark(Float.NaN, ""))
                .as("training rows had missing ones")
                .isEmpty();
        assertThat(kind.remark(0, "a")).isEmpty();
    }

    @Test
    void otherDataIsReadByName() {
        TableInput input = TableInput.fit(TRAIN);
        Column other = new Column.Category("k", List.of("c", "new", "a"));
        Dataset swapped = rows(List.of(other, new Column.Numeric("x"), NUMBER), new float[] {1, 9, 3});
        float[] row = new float[5];
        input.encoder(swapped).encode(0, row, 0);
        assertThat(row).containsExactly(0, 0, 0, 0, 1);
        Dataset same = rows(
                List.of(other, NUMBER),
                new float[] {2, 1},
                new float[] {0, 3},
                new float[] {Float.NaN, 5},
                new float[] {2, 3});
        assertThat(input.hash(same)).isEqualTo(input.hash(TRAIN));
        assertThat(input.hash(swapped)).isNotEqualTo(input.hash(TRAIN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> input.check(rows(List.of(NUMBER), new float[] {1})))
                .withMessage("t must have the column 'k', but has [n]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> input.check(rows(List.of(NUMBER, new Column.Numeric("k")), new float[] {1, 1})))
                .withMessage("the column 'k' of t must have categories as in training rows, but has numbers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoded(input, 1))
                .withMessage("a row must have 2 cells ([n, k]) for this network, but has 1");
        assertThatIllegalArgumentException().isThrownBy(() -> encoded(input, 1e30f, 0));
    }

    @Test
    void constantAndEmptyColumnsHaveAScale() {
        TableInput input = TableInput.fit(
                rows(List.of(NUMBER, new Column.Numeric("e")), new float[] {4, Float.NaN}, new float[] {4, Float.NaN}));
        assertThat(encoded(input, 4, Float.NaN)).containsExactly(0, 0, 1, 0);
        assertThat(encoded(input, 8, Float.NaN)).containsExactly(1, 0, 1, 1);
    }

    @Test
    void theQuantileMapIsIncreasingAndUnbounded() {
        float[][] cells = new float[1000][];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new float[] {(float) Math.exp(i / 100.0)};
        }
        Dataset skewed = rows(List.of(NUMBER), cells);
        Scale scale = ((Feature.Numeric)
                        TableInput.fit(skewed, Scale.Kind.QUANTILE).features().get(0))
                .scale();
        double before = scale.apply(-5);
        for (double x = -4; x < 50_000; x = x < 1 ? x + 0.5 : 1.1 * x) {
            assertThat(scale.apply(x)).isGreaterThan(before);
            before = scale.apply(x);
        }
        assertThat(scale.apply(Math.exp(5))).as("the median").isCloseTo(0, offset(0.05));
        assertThat(scale.apply(1e6)).isGreaterThan(10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scale.Quantile(List.of(1.0, 1.0), List.of(0.0, 1.0)))
                .withMessageContaining("must be ascending");
    }
}
