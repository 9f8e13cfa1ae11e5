package org.epiwrap.data.load;

import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;

/**
 * The shares of the examples in each part, which add up to 1.
 *
 * @param train above 0
 */
public record Shares(double train, double calibration, double test) {
    private static final double ROUNDING = 1e-9;

    public Shares {
        Check.positive("the training share", Check.share("the training share", train));
        Check.share("the calibration share", calibration);
        Check.share("the test share", test);
        double sum = train + calibration + test;
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("the shares must add up to 1, but add up to " + sum);
        }
    }

    /** Returns 0.7 to train, 0.15 to calibrate and 0.15 to test. */
    public static Shares standard() {
        return new Shares(0.7, 0.15, 0.15);
    }

    /** Returns these shares where parts are given apart: what would have been theirs goes to the others in proportion. */
    Shares without(boolean calibrationApart, boolean testApart) {
        double calibrated = calibrationApart ? 0 : calibration;
        double tested = testApart ? 0 : test;
        double sum = train + calibrated + tested;
        return new Shares(train / sum, calibrated / sum, tested / sum);
    }

    /** Divides data by these shares. */
    Split split(Dataset data, long seed) {
        return Split.of(data, train, calibration, test, seed);
    }
}
