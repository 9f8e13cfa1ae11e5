package org.epiwrap.metrics;

import org.epiwrap.check.Check;

/**
 * Accuracy when the most uncertain images are discarded first: for each number kept, the accuracy of the least
 * uncertain. Where only some of several equally uncertain images are kept, the accuracy is the expected one of keeping
 * that many of them at random.
 */
public final class RejectionCurve {
    /** accuracy[k - 1] is that of k images kept. */
    private final double[] accuracy;

    private RejectionCurve(double[] accuracy) {
        this.accuracy = accuracy;
    }

    /** Returns the curve of uncertainties, no NaN, of images that are predicted correctly or not. */
    public static RejectionCurve of(double[] uncertainty, boolean[] correct) {
        Scores scores = Scores.of("uncertainty", uncertainty, "correct", correct);
        double[] accuracy = new double[uncertainty.length];
        int[] kept = {0};
        int[] right = {0};
        scores.forEachRising((score, correctOnes, wrongOnes) -> {
            int equals = correctOnes + wrongOnes;
            for (int k = 1; k <= equals; k++) {
                double expectedRight = right[0] + (double) correctOnes * k / equals;
                accuracy[kept[0] + k - 1] = expectedRight / (kept[0] + k);
            }
            kept[0] += equals;
            right[0] += correctOnes;
        });
        return new RejectionCurve(accuracy);
    }

    public int images() {
        return accuracy.length;
    }

    /** Returns the accuracy of the least uncertain images, 1 to all of them. */
    public double accuracyOfKept(int images) {
        return accuracy[Check.between("images", images, 1, accuracy.length) - 1];
    }

    /** Returns the area under the risk–coverage curve (AURC): the mean share of errors over all numbers kept. */
    public double areaUnderRisk() {
        return 1 - area();
    }

    /**
     * Returns the area under the generalised risk (AUGRC): the mean over all numbers kept of the errors among them as a share
     * of all examples, so that few kept examples do not weigh as much as many.
     */
    public double areaUnderGeneralisedRisk() {
        double sum = 0;
        for (int k = 1; k <= accuracy.length; k++) {
            sum += (1 - accuracy[k - 1]) * k / accuracy.length;
        }
        return sum / accuracy.length;
    }

    /** Returns the mean accuracy over all numbers of images kept. */
    public double area() {
        double sum = 0;
        for (double a : accuracy) {
            sum += a;
        }
        return sum / accuracy.length;
    }
}
