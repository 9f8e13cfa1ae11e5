package org.epiwrap.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * From which uncertainty on images are rejected, chosen on held-out images. Equally uncertain images are kept or
 * rejected together, so that what is promised is what a threshold can do.
 *
 * @param value the uncertainty up to which an image is kept
 * @param coverage the share of the held-out images that is kept
 * @param accuracy of those that are kept
 */
public record RejectionThreshold(double value, double coverage, double accuracy) {

    /**
     * Returns the threshold that keeps the most images of all under which the kept ones reach an accuracy.
     *
     * @param uncertainty no NaN
     * @param accuracy above 0, at most 1
     * @throws UnreachableAccuracyException if no threshold reaches the accuracy; the message gives the best that is reached
     */
    public static RejectionThreshold forAccuracy(double[] uncertainty, boolean[] correct, double accuracy) {
        checkPositiveShare("accuracy", accuracy);
        List<RejectionThreshold> all = all(uncertainty, correct);
        return all.stream()
                .filter(threshold -> threshold.accuracy() >= accuracy)
                .reduce((before, after) -> after)
                .orElseThrow(() -> unreachable(accuracy, all, uncertainty.length));
    }

    private static UnreachableAccuracyException unreachable(double accuracy, List<RejectionThreshold> all, int images) {
        // Of equals the one that keeps more.
        RejectionThreshold best = all.stream()
                .reduce((before, after) -> after.accuracy() >= before.accuracy() ? after : before)
                .orElseThrow();
        return new UnreachableAccuracyException(String.format(
                Locale.ROOT,
                "no threshold gives the examples that are kept an accuracy of %s; the best reachable is %.4f, with %d of %d"
                        + " examples kept",
                accuracy,
                best.accuracy(),
                Math.round(best.coverage() * images),
                images));
    }

    /**
     * Returns the threshold that keeps the fewest examples of all that keep at least a share of them. Equally uncertain
     * examples are kept together, so that it may keep more.
     *
     * @param coverage above 0 and at most 1, at which all are kept
     */
    public static RejectionThreshold forCoverage(double[] uncertainty, boolean[] correct, double coverage) {
        checkPositiveShare("coverage", coverage);
        return all(uncertainty, correct).stream()
                .filter(threshold -> threshold.coverage() >= coverage)
                .findFirst()
                .orElseThrow();
    }

    /** Returns one threshold for each distinct uncertainty, ascending; the last keeps all images. */
    private static List<RejectionThreshold> all(double[] uncertainty, boolean[] correct) {
        List<RejectionThreshold> all = new ArrayList<>();
        int[] kept = {0};
        int[] right = {0};
        Scores.of("uncertainty", uncertainty, "correct", correct).forEachRising((score, correctOnes, wrongOnes) -> {
            kept[0] += correctOnes + wrongOnes;
            right[0] += correctOnes;
            all.add(new RejectionThreshold(score, (double) kept[0] / uncertainty.length, (double) right[0] / kept[0]));
        });
        return all;
    }

    private static void checkPositiveShare(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be above 0 and at most 1, but is " + value);
        }
    }
}
