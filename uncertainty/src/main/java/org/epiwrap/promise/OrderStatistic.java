package org.epiwrap.promise;

import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.epiwrap.check.Check;

/**
 * The order statistic of n calibration scores that at least a share 1 - α of all scores stays at or below, with a
 * confidence of 1 - δ in this very calibration: the smallest k with P(Binomial(n, 1 - α) ≥ k) ≤ δ.
 */
public final class OrderStatistic {
    private OrderStatistic() {}

    /**
     * Returns k, counted from 1; empty if even the largest of the scores is not enough, since (1 - α)ⁿ is above δ.
     *
     * @param alpha the share of scores that may be above
     * @param delta the share of calibrations for which more may be above
     */
    public static OptionalInt of(int n, double alpha, double delta) {
        Check.atLeast("n", n, 0);
        Shares.inside("alpha", alpha);
        Shares.inside("delta", delta);
        if (n == 0 || n * Math.log1p(-alpha) > Math.log(delta)) {
            return OptionalInt.empty();
        }
        BinomialDistribution below = BinomialDistribution.of(n, 1 - alpha);
        int low = 1;
        int high = n;
        while (low < high) {
            int k = (low + high) >>> 1;
            if (below.survivalProbability(k - 1) <= delta) {
                high = k;
            } else {
                low = k + 1;
            }
        }
        return OptionalInt.of(low);
    }

    /** Returns the least n for which there is such an order statistic. */
    public static int minimumSize(double alpha, double delta) {
        Shares.inside("alpha", alpha);
        Shares.inside("delta", delta);
        int size = (int) Math.floor(Math.log(delta) / Math.log1p(-alpha));
        while (size * Math.log1p(-alpha) > Math.log(delta)) {
            size++;
        }
        return Math.max(1, size);
    }
}
