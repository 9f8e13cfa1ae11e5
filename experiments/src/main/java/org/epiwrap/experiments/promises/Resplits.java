package org.epiwrap.experiments.promises;

import java.util.Arrays;
import org.epiwrap.check.Check;
import org.epiwrap.data.Permutation;
import org.epiwrap.random.RandomStreams;

/**
 * Divisions of the same examples into some to calibrate on and others to test on. Each is drawn at random, independently of
 * the others, and depends on the seed and its number alone. Several have examples in common.
 *
 * @param seed of all divisions
 * @param examples how many there are to draw from
 * @param calibration how many are drawn to calibrate on
 * @param test how many others are drawn to test on
 */
record Resplits(long seed, int examples, int calibration, int test) {
    /** The places of the examples of one division. */
    @SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
    record Resplit(int[] calibration, int[] test) {}

    Resplits {
        Check.atLeast("calibration", calibration, 1);
        Check.atLeast("test", test, 1);
        Check.atLeast("examples", examples, calibration + test);
    }

    /** Returns a division by its number. */
    Resplit get(int number) {
        int[] drawn = Permutation.random(examples, new RandomStreams(seed).stream(number));
        return new Resplit(
                Arrays.copyOf(drawn, calibration), Arrays.copyOfRange(drawn, calibration, calibration + test));
    }
}
