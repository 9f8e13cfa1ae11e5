package org.epiwrap.experiments.workspace;

import org.epiwrap.check.Check;
import org.epiwrap.model.Preset;

/**
 * How much data and computation an experiment uses.
 *
 * @param name distinguishes measurements of different sizes
 * @param images the maximum number of training examples
 * @param testImages the maximum number of examples of each dataset that is predicted
 * @param epochs the maximum number of epochs of training
 * @param tuningEpochs the number of epochs of fine-tuning
 * @param draws the number of draws that a Bayesian network averages
 */
public record ExperimentSize(String name, int images, int testImages, int epochs, int tuningEpochs, int draws) {

    /** Creates a size. */
    public ExperimentSize {
        Check.atLeast("images", images, 100);
        Check.atLeast("testImages", testImages, 10);
        Check.atLeast("epochs", epochs, 1);
        Check.atLeast("tuningEpochs", tuningEpochs, 1);
        Check.atLeast("draws", draws, 1);
    }

    /** Returns how many drawn intervals are averaged where the paper does so: as many as it draws at full size. */
    public int intervalDraws() {
        return Math.min(Preset.PAPER_DRAWS, 100 * draws);
    }

    /** Returns the full size. */
    public static ExperimentSize full() {
        return new ExperimentSize("full", Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 10, 50);
    }

    /** Returns a size that shows that an experiment works; its figures mean nothing. */
    public static ExperimentSize quick() {
        return new ExperimentSize("quick", 6000, 1000, 3, 1, 5);
    }
}
