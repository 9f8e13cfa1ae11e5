package org.epiwrap.experiments;

import org.epiwrap.check.Check;

/**
 * How much of everything a study takes.
 *
 * @param name goes into the keys of the measurements
 * @param images of those to train on, at most
 * @param testImages of each set that is predicted, at most
 * @param epochs at most
 * @param tuningEpochs of fine-tuning
 * @param draws that a Bayesian network averages
 */
public record Effort(String name, int images, int testImages, int epochs, int tuningEpochs, int draws) {

    public Effort {
        Check.atLeast("images", images, 100);
        Check.atLeast("testImages", testImages, 10);
        Check.atLeast("epochs", epochs, 1);
        Check.atLeast("tuningEpochs", tuningEpochs, 1);
        Check.atLeast("draws", draws, 1);
    }

    /** Of which means are taken where the paper draws intervals: as many as it draws if everything is taken. */
    int intervalDraws() {
        return Math.min(Preset.PAPER_DRAWS, 100 * draws);
    }

    /** Everything. */
    public static Effort full() {
        return new Effort("full", Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 10, 50);
    }

    /** Enough to see that it works, not to believe a figure. */
    public static Effort quick() {
        return new Effort("quick", 6000, 1000, 3, 1, 5);
    }
}
