package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class RejectionThresholdTest {
    private static final double[] UNCERTAINTY = {0.1, 0.3, 0.3, 0.2, 0.5, 0.4, 0.3, 0.6};
    private static final boolean[] CORRECT = {true, true, false, true, true, true, true, false};

    /** Kept up to 0.1: 1 of 1; 0.2: 2 of 2; 0.3: 4 of 5; 0.4: 5 of 6; 0.5: 6 of 7; 0.6: 6 of 8. */
    @Test
    void theLargestCoverageThatReachesAnAccuracy() {
        assertThat(RejectionThreshold.forAccuracy(UNCERTAINTY, CORRECT, 0.75))
                .isEqualTo(new RejectionThreshold(0.6, 1, 0.75));
        // 4 of 5 would do, but 6 of 7 is better and keeps more.
        assertThat(RejectionThreshold.forAccuracy(UNCERTAINTY, CORRECT, 0.8))
                .isEqualTo(new RejectionThreshold(0.5, 7 / 8.0, 6 / 7.0));
        assertThat(RejectionThreshold.forAccuracy(UNCERTAINTY, CORRECT, 6 / 7.0).value())
                .isEqualTo(0.5);
        assertThat(RejectionThreshold.forAccuracy(UNCERTAINTY, CORRECT, 0.9))
                .isEqualTo(new RejectionThreshold(0.2, 0.25, 1));
    }

    @Test
    void theSmallestCoverageThatReachesACoverage() {
        assertThat(RejectionThreshold.forCoverage(UNCERTAINTY, CORRECT, 0.25).value())
                .isEqualTo(0.2);
        // Three images are level at 0.3: all are kept or none.
        assertThat(RejectionThreshold.forCoverage(UNCERTAINTY, CORRECT, 0.26))
                .isEqualTo(new RejectionThreshold(0.3, 5 / 8.0, 0.8));
        assertThat(RejectionThreshold.forCoverage(UNCERTAINTY, CORRECT, 1).value())
                .isEqualTo(0.6);
        assertThat(RejectionThreshold.forCoverage(UNCERTAINTY, CORRECT, 1e-9).coverage())
                .isEqualTo(1 / 8.0);
    }

    @Test
    void whatCannotBeReachedIsRefused() {
        double[] level = {1, 1, 1, 2};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionThreshold.forAccuracy(level, new boolean[] {true, false, true, false}, 0.9))
                .withMessage("no threshold gives the examples that are kept an accuracy of 0.9; the best reachable is"
                        + " 0.6667, with 3 of 4 examples kept");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionThreshold.forAccuracy(level, new boolean[4], 0.5))
                .withMessageEndingWith("the best reachable is 0.0000, with 4 of 4 examples kept");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionThreshold.forAccuracy(level, new boolean[4], 1.1))
                .withMessage("accuracy must be above 0 and at most 1, but is 1.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionThreshold.forCoverage(level, new boolean[4], 0))
                .withMessage("coverage must be above 0 and at most 1, but is 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionThreshold.forCoverage(new double[0], new boolean[0], 1))
                .withMessage("the length of uncertainty must be a whole number >= 1, but is 0");
    }
}
