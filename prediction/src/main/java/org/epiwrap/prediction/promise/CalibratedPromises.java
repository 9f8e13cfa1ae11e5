package org.epiwrap.prediction.promise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.epiwrap.check.Check;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.CoveragePromise;
import org.epiwrap.promise.FalseAlarmPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.epiwrap.promise.Selection;

/**
 * Promises with the thresholds and sets that keep them, and how many calibration examples each rests on.
 *
 * @param falseAlarm when an example is unfamiliar
 * @param decisions when an example is ambiguous
 * @param sets what gives prediction sets
 */
public record CalibratedPromises(Optional<FalseAlarm> falseAlarm, Optional<Decisions> decisions, Optional<Sets> sets) {

    /** Says what every promise rests on, and what it does not cover. */
    public static final String BASIS = "Promises hold for examples that are exchangeable with the calibration examples,"
            + " which the model was not trained on; not for shifted or out-of-distribution data.";

    /**
     * At most a share of in-distribution examples is called unfamiliar.
     *
     * @param limit of the OOD score, which rests on all its calibration scores
     */
    public record FalseAlarm(FalseAlarmPromise promise, Abstention.Limit limit) {
        /** Refuses a threshold that is not the one of its promise. */
        public FalseAlarm {
            checkThreshold(limit, promise.threshold(limit.calibration()));
        }

        /** Returns how many calibration examples the promise rests on. */
        public int examples() {
            return limit.calibration().size();
        }
    }

    /**
     * Decisions have an accuracy, or a share of the examples is decided.
     *
     * @param promise an {@link AccuracyPromise} or a {@link CoveragePromise}
     * @param limit of the error score; its p-values rest on the calibration examples that are not unfamiliar
     * @param selection how many calibration examples were decided, and how many of these wrongly
     */
    public record Decisions(Promise promise, Abstention.Limit limit, Selection selection) {
        /** Refuses what does not belong together. */
        public Decisions {
            if (!(promise instanceof AccuracyPromise || promise instanceof CoveragePromise)) {
                throw new IllegalArgumentException(
                        "decisions must have a promise of accuracy or of coverage, but have another");
            }
            checkThreshold(limit, selection.threshold());
            Check.between(
                    "the examples that are not unfamiliar", limit.calibration().size(), 1, selection.examples());
            Check.between("kept", selection.kept(), 0, limit.calibration().size());
            Check.between("wrong", selection.wrong(), 0, selection.kept());
        }
    }

    /**
     * Prediction sets contain the true class.
     *
     * @param examples how many calibration examples the promise rests on
     */
    public record Sets(ConformalSets rule, int examples) {
        /** Refuses a number below 1. */
        public Sets {
            Check.atLeast("examples", examples, 1);
        }
    }

    private static void checkThreshold(Abstention.Limit limit, double promised) {
        if (Double.compare(limit.threshold(), promised) != 0) {
            throw new IllegalArgumentException("a threshold must be the one that its promise was given for, " + promised
                    + ", but is " + limit.threshold());
        }
    }

    /** Returns the rule by which the predictor abstains. */
    public Abstention abstention() {
        return falseAlarm.isEmpty() && decisions.isEmpty()
                ? Abstention.never()
                : new Abstention.ByReason(falseAlarm.map(FalseAlarm::limit), decisions.map(Decisions::limit));
    }

    /** Returns what gives prediction sets, if their coverage was promised. */
    public Optional<ConformalSets> conformalSets() {
        return sets.map(Sets::rule);
    }

    /** Returns the promises alone, which may be given anew on other examples. */
    public Promises promises() {
        Promises all = Promises.none();
        for (Promise each : all()) {
            all = all.with(each);
        }
        return all;
    }

    /** Returns all promises, in the order in which they decide. */
    public List<Promise> all() {
        List<Promise> all = new ArrayList<>();
        falseAlarm.ifPresent(given -> all.add(given.promise()));
        decisions.ifPresent(given -> all.add(given.promise()));
        sets.ifPresent(given -> all.add(given.rule().promise()));
        return all;
    }

    /** Returns the scores that decide about abstention. */
    public List<Score> scores() {
        return abstention().scores();
    }

    /**
     * Returns a sentence for each promise, without its full stop: what is promised, and on how many examples it rests.
     *
     * @param plural the word for several examples
     */
    public List<String> inWords(String plural, ClassNames names) {
        List<String> lines = new ArrayList<>();
        falseAlarm.ifPresent(given -> lines.add(String.format(
                Locale.ROOT,
                "%s: abstains as unfamiliar if %s; from %,d calibration %s",
                given.promise().inWords(),
                threshold(given.limit()),
                given.examples(),
                plural)));
        decisions.ifPresent(given -> lines.add(String.format(
                Locale.ROOT,
                "%s: abstains as ambiguous if %s; decides %,d of %,d calibration %s (%.1f %%), %,d of them wrongly",
                given.promise().inWords(),
                threshold(given.limit()),
                given.selection().kept(),
                given.selection().examples(),
                plural,
                100 * given.selection().coverage(),
                given.selection().wrong())));
        sets.ifPresent(given -> lines.add(String.format(
                        Locale.ROOT,
                        "%s, by %s; from %,d calibration %s",
                        given.rule().promise().inWords(),
                        given.rule().promise().score().inWords(),
                        given.examples(),
                        plural)
                + alwaysIn(given.rule(), names)));
        return lines;
    }

    private static String threshold(Abstention.Limit limit) {
        return limit.threshold() == Double.POSITIVE_INFINITY
                ? limit.score().symbol() + " is ever too high, which it is not"
                : String.format(Locale.ROOT, "%s > %.3f", limit.score().symbol(), limit.threshold());
    }

    private static String alwaysIn(ConformalSets rule, ClassNames names) {
        return rule.undecided().size() == 0
                ? ""
                : "; always in, since their calibration examples are too few: "
                        + rule.undecided().classes().mapToObj(names::of).collect(Collectors.joining(", "));
    }
}
