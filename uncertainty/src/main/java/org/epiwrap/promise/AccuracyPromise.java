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
     * @param training scores of training examples, from which the thresholds to test come
     * @param scores of the calibration examples
     * @param wrong which of those would be decided wrongly
     * @throws PromiseException if no threshold can be promised
     */
    public Selection select(double[] training, double[] scores, boolean[] wrong) {
        Decisions decisions = Decisions.of(scores, wrong);
        Optional<Selection> chosen = rule == Rule.SGR
                ? guaranteedRisk(decisions)
                : fixedSequence(decisions, ThresholdGrid.fromTraining(training, scores.length, risk(), delta()));
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

    private Optional<Selection> guaranteedRisk(Decisions decisions) {
        int low = 1;
        int high = decisions.size();
        int steps = Math.max(1, (int) Math.ceil(Math.log(decisions.size()) / Math.log(2)));
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
        int needed = RiskTest.minimumKept(risk(), delta());
        int n = decisions.size();
        if (n < needed) {
            return new PromiseException(inWords() + " cannot be promised from " + n
                    + " calibration examples; even without a single error at least " + needed + " are needed");
        }
        Selection surest = decisions.surest(needed);
        return new PromiseException(inWords() + " cannot be promised: of the " + surest.kept()
                + " surest of " + n + " calibration examples " + surest.wrong()
                + (surest.wrong() == 0
                        ? " are wrong, but too few are left when one error must be afforded; some "
                                + (long) Math.ceil(3.0 * needed * n / surest.kept()) + " would do"
                        : " are already wrong; ask for less, or train a better network"));
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
