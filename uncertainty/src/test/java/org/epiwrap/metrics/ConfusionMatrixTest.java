package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ConfusionMatrixTest {
    /** Of class 0 three of four are right, of class 1 one of two, class 2 is never predicted, class 3 has no examples. */
    private static final ConfusionMatrix MATRIX =
            ConfusionMatrix.of(new int[] {0, 0, 1, 0, 2, 1, 0, 2}, new int[] {0, 0, 0, 1, 0, 1, 0, 0}, 4);

    @Test
    void countsPairs() {
        int[][] expected = {{3, 1, 0, 0}, {1, 1, 0, 0}, {2, 0, 0, 0}, {0, 0, 0, 0}};
        assertThat(MATRIX.classes()).isEqualTo(4);
        for (int truth = 0; truth < 4; truth++) {
            for (int label = 0; label < 4; label++) {
                assertThat(MATRIX.count(truth, label)).isEqualTo(expected[truth][label]);
            }
        }
    }

    @Test
    void qualitiesAreTheirDefinitions() {
        ClassQuality first = MATRIX.quality(0);
        assertThat(first.support()).isEqualTo(4);
        assertThat(first.precision()).hasValue(3.0 / 6);
        assertThat(first.recall()).hasValue(3.0 / 4);
        assertThat(first.f1().orElseThrow()).isCloseTo(2 * 0.5 * 0.75 / (0.5 + 0.75), offset(1e-15));
        assertThat(MATRIX.quality(2))
                .isEqualTo(new ClassQuality(2, OptionalDouble.empty(), OptionalDouble.of(0), OptionalDouble.of(0)));
        assertThat(MATRIX.quality(3))
                .isEqualTo(new ClassQuality(0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()));
    }

    @Test
    void classesOfAnySizeCountTheSame() {
        assertThat(MATRIX.balancedAccuracy()).isCloseTo((0.75 + 0.5 + 0) / 3, offset(1e-15));
    }

    @Test
    void theWorstPairsComeFirst() {
        assertThat(MATRIX.worst(2))
                .containsExactly(
                        new ConfusionMatrix.Confusion(2, 0, 2, 1), new ConfusionMatrix.Confusion(0, 1, 1, 0.25));
        assertThat(MATRIX.worst(9)).hasSize(3);
        assertThat(ConfusionMatrix.of(new int[] {1}, new int[] {1}, 2).worst(9)).isEmpty();
    }

    @Test
    void manyClassesNeedNoMatrix() {
        ConfusionMatrix many = ConfusionMatrix.of(new int[] {99_999, 0}, new int[] {99_999, 99_998}, 100_000);
        assertThat(many.count(99_999, 99_999)).isEqualTo(1);
        assertThat(many.count(0, 99_998)).isEqualTo(1);
        assertThat(many.count(0, 0)).isZero();
        assertThat(many.balancedAccuracy()).isEqualTo(0.5);
    }

    @Test
    void classesBeyondTheLastAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfusionMatrix.of(new int[] {2}, new int[] {0}, 2))
                .withMessageContaining("labels[0]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfusionMatrix.of(new int[] {0}, new int[] {-1}, 2))
                .withMessageContaining("predicted[0]");
        assertThatIllegalArgumentException().isThrownBy(() -> MATRIX.count(0, 4));
    }

    @Test
    void classesInAnotherOrderAreFound() {
        int[] labels = {0, 0, 1, 1, 2, 2, 0, 1, 2, 2};
        int[] rotated = {1, 1, 2, 2, 0, 0, 1, 2, 0, 1};
        assertThat(ConfusionMatrix.of(labels, rotated, 3).permuted().orElseThrow())
                .containsExactly(2, 0, 1);
        assertThat(ConfusionMatrix.of(labels, labels, 3).permuted()).isEmpty();
        // Nothing was learnt: no order is much better.
        assertThat(ConfusionMatrix.of(labels, new int[10], 3).permuted()).isEmpty();
        assertThat(ConfusionMatrix.of(new int[] {0}, new int[] {1}, 2000).permuted())
                .isEmpty();
    }
}
