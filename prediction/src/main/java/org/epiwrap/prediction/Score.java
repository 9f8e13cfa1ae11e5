package org.epiwrap.prediction;

import java.util.Locale;

/**
 * An uncertainty score of one example; larger means less is known. EU, TU, TU0, U, δ, UF and H are from 0 to 1; MI and E[H]
 * are in nats, which their {@linkplain #id names} say.
 */
public enum Score {
    /** Epistemic uncertainty: finds out-of-distribution examples. */
    EU("EU", "epistemic uncertainty, 1 − (1 − U)(1 − δ)"),
    /** Total uncertainty: one score for out-of-distribution examples and for errors. */
    TU("TU", "total uncertainty, 1 − (1 − U)(1 − H)(1 − δ)"),
    /** Total uncertainty of an in-distribution example: finds errors. */
    TU0("TU0", "total uncertainty in distribution, 1 − (1 − U)(1 − H)"),
    /** Non-specificity: how many classes the radii of the weights leave open, 0 for one and 1 for all. */
    U("U", "non-specificity: how many classes the weights' radii leave open, from 0 (one) to 1 (all)"),
    /** Discount: how unlike the training examples the features of an example are. */
    DELTA("δ", "discount: how unlike the training examples the features are, from 0 to 1"),
    /** Unfamiliarity: how unusual an example is among held-out ones, by what every layer makes of it. Finds out-of-distribution examples. */
    UNFAMILIARITY("UF", "unfamiliarity: how unusual every layer's features and the energy are, from 0 to 1"),
    /** Entropy of the probabilities as a share of the largest possible, ln C. */
    ENTROPY("H", "entropy of the probabilities as a share of the largest possible"),
    /** One minus the largest probability. */
    MAX_SOFTMAX("1 − max p", "one minus the largest probability (maximum softmax)"),
    /** What draws, passes or members disagree on: total minus expected entropy. */
    MUTUAL_INFORMATION("MI", "mutual information: what draws, passes or members disagree on, in nats"),
    /** What draws agree is uncertain: the mean of their entropies. */
    EXPECTED_ENTROPY("E[H]", "expected entropy: the mean entropy of the draws, in nats"),
    /** The variance of a class's probability over passes, averaged over the classes. */
    CLASS_VARIANCE("Var p", "variance of the probabilities over passes, mean over classes"),
    /** The mean width of the probability intervals. */
    WIDTH("width", "mean width of the probability intervals");

    private final String symbol;
    private final String description;

    Score(String symbol, String description) {
        this.symbol = symbol;
        this.description = description;
    }

    /** Returns the name in files and messages, with the unit if there is one: {@code delta}, {@code mutual_information_nats}. */
    public String id() {
        String name = name().toLowerCase(Locale.ROOT);
        return this == MUTUAL_INFORMATION || this == EXPECTED_ENTROPY ? name + "_nats" : name;
    }

    /** Returns the short name that tables and plots show, such as {@code δ}. */
    public String symbol() {
        return symbol;
    }

    /** Returns one line on what the score measures. */
    public String description() {
        return description;
    }
}
