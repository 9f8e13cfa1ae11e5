package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProbabilityIntervalsTest {
    private static final Offset<Double> ROUNDING = offset(1e-14);

    @Test
    void nothingKnown() {
        ProbabilityIntervals vacuous = ProbabilityIntervals.of(new double[4], new double[] {1, 1, 1, 1});
        assertThat(vacuous.classes()).isEqualTo(4);
        assertThat(vacuous.meanWidth()).isEqualTo(1);
        assertThat(vacuous.upperEntropy()).isCloseTo(Math.log(4), ROUNDING);
        assertThat(vacuous.lowerEntropy()).isEqualTo(new LowerEntropy(0, 0));
    }

    @Test
    void allKnown() {
        double[] p = {0.5, 0.25, 0.125, 0.125};
        ProbabilityIntervals point = ProbabilityIntervals.of(p, p);
        assertThat(point.meanWidth()).isZero();
        assertThat(point.upperEntropy()).isCloseTo(1.75 * Math.log(2), ROUNDING);
        assertThat(point.lowerEntropy().attained()).isCloseTo(1.75 * Math.log(2), ROUNDING);
        assertThat(point.lowerEntropy().isExact()).isTrue();
    }

    /** Filling up the class that gains most, then the next, ends at (0.7, 0.2, 0.1): there is less. */
    @Test
    void greedyIsNotExact() {
        ProbabilityIntervals intervals =
                ProbabilityIntervals.of(new double[] {0.4, 0.2, 0}, new double[] {0.7, 0.3, 0.7});
        double greedy = Entropy.nats(new double[] {0.7, 0.2, 0.1});
        double least = Entropy.nats(new double[] {0.7, 0.3, 0});
        assertThat(greedy - least).isGreaterThan(0.1);
        assertThat(intervals.lowerEntropy().isExact()).isTrue();
        assertThat(intervals.lowerEntropy().attained()).isCloseTo(least, ROUNDING);
    }

    @Test
    void hugeLogits() {
        ProbabilityIntervals intervals =
                ProbabilityIntervals.ofLogits(new double[] {-1e4, 1e4, 1e4 - 1}, new double[] {-1e4, 1e4, 1e4});
        assertThat(intervals.upper(0)).isZero();
        assertThat(intervals.lower(1)).isEqualTo(0.5);
        assertThat(intervals.upper(1)).isCloseTo(1 / (1 + Math.exp(-1)), ROUNDING);
        // Whether its own upper bound is huge must not matter to the lower probability of a class.
        ProbabilityIntervals wide = ProbabilityIntervals.ofLogits(new double[] {0, 0}, new double[] {1e300, 0});
        assertThat(wide.lower(0)).isEqualTo(0.5);
        assertThat(wide.upper(0)).isEqualTo(1);
        assertThat(wide.lower(1)).isZero();
        assertThat(wide.upper(1)).isEqualTo(0.5);
    }

    @Test
    void whatIsRefused() {
        refused(new double[] {1}, new double[] {1}, "the number of classes must be a whole number >= 2, but is 1");
        refused(new double[2], new double[3], "upper must be as long as lower (2), but its length is 3");
        refused(new double[] {0, 0.5}, new double[] {1, 0.4}, "lower[1] must be at most upper[1] (0.4), but is 0.5");
        refused(new double[] {0, Double.NaN}, new double[] {1, 1}, "lower[1] must be a finite number, but is NaN");
        refused(new double[] {-0.5, 0}, new double[] {1, 1}, "lower[0] must be in [0, 1], but is -0.5");
        refused(
                new double[] {0.75, 0.5},
                new double[] {1, 1},
                "lower must sum to at most 1 and upper to at least 1, but the sums are 1.25 and 2.0");
        refused(
                new double[] {0, 0},
                new double[] {0.25, 0.5},
                "lower must sum to at most 1 and upper to at least 1, but the sums are 0.0 and 0.75");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbabilityIntervals.ofLogits(new double[2], new double[] {0, Double.NaN}))
                .withMessage("upper[1] must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbabilityIntervals.ofLogits(new double[1], new double[1]))
                .withMessage("the number of classes must be a whole number >= 2, but is 1");
    }

    private static void refused(double[] lower, double[] upper, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbabilityIntervals.of(lower, upper))
                .withMessage(message);
    }
}
