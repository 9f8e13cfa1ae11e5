package org.epiwrap.exchange.draws;

import java.util.Locale;

/**
 * Which of the networks that can be made of draws are any good, as shares of labelled examples that they are right on. Draws
 * around one mode, such as the states of a Markov chain, have a network of mean weights that is as good as they are;
 * networks trained from different seeds do not.
 *
 * @param examples how many they were measured on
 * @param members the mean accuracy of the draws, each by itself
 * @param ensemble the accuracy of the mean of their probabilities
 * @param meanNetwork the accuracy of the network whose weights are the means of the draws
 */
public record DrawsAccuracy(int examples, double members, double ensemble, double meanNetwork) {
    /** A mean network that loses more than this has little to do with the draws. */
    static final double FAR = 0.05;

    /** Returns whether the mean network is more than 5 points below its members, so that nothing around it is of use. */
    public boolean isMeanFarBelow() {
        return meanNetwork < members - FAR;
    }

    /** Returns the accuracies in one sentence without its end. */
    public String inWords() {
        return String.format(
                Locale.ROOT,
                "on %,d examples, the members are right on %.1f %% on average, their ensemble on %.1f %%, and the network of"
                        + " their mean weights on %.1f %%",
                examples,
                100 * members,
                100 * ensemble,
                100 * meanNetwork);
    }

    /**
     * Refuses what is made around a mean network that is far below its members.
     *
     * @throws IllegalArgumentException if {@link #isMeanFarBelow}
     */
    public void requireUsefulMean() {
        if (isMeanFarBelow()) {
            throw new IllegalArgumentException(
                    "the mean weights of draws must make a network about as good as they are," + " but " + inWords()
                            + ": keep the members as an ensemble (--ensemble)");
        }
    }
}
