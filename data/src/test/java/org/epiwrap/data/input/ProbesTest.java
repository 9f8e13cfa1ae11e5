package org.epiwrap.data.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;

class ProbesTest {
    private static final TableInput TABLE = new TableInput(
            List.of(
                    new Feature.Numeric("age", new Scale.Standard(40, 10), 18, 90, true),
                    new Feature.Numeric("year", new Scale.Standard(2000, 2000), 2000, 2000, false),
                    new Feature.Category("plan", List.of("basic", "gold", "none"), true),
                    new Feature.Category("unknown", List.of(), true)),
            CellFormat.standard());

    @Test
    void picturesAreSmoothAndDiffer() {
        for (Volume shape : List.of(new Volume(3, 32, 20), new Volume(1, 1, 1), new Volume(7, 1, 1))) {
            PictureInput input = PictureInput.unit(shape);
            float[][] probes = input.probes(4, 9);
            assertThat(probes).isDeepEqualTo(input.probes(4, 9)).hasDimensions(4, input.rawSize());
            Set<List<Float>> different = new HashSet<>();
            for (float[] probe : probes) {
                input.encode(probe, new float[shape.size()], 0);
                different.add(List.of(probe[0], probe[probe.length - 1], probe[probe.length / 2]));
            }
            assertThat(different).hasSize(4);
        }
        float[] picture = PictureInput.unit(new Volume(1, 40, 40)).probes(1, 3)[0];
        float darkest = 1;
        float brightest = 0;
        for (int i = 0; i < picture.length; i++) {
            darkest = Math.min(darkest, picture[i]);
            brightest = Math.max(brightest, picture[i]);
            if (i % 40 > 0) {
                assertThat(Math.abs(picture[i] - picture[i - 1])).isLessThan(0.11f);
            }
        }
        assertThat(brightest - darkest).isGreaterThan(0.5f);
    }

    @Test
    void rowsAreWithinTheRangesOfTrainingRows() {
        float[][] rows = TABLE.probes(200, 5);
        assertThat(rows).isDeepEqualTo(TABLE.probes(200, 5)).hasDimensions(200, TABLE.rawSize());
        Set<Float> categories = new HashSet<>();
        float youngest = 90;
        float oldest = 18;
        for (float[] row : rows) {
            assertThat(row[0]).isBetween(18f, 90f);
            assertThat(row[1]).isEqualTo(2000);
            youngest = Math.min(youngest, row[0]);
            oldest = Math.max(oldest, row[0]);
            categories.add(row[2]);
            float[] target = new float[TABLE.size()];
            TABLE.encode(row, target, 0);
            assertThat(target[TABLE.novelty()])
                    .as("the column without categories alone")
                    .isEqualTo(1);
        }
        assertThat(categories).containsExactlyInAnyOrder(0f, 1f, 2f);
        assertThat(youngest).isLessThan(22);
        assertThat(oldest).isGreaterThan(86);
    }

    @Test
    void featuresThatNoRowCanHaveAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Feature.Numeric("a", new Scale.Standard(0, 1), -1e300, 0, false))
                .withMessageContaining("column 'a' must be within 1.0E9 standard deviations of training rows");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Feature.Numeric("a", new Scale.Standard(0, 1e-300), 0, 1, false))
                .withMessageContaining("column 'a' must be within 1.0E9 standard deviations");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scale.Quantile(List.of(0.0, Double.MIN_VALUE), List.of(-1.0, 1.0)))
                .withMessageContaining("the slope between two knots");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Feature.Category("c", List.of("x", "y", "x"), false))
                .withMessage("the categories of c must differ, but one is there twice");
    }
}
