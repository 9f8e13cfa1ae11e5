package org.epiwrap.experiments.promises;

/**
 * What a rule came to in one division. Every promise is one about failures, of which there may be a share at most: wrong
 * decisions among all decisions; undecided, falsely alarmed or uncovered examples among all examples.
 *
 * @param failures the number of failures on the test half
 * @param limit the most failures that keep the promise there
 * @param predicted how many there should be, by what the rule supposes of them
 * @param decided the share of the test half that is decided
 */
record Outcome(int failures, int limit, BetaBinomial predicted, double decided) {
    /** Shares are written in decimal, and are not quite themselves in binary. */
    private static final double ROUNDING = 1e-9;

    /**
     * Returns the outcome of a rule that supposes the rate of failures to be distributed as Beta(a, b).
     *
     * @param examples of which so many fail
     * @param allowed the share that may fail
     */
    static Outcome of(int failures, int examples, double allowed, double a, double b, double decided) {
        return new Outcome(failures, atMost(examples, allowed), new BetaBinomial(examples, a, b), decided);
    }

    /** Returns the largest number that is at most a share of so many. */
    static int atMost(int examples, double share) {
        return (int) Math.floor(examples * share + ROUNDING);
    }

    /** Returns the smallest number that is at least a share of so many. */
    static int atLeast(int examples, double share) {
        return (int) Math.ceil(examples * share - ROUNDING);
    }

    /** Returns the share of failures; 0 of no examples. */
    double rate() {
        return predicted.examples() == 0 ? 0 : (double) failures / predicted.examples();
    }

    boolean isBroken() {
        return failures > limit;
    }

    /** Returns how likely the promise looks broken on a test half of this size if the rule is right. */
    double predictedBroken() {
        return predicted.above(limit);
    }
}
