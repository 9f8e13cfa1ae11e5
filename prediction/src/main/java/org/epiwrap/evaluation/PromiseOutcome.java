package org.epiwrap.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.CoveragePromise;

/**
 * A promise beside what test data shows. What is measured on m examples deviates by chance from what holds for all: where p
 * is promised, by up to 1.96 √(p(1 − p)/m) in 95 % of all test sets. A promise on average over calibrations adds the
 * deviation of this calibration, of n examples: √(p(1 − p)(1/m + 1/(n + 2))).
 *
 * @param promise in words
 * @param promised the share that is promised
 * @param measured the share on the test data; empty if there is no example that it speaks of
 * @param examples m
 * @param chance by how much the measured share may miss the promised one by chance
 * @param upper whether the promise is an upper bound, else it is a lower one
 */
public record PromiseOutcome(
        String promise, double promised, OptionalDouble measured, int examples, double chance, boolean upper) {
    private static final double QUANTILE = 1.96;

    /** What became of a promise. */
    public enum Verdict {
        /** The measured share is on the promised side. */
        KEPT,
        /** It is not, but by no more than chance explains. */
        WITHIN_CHANCE,
        /** It misses the promised share by more than chance explains. */
        MISSED,
        /** There is no example that the promise speaks of. */
        UNTESTED;

        /** Returns the verdict as tables show it, such as {@code within chance}. */
        public String inWords() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Returns each promise beside what an evaluation on in-distribution test data measured. */
    public static List<PromiseOutcome> of(CalibratedPromises promises, Evaluation evaluation) {
        List<PromiseOutcome> all = new ArrayList<>();
        int size = evaluation.size();
        promises.falseAlarm()
                .ifPresent(given -> all.add(new PromiseOutcome(
                        given.promise().inWords(),
                        given.promise().rate(),
                        OptionalDouble.of(unfamiliar(evaluation)),
                        size,
                        onAverage(given.promise().rate(), size, given.examples()),
                        true)));
        promises.decisions().ifPresent(given -> all.add(of(given, evaluation)));
        promises.sets()
                .ifPresent(given -> all.addAll(
                        given.rule().promise().byClass()
                                ? byClass(given, evaluation)
                                : List.of(ofSets(given, evaluation))));
        return all;
    }

    private static double unfamiliar(Evaluation evaluation) {
        return IntStream.range(0, evaluation.size())
                        .filter(i -> evaluation
                                .prediction(i)
                                .reason()
                                .filter(reason -> reason == Abstention.Reason.UNFAMILIAR)
                                .isPresent())
                        .count()
                / (double) evaluation.size();
    }

    private static PromiseOutcome of(CalibratedPromises.Decisions given, Evaluation evaluation) {
        if (given.promise() instanceof AccuracyPromise accuracy) {
            int decided = (int) Math.round(evaluation.coverage() * evaluation.size());
            return new PromiseOutcome(
                    accuracy.inWords(),
                    accuracy.accuracy(),
                    evaluation.accuracyOfDecided(),
                    decided,
                    deviation(accuracy.accuracy(), 1.0 / Math.max(1, decided)),
                    false);
        }
        CoveragePromise coverage = (CoveragePromise) given.promise();
        return new PromiseOutcome(
                coverage.inWords(),
                coverage.coverage(),
                OptionalDouble.of(evaluation.coverage()),
                evaluation.size(),
                deviation(coverage.coverage(), 1.0 / evaluation.size()),
                false);
    }

    private static PromiseOutcome ofSets(CalibratedPromises.Sets given, Evaluation evaluation) {
        double coverage = given.rule().promise().coverage();
        return new PromiseOutcome(
                given.rule().promise().inWords(),
                coverage,
                OptionalDouble.of(evaluation.sets().orElseThrow().setCoverage()),
                evaluation.size(),
                onAverage(coverage, evaluation.size(), given.examples()),
                false);
    }

    /** One for each class: how many of the calibration examples were of a class is not known, but their share is that of the test. */
    private static List<PromiseOutcome> byClass(CalibratedPromises.Sets given, Evaluation evaluation) {
        double coverage = given.rule().promise().coverage();
        List<PromiseOutcome> all = new ArrayList<>();
        for (int c = 0; c < evaluation.predictions().classes(); c++) {
            int category = c;
            int[] own = IntStream.range(0, evaluation.size())
                    .filter(i -> evaluation.label(i) == category)
                    .toArray();
            OptionalDouble covered = IntStream.of(own)
                    .mapToDouble(i -> evaluation.predictions().set(i).contains(category) ? 1 : 0)
                    .average();
            double calibration = (double) given.examples() * own.length / evaluation.size();
            all.add(new PromiseOutcome(
                    given.rule().promise().inWords() + ": "
                            + evaluation.predictions().classNames().of(category),
                    coverage,
                    covered,
                    own.length,
                    onAverage(coverage, Math.max(1, own.length), calibration),
                    false));
        }
        return all;
    }

    private static double onAverage(double promised, int tested, double calibrated) {
        return deviation(promised, 1.0 / tested + 1 / (calibrated + 2));
    }

    private static double deviation(double promised, double variances) {
        return QUANTILE * Math.sqrt(promised * (1 - promised) * variances);
    }

    /** Returns what became of the promise. */
    public Verdict verdict() {
        if (measured.isEmpty()) {
            return Verdict.UNTESTED;
        }
        double missed = upper ? measured.getAsDouble() - promised : promised - measured.getAsDouble();
        return missed <= 0 ? Verdict.KEPT : missed <= chance ? Verdict.WITHIN_CHANCE : Verdict.MISSED;
    }
}
