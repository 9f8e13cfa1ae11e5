package org.epiwrap.promise;

/**
 * A threshold that was chosen for a promise: examples with a score up to it are decided.
 *
 * @param threshold infinite if everything is decided
 * @param examples how many calibration examples the promise rests on
 * @param kept how many of them are decided
 * @param wrong how many of these are decided wrongly
 */
public record Selection(double threshold, int examples, int kept, int wrong) {
    /** Returns the share of the calibration examples that is decided. */
    public double coverage() {
        return (double) kept / examples;
    }
}
