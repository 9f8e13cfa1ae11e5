package org.epiwrap.promise;

/**
 * What is promised of decisions about examples that are exchangeable with the calibration examples. It is a value that
 * nothing rests on yet: calibration examples turn it into thresholds, or show that there are too few of them for it.
 */
public sealed interface Promise permits FalseAlarmPromise, AccuracyPromise, CoveragePromise, SetCoveragePromise {
    /** The confidence of promises that hold for one calibration, unless another is asked for. */
    double DEFAULT_CONFIDENCE = 0.95;

    /** Returns the promise that at most a share of familiar examples is called unfamiliar, on average over calibrations. */
    static FalseAlarmPromise falseAlarm(double rate) {
        return new FalseAlarmPromise(rate);
    }

    /** Returns the promise that decisions have an accuracy, such as 0.99, with 95 % confidence. */
    static AccuracyPromise accuracy(double accuracy) {
        return new AccuracyPromise(accuracy, DEFAULT_CONFIDENCE, AccuracyPromise.Rule.FIXED_SEQUENCE);
    }

    /** Returns the promise that a share of the examples is decided, such as 0.95, with 95 % confidence. */
    static CoveragePromise coverage(double coverage) {
        return new CoveragePromise(coverage, DEFAULT_CONFIDENCE);
    }

    /** Returns the promise that prediction sets contain the true class, on average over calibrations. */
    static SetCoveragePromise setCoverage(double coverage) {
        return new SetCoveragePromise(coverage, SetScore.CONTOUR);
    }

    /** Returns the promise in words, such as "accuracy of decisions at least 99 % (confidence 95 %)". */
    String inWords();
}
