package org.epiwrap.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class LearningRateTest {

    @Test
    void constantIsConstant() {
        LearningRate rate = LearningRate.constant(0.001);
        for (long step : new long[] {0, 1, 500, 999}) {
            assertThat(rate.at(step, 1000)).isEqualTo(0.001);
        }
        assertThat(rate.at(0, 1)).isEqualTo(0.001);
    }

    @Test
    void cosineRisesToItsPeakAndFallsToAHundredth() {
        LearningRate rate = LearningRate.cosine(2);
        assertThat(rate.at(0, 1000)).isCloseTo(2.0 / 50, offset(1e-12));
        assertThat(rate.at(24, 1000)).isCloseTo(1, offset(1e-12));
        assertThat(rate.at(49, 1000)).isCloseTo(2, offset(1e-12));
        assertThat(rate.at(50, 1000)).isCloseTo(2, offset(1e-12));
        // Half way down: the mean of the peak and the end.
        assertThat(0.5 * (rate.at(524, 1000) + rate.at(525, 1000))).isCloseTo(1.01, offset(1e-9));
        assertThat(rate.at(999, 1000)).isCloseTo(0.02, offset(1e-12));
        for (long step = 51; step < 1000; step++) {
            assertThat(rate.at(step, 1000)).isLessThan(rate.at(step - 1, 1000));
        }
    }

    @Test
    void shortTrainingsHaveARateToo() {
        for (int steps = 1; steps < 50; steps++) {
            for (int step = 0; step < steps; step++) {
                assertThat(LearningRate.cosine(1).at(step, steps)).isBetween(0.01 - 1e-12, 1.0);
                assertThat(new LearningRate(1, 1, 0.5).at(step, steps)).isBetween(1.0 / steps - 1e-12, 1.0);
            }
        }
    }

    @Test
    void otherNumbersAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> LearningRate.constant(0));
        assertThatIllegalArgumentException().isThrownBy(() -> LearningRate.constant(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new LearningRate(1, -0.1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new LearningRate(1, 0, 1.1));
    }
}
