package org.epiwrap.experiments.promises;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/**
 * A promise with what is to keep it.
 *
 * @param promised what the promise is about
 * @param by what keeps it, in words
 * @param asked the share that was promised
 * @param trials what the rule comes to for a network
 */
record Rule(Promised promised, String by, double asked, Function<ScoredNetwork, Trial> trials) {

    /** What a promise is about. */
    enum Promised {
        ACCURACY("accuracy of decisions"),
        COVERAGE("coverage of decisions"),
        FALSE_ALARM("false alarms"),
        SET_COVERAGE("set coverage");

        private final String words;

        Promised(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** What the rule comes to in one division after the other. */
    @FunctionalInterface
    interface Trial {
        /** Returns the outcome on the test half; empty if the calibration half is refused. */
        Optional<Outcome> on(Resplits.Resplit split);
    }

    private static final double HIGH_ACCURACY = 0.99;
    /** Of the images of Fashion-MNIST, whose classes overlap, good networks take one in ten for another class. */
    private static final double LOWER_ACCURACY = 0.98;

    private static final double DECIDED = 0.95;
    private static final double FEW_ALARMS = 0.01;
    private static final double MORE_ALARMS = 0.05;
    /** The shares of examples that sets are to cover. */
    static final List<Double> SET_COVERAGES = List.of(0.9, 0.95, 0.99);

    /** Returns the rules that are tried with networks of some data; which, depends on its name alone. */
    static List<Rule> of(BuiltInData data) {
        List<Double> accuracies =
                data == BuiltInData.FASHION_MNIST ? List.of(HIGH_ACCURACY, LOWER_ACCURACY) : List.of(HIGH_ACCURACY);
        List<Rule> rules = new ArrayList<>();
        for (double accuracy : accuracies) {
            AccuracyPromise promise = Promise.accuracy(accuracy);
            rules.add(accuracy("fixed sequence", promise, Promises.none()));
            rules.add(accuracy("SGR", promise.by(AccuracyPromise.Rule.SGR), Promises.none()));
            rules.add(new Rule(
                    Promised.ACCURACY,
                    "count alone",
                    accuracy,
                    network -> DecisionTrials.countedAccuracy(network, accuracy)));
        }
        rules.add(new Rule(
                Promised.COVERAGE,
                "order statistic",
                DECIDED,
                network -> DecisionTrials.coverage(network, Promise.coverage(DECIDED))));
        rules.add(new Rule(
                Promised.COVERAGE,
                "count alone",
                DECIDED,
                network -> DecisionTrials.countedCoverage(network, DECIDED)));
        rules.add(falseAlarm("p-values", FEW_ALARMS, Promises.none()));
        rules.add(falseAlarm("p-values", MORE_ALARMS, Promises.none()));
        for (double accuracy : accuracies) {
            Promises both = Promises.none().with(Promise.accuracy(accuracy)).with(Promise.falseAlarm(FEW_ALARMS));
            rules.add(falseAlarm("p-values, beside accuracy " + percent(accuracy), FEW_ALARMS, both));
            rules.add(accuracy(
                    "fixed sequence, beside false alarms " + percent(FEW_ALARMS), Promise.accuracy(accuracy), both));
        }
        for (double coverage : SET_COVERAGES) {
            Arrays.stream(SetScore.values()).forEach(score -> rules.add(sets(coverage, score)));
        }
        return rules;
    }

    private static Rule accuracy(String by, AccuracyPromise promise, Promises others) {
        Promises all = others.with(promise);
        return new Rule(
                Promised.ACCURACY,
                by,
                promise.accuracy(),
                network -> DecisionTrials.accuracy(network, all, promise.accuracy()));
    }

    private static Rule falseAlarm(String by, double rate, Promises others) {
        Promises all = others.with(Promise.falseAlarm(rate));
        return new Rule(Promised.FALSE_ALARM, by, rate, network -> DecisionTrials.falseAlarm(network, all, rate));
    }

    private static Rule sets(double coverage, SetScore score) {
        SetCoveragePromise promise = Promise.setCoverage(coverage).by(score);
        return new Rule(Promised.SET_COVERAGE, name(score), coverage, network -> SetTrials.of(network, promise));
    }

    /** Returns the name of a score of sets, such as {@code LAC}. */
    static String name(SetScore score) {
        return score == SetScore.CONTOUR ? "contour" : score.name();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** Returns what an outcome has measured: the share that the promise names. */
    double measured(Outcome outcome) {
        return promised == Promised.FALSE_ALARM ? outcome.rate() : 1 - outcome.rate();
    }

    /** Returns the key of what is measured of this rule. */
    Key key(Key setting) {
        return setting.with(Field.PROMISE, promised.toString())
                .with(Field.KEPT_BY, by)
                .with(Field.ASKED, asked);
    }
}
