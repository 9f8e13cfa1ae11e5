package org.epiwrap.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SortedValuesTest {
    /** The count by looking at every value, for values between, at and beyond those that are there. */
    @Test
    void countsAreThoseOfAWalk() {
        for (double[] ascending : new double[][] {{}, {2}, {1, 1, 1}, {-3, 0, 0, 4, 4.5, 9}}) {
            for (double value = -4; value <= 10; value += 0.25) {
                double limit = value;
                assertThat(SortedValues.below(ascending, value)).isEqualTo((int)
                        Arrays.stream(ascending).filter(each -> each < limit).count());
            }
        }
    }

    @Test
    void infinitiesAreBeyondAll() {
        assertThat(SortedValues.below(new double[] {0, 1}, Double.POSITIVE_INFINITY))
                .isEqualTo(2);
        assertThat(SortedValues.below(new double[] {0, 1}, Double.NEGATIVE_INFINITY))
                .isZero();
    }
}
