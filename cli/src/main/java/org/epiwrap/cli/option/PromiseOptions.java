package org.epiwrap.cli.option;

import org.epiwrap.data.CalibrationSet;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what a network promises. */
public final class PromiseOptions {
    @Option(names = "--false-alarm", paramLabel = "X")
    private @Nullable Double falseAlarm;

    @Option(names = "--accuracy", paramLabel = "X")
    private @Nullable Double accuracy;

    @Option(names = "--coverage", paramLabel = "X")
    private @Nullable Double coverage;

    @Option(names = "--confidence", paramLabel = "X")
    private @Nullable Double confidence;

    @Option(names = "--strict")
    private boolean strict;

    @Option(names = "--set-coverage", paramLabel = "X")
    private @Nullable Double setCoverage;

    @Option(names = "--sets", paramLabel = "SETS")
    private @Nullable SetScore sets;

    @Option(names = "--by-class")
    private boolean byClass;

    @Option(names = "--held-out", paramLabel = "N")
    private int heldOut = CalibrationSet.DEFAULT_HELD_OUT;

    public int heldOut() {
        return heldOut;
    }

    /** Returns the promises that were asked for. */
    public Promises promises() {
        require(accuracy == null || coverage == null, "give --accuracy or --coverage, not both");
        require(
                confidence == null || accuracy != null || coverage != null,
                "--confidence must be given together with --accuracy or --coverage");
        require(!strict || accuracy != null, "--strict must be given together with --accuracy");
        require(
                setCoverage != null || (sets == null && !byClass),
                (sets != null ? "--sets" : "--by-class") + " must be given together with --set-coverage");
        Promises promises = Promises.none();
        promises = Given.with(promises, falseAlarm, (all, rate) -> all.with(Promise.falseAlarm(rate)));
        promises = Given.with(promises, accuracy, (all, share) -> all.with(accuracy(share)));
        promises = Given.with(
                promises,
                coverage,
                (all, share) -> all.with(Given.with(Promise.coverage(share), confidence, (p, c) -> p.confidence(c))));
        return Given.with(promises, setCoverage, (all, share) -> all.with(setCoverage(share)));
    }

    private AccuracyPromise accuracy(double share) {
        AccuracyPromise promise = Given.with(Promise.accuracy(share), confidence, AccuracyPromise::confidence);
        return strict ? promise.by(AccuracyPromise.Rule.SGR) : promise;
    }

    private SetCoveragePromise setCoverage(double share) {
        SetCoveragePromise promise = Given.with(Promise.setCoverage(share), sets, SetCoveragePromise::by);
        return byClass ? promise.forEachClass() : promise;
    }

    private static void require(boolean condition, String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }
}
