package org.epiwrap.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.epiwrap.promise.OrderStatistic;
import org.junit.jupiter.api.Test;

class BetaBinomialTest {

    /** With a rate that may be anything, every number is as likely. */
    @Test
    void aUniformRateGivesUniformNumbers() {
        BetaBinomial uniform = new BetaBinomial(9, 1, 1);
        for (int limit = 0; limit <= 9; limit++) {
            assertThat(uniform.above(limit)).isCloseTo((9 - limit) / 10.0, within(1e-12));
        }
    }

    @Test
    void oneExampleFailsAtTheMeanRate() {
        assertThat(new BetaBinomial(1, 2.5, 7.5).above(0)).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void theEndsAreCertain() {
        assertThat(new BetaBinomial(5, 0, 3).above(0)).isZero();
        assertThat(new BetaBinomial(5, 3, 0).above(4)).isEqualTo(1);
        assertThat(new BetaBinomial(5, 3, 0).above(5)).isZero();
        assertThat(new BetaBinomial(0, 3, 4).above(0)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> new BetaBinomial(5, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new BetaBinomial(5, Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new BetaBinomial(-1, 1, 1));
    }

    /**
     * Of n calibration and m test scores all orders are equally likely: how many test scores are above the k-th calibration
     * score is counted over all ways to choose which places are of the test scores.
     */
    @Test
    void ordersOfScoresAreCounted() {
        int n = 6;
        int m = 5;
        for (int k = 1; k <= n; k++) {
            int[] counts = new int[m + 1];
            for (int test = 0; test < 1 << (n + m); test++) {
                if (Integer.bitCount(test) == m) {
                    counts[above(test, n + m, k)]++;
                }
            }
            int all = IntStream.of(counts).sum();
            assertThat(all).isEqualTo(462);
            for (int limit = 0; limit <= m; limit++) {
                double share = IntStream.of(counts).skip(limit + 1L).sum() / (double) all;
                assertThat(new BetaBinomial(m, n + 1 - k, k).above(limit))
                        .as("k = %d, more than %d", k, limit)
                        .isCloseTo(share, within(1e-12));
            }
        }
    }

    /** Returns how many of the places that are of test scores are above the k-th other one. */
    private static int above(int test, int places, int k) {
        int calibration = 0;
        for (int place = 0; place < places; place++) {
            calibration += (test >> place & 1) == 0 ? 1 : 0;
            if (calibration == k) {
                return Integer.bitCount(test >> place);
            }
        }
        throw new IllegalStateException();
    }

    /** An exact rule at 5 % looks broken in one in ten test halves that are as large as its calibration half. */
    @Test
    void aTestHalfAddsNoise() {
        int n = 2500;
        OptionalInt k = OrderStatistic.of(n, 0.05, 0.05);
        double broken = new BetaBinomial(n, n + 1 - k.orElseThrow(), k.orElseThrow()).above(125);
        assertThat(broken).isBetween(0.10, 0.13);
        // Far out in its tail, and near to certain.
        assertThat(new BetaBinomial(n, n + 1 - 2499, 2499).above(125)).isBetween(0.0, 1e-12);
        assertThat(new BetaBinomial(n, 2499, n + 1 - 2499).above(125)).isCloseTo(1, within(1e-12));
    }
}
