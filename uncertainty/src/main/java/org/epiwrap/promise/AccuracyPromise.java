package org.epiwrap.promise;

import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;

/**
 * Decisions have an accuracy: the share of errors among examples whose score is at most a threshold is at most
 * 1 - accuracy, with a confidence in this very calibration.
 *
 * @param accuracy above 0 and below 1
 * @param confidence above 0 and below 1
 * @param rule how the threshold is chosen
 */
public record AccuracyPromise(double accuracy, double confidence, Rule rule) implements Promise {

    /** How a threshold is chosen so that the choice itself does not break the promise. */
    public enum Rule {
        /**
         * Tests thresholds from cautious to bold and takes the last before the first whose risk may be too high. Each is tested
         * at the full level: a hypothesis is only reached if all before it were rejected.
         */
        FIXED_SEQUENCE,
        /**
         * Selection with guaranteed risk (Geifman and El-Yaniv, 2017): a binary search over the calibration scores, each of
         * whose steps gets its share of the level. Stricter, and decides fewer.
         */
        SGR
    }

    /** No more is asked for than so many times the examples that there are. */
    private static final double MOST_TIMES = 1000;

    /** Refuses shares that are not between 0 and 1. */
    public AccuracyPromise {
        Shares.inside("the accuracy", accuracy);
        Shares.inside("the confidence", confidence);
    }

    /** Returns the same promise with another confidence. */
    public AccuracyPromise confidence(double newConfidence) {
        return new AccuracyPromise(accuracy, newConfidence, rule);
    }

    /** Returns the same promise with another rule. */
    public AccuracyPromise by(Rule newRule) {
        return new AccuracyPromise(accuracy, confidence, newRule);
    }

    private double risk() {
        return 1 - accuracy;
    }

    private double delta() {
        return 1 - confidence;
    }

    /**
     * Returns the threshold that decides the most examples under the promise.
     *
     * @param others scores of other held-out examples, from which the thresholds to test come
     * @param scores of the calibration examples
     * @param wrong which of those would be decided wrongly
     * @throws PromiseException if no threshold can be promised
     */
    public Selection select(double[] others, double[] scores, boolean[] wrong) {
        Decisions decisions = Decisions.of(scores, wrong);
        Optional<Selection> chosen = rule == Rule.SGR
                ? guaranteedRisk(decisions)
                : fixedSequence(decisions, ThresholdGrid.from(others, scores.length, risk(), delta()));
        return chosen.orElseThrow(() -> refused(decisions));
    }

    /** Returns the last of a grid's thresholds before the first whose risk may be too high; empty if it is the first. */
    public Optional<Selection> fixedSequence(double[] scores, boolean[] wrong, ThresholdGrid grid) {
        return fixedSequence(Decisions.of(scores, wrong), grid);
    }

    private Optional<Selection> fixedSequence(Decisions decisions, ThresholdGrid grid) {
        Optional<Selection> last = Optional.empty();
        for (double threshold : grid.thresholds()) {
            Selection next = decisions.upTo(threshold);
            if (RiskTest.pValue(next.kept(), next.wrong(), risk()) > delta()) {
                break;
            }
            last = Optional.of(next);
        }
        return last;
    }

    /** Returns how many steps the search among so many examples has, which share the level. */
    private static int steps(int examples) {
        return Math.max(1, (int) Math.ceil(Math.log(examples) / Math.log(2)));
    }

    private Optional<Selection> guaranteedRisk(Decisions decisions) {
        int low = 1;
        int high = decisions.size();
        int steps = steps(decisions.size());
        Optional<Selection> best = Optional.empty();
        for (int step = 0; step < steps && low <= high; step++) {
            int middle = (low + high + 1) >>> 1;
            Selection next = decisions.surest(middle);
            if (RiskTest.upperBound(next.kept(), next.wrong(), delta() / steps) <= risk()) {
                best = Optional.of(next);
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return best;
    }

    /** Says whether there are too few examples or too many errors. */
    private PromiseException refused(Decisions decisions) {
        int n = decisions.size();
        int least = minimumSize();
        if (n < least) {
            return new PromiseException(inWords() + " cannot be promised from " + n
                    + " calibration examples; even without a single error at least " + least + " are needed");
        }
        Selection surest = decisions.surest(RiskTest.minimumKept(risk(), delta()));
        int wrong = surest.wrong();
        String found = inWords() + " cannot be promised: of the " + surest.kept() + " surest of " + n
                + " calibration examples " + wrong + (wrong == 1 ? " is" : " are");
        if (wrong > 0 && wrong >= risk() * surest.kept()) {
            return new PromiseException(found + " already wrong; ask for less, or train a better network");
        }
        return new PromiseException(found + " wrong, but too few are left when "
                + (wrong == 0 ? "one error" : "more errors") + " must be afforded; some "
                + (long) Math.ceil(enough(surest) * n / surest.kept()) + " would do");
    }

    /** Returns how many examples the rule takes at least: those of which none is wrong. */
    private int minimumSize() {
        int kept = RiskTest.minimumKept(risk(), delta());
        if (rule == Rule.FIXED_SEQUENCE) {
            return kept;
        }
        // The search begins at half of the examples; if these are too few, it turns to fewer.
        int size = 2 * kept - 2;
        while ((size + 2) >>> 1 < RiskTest.minimumKept(risk(), delta() / steps(size))) {
            size++;
        }
        return Math.max(1, size);
    }

    /** Returns how many examples as sure as these, with the same share of errors, are enough to test. */
    private double enough(Selection surest) {
        double times = 1;
        while (RiskTest.pValue((int) (times * surest.kept()), (int) (times * surest.wrong()), risk()) > delta()
                && times < MOST_TIMES) {
            times *= 1.1;
        }
        return Math.max(3.0 * RiskTest.minimumKept(risk(), delta()), times * surest.kept());
    }

    @Override
    public String inWords() {
        return "accuracy of decisions at least " + Shares.percent(accuracy) + " (confidence "
                + Shares.percent(confidence) + ")";
    }

    /**
     * How many calibration examples a threshold decides, and how many of these wrongly.
     *
     * @param errors the scores of those that would be decided wrongly
     */
    private record Decisions(RisingScores all, RisingScores errors) {
        static Decisions of(double[] scores, boolean[] wrong) {
            Check.atLeast("the number of calibration examples", scores.length, 1);
            Check.sameLength("wrong", wrong.length, "scores", scores.length);
            double[] errors = IntStream.range(0, scores.length)
                    .filter(i -> wrong[i])
                    .mapToDouble(i -> scores[i])
                    .toArray();
            return new Decisions(RisingScores.of(scores), RisingScores.of(errors));
        }

        int size() {
            return all.size();
        }

        /** Decides the surest examples, and those that are as sure as the last of them. */
        Selection surest(int count) {
            return upTo(all.get(count - 1));
        }

        Selection upTo(double threshold) {
            return new Selection(threshold, all.size(), all.atMost(threshold), errors.atMost(threshold));
        }
    }
}
