package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DetectionTest {

    @Test
    void perfectAndPerfectlyWrong() {
        double[] low = {1, 2, 3};
        double[] high = {4, 5};
        assertThat(Detection.between(low, high)).isEqualTo(new Detection(1, 1, 0.4, 0));
        Detection wrong = Detection.between(high, low);
        assertThat(wrong.auroc()).isZero();
        assertThat(wrong.falsePositiveRate()).isEqualTo(1);
    }

    /** 19 of 20 positives are exactly 95 %. */
    @Test
    void ninetyFivePercentIsEnough() {
        double[] positives = IntStream.rangeClosed(1, 20).mapToDouble(i -> i).toArray();
        assertThat(Detection.between(new double[] {1.5, 2.5}, positives).falsePositiveRate())
                .isEqualTo(0.5);
        assertThat(Detection.between(new double[] {1.5, 1.75}, positives).falsePositiveRate())
                .isZero();
    }

    /** A hundred thousand of each: the number of pairs is beyond int. */
    @Test
    void many() {
        double[] odd = IntStream.range(0, 100_000).mapToDouble(i -> 2 * i + 1).toArray();
        double[] even = IntStream.range(0, 100_000).mapToDouble(i -> 2 * i).toArray();
        assertThat(Detection.between(even, odd).auroc()).isEqualTo(0.500005);
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Detection.of(new double[] {}, new boolean[] {}))
                .withMessage("the length of scores must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Detection.of(new double[] {1, 2}, new boolean[] {true}))
                .withMessage("positive must be as long as scores (2), but its length is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Detection.of(new double[] {1, Double.NaN}, new boolean[] {true, false}))
                .withMessage("scores[1] must be a number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Detection.of(new double[] {1, 2}, new boolean[] {true, true}))
                .withMessage("the number of negatives must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Detection.between(new double[] {1}, new double[] {}))
                .withMessage("the number of positives must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Detection.between(new double[] {1, Double.NaN}, new double[] {1}))
                .withMessage("negatives[1] must be a number, but is NaN");
    }
}
