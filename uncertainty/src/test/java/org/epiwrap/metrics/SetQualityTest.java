package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.junit.jupiter.api.Test;

class SetQualityTest {

    @Test
    void byHand() {
        List<ClassSet> sets = List.of(ClassSet.of(0), ClassSet.of(0, 1), ClassSet.of(0, 1, 2), ClassSet.of(2));
        SetQuality quality = SetQuality.of(sets, new int[] {0, 2, 1, 2}, 3);
        assertThat(quality.setCoverage()).isEqualTo(0.75);
        assertThat(quality.meanSize()).isEqualTo(1.75);
        assertThat(quality.vacuous()).isEqualTo(0.25);
        assertThat(quality.bySize())
                .containsExactly(
                        new SetQuality.Stratum(1, 2, 1, 1),
                        new SetQuality.Stratum(2, 1, 0, 2),
                        new SetQuality.Stratum(3, 1, 1, 3));
        assertThat(quality.byClass())
                .containsExactly(
                        new SetQuality.Stratum(0, 1, 1, 1),
                        new SetQuality.Stratum(1, 1, 1, 3),
                        new SetQuality.Stratum(2, 2, 0.5, 1.5));
    }

    /** The parts, weighted by their numbers of images, are the whole. */
    @Test
    void strataAddUp() {
        Random random = new Random(5);
        int[] labels = random.ints(500, 0, 4).toArray();
        List<ClassSet> sets = IntStream.range(0, 500)
                .mapToObj(i -> ClassSet.of(random.nextInt(4), random.nextInt(4)))
                .toList();
        SetQuality quality = SetQuality.of(sets, labels, 5);
        assertThat(quality.byClass()).extracting(SetQuality.Stratum::value).containsExactly(0, 1, 2, 3);
        for (List<SetQuality.Stratum> strata : List.of(quality.bySize(), quality.byClass())) {
            assertThat(strata.stream().mapToInt(SetQuality.Stratum::images).sum())
                    .isEqualTo(500);
            assertThat(mean(strata, SetQuality.Stratum::setCoverage)).isCloseTo(quality.setCoverage(), offset(1e-14));
            assertThat(mean(strata, SetQuality.Stratum::meanSize)).isCloseTo(quality.meanSize(), offset(1e-14));
        }
    }

    private static double mean(List<SetQuality.Stratum> strata, ToDoubleFunction<SetQuality.Stratum> measure) {
        return strata.stream()
                        .mapToDouble(stratum -> stratum.images() * measure.applyAsDouble(stratum))
                        .sum()
                / 500;
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetQuality.of(List.of(), new int[] {}, 3))
                .withMessage("the number of labels must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetQuality.of(List.of(), new int[] {1}, 3))
                .withMessage("sets must be as long as labels (1), but its length is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetQuality.of(List.of(ClassSet.of(1)), new int[] {3}, 3))
                .withMessage("labels[0] must be a whole number from 0 to 2, but is 3");
    }
}
