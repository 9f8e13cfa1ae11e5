package org.epiwrap.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class SampleMomentsTest {
    @Test
    void deviationsDifferByTheirDivisors() {
        SampleMoments moments = SampleMoments.of("values", 2, 4, 4, 4, 5, 5, 7, 9);
        assertThat(moments).isEqualTo(new SampleMoments(8, 5, 32));
        assertThat(moments.populationDeviation()).isEqualTo(2);
        assertThat(moments.sampleDeviation()).isCloseTo(Math.sqrt(32 / 7.0), offset(1e-15));
        assertThat(SampleMoments.of("values", 3).sampleDeviation()).isZero();
    }

    @Test
    void valuesAreFinite() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SampleMoments.of("values", 1, Double.NaN))
                .withMessage("values[1] must be a finite number, but is NaN");
    }
}
