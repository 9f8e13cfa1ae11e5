package org.epiwrap.promise;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * Thresholds to test, from cautious to bold. They come from the scores of other held-out examples, never from those that a
 * promise rests on: a grid that had seen these would be one more choice to pay for.
 */
public final class ThresholdGrid {
    private static final int STEPS = 100;
    /** So that one error among the first examples kept does not end the sequence. */
    private static final double ERRORS_ALLOWED = 3;

    private final double[] rising;

    private ThresholdGrid(double[] rising) {
        this.rising = rising;
    }

    /** Returns given thresholds; equal ones count once. */
    public static ThresholdGrid of(double... thresholds) {
        Check.atLeast("the number of thresholds", thresholds.length, 1);
        return new ThresholdGrid(
                Arrays.stream(RisingScores.of(thresholds).toArray()).distinct().toArray());
    }

    /**
     * Returns thresholds that keep rising shares of other examples. The first keeps so many of n calibration examples,
     * if their scores are alike, that an error among them can be afforded; the last keeps everything.
     *
     * @param others scores of examples like those that the promise rests on, but not of these; no NaN
     * @param n the number of examples that the promise rests on
     */
    public static ThresholdGrid from(double[] others, int n, double risk, double delta) {
        Check.atLeast("the number of other scores", others.length, 1);
        Check.atLeast("n", n, 1);
        RisingScores rising = RisingScores.of(others);
        double needed = ERRORS_ALLOWED * Math.log(delta) / Math.log1p(-Shares.inside("risk", risk));
        double first = Math.min(1, needed / n);
        double[] thresholds = new double[STEPS + 1];
        for (int step = 0; step < STEPS; step++) {
            double share = first + (1 - first) * step / STEPS;
            int kept = (int) Math.ceil(share * rising.size());
            thresholds[step] = rising.get(Math.max(1, Math.min(rising.size(), kept)) - 1);
        }
        thresholds[STEPS] = Double.POSITIVE_INFINITY;
        return of(thresholds);
    }

    /** Returns the thresholds, rising. */
    public double[] thresholds() {
        return rising.clone();
    }
}
