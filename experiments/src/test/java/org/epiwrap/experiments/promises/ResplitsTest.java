package org.epiwrap.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResplitsTest {
    private static final Resplits SPLITS = new Resplits(7, 10, 3, 4);

    @Test
    void halvesHaveNoExampleInCommon() {
        for (int number = 0; number < 100; number++) {
            Resplits.Resplit split = SPLITS.get(number);
            assertThat(split.calibration()).hasSize(3);
            assertThat(split.test()).hasSize(4).doesNotContain(split.calibration());
            assertThat(IntStream.concat(IntStream.of(split.calibration()), IntStream.of(split.test())))
                    .doesNotHaveDuplicates()
                    .allSatisfy(place -> assertThat(place).isBetween(0, 9));
        }
    }

    @Test
    void aSeedAndANumberFixADivision() {
        assertThat(new Resplits(7, 10, 3, 4).get(5).test())
                .isEqualTo(SPLITS.get(5).test());
        assertThat(SPLITS.get(6).test()).isNotEqualTo(SPLITS.get(5).test());
        assertThat(new Resplits(8, 10, 3, 4).get(5).test())
                .isNotEqualTo(SPLITS.get(5).test());
    }

    /** 4000 draws, 1200 of which have a given place among three of ten: a deviation of 29. */
    @Test
    void everyPlaceIsDrawnAsOften() {
        int[] counts = new int[10];
        IntStream.range(0, 4000)
                .mapToObj(SPLITS::get)
                .flatMapToInt(split -> IntStream.of(split.calibration()))
                .forEach(place -> counts[place]++);
        assertThat(IntStream.of(counts).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(1200 - 130, 1200 + 130));
    }

    @Test
    void thereMustBeEnough() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Resplits(7, 6, 3, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new Resplits(7, 6, 0, 4));
    }
}
