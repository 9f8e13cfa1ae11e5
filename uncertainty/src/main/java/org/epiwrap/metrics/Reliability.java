package org.epiwrap.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * Confidence against accuracy: the images sorted into {@value #BINS} bins of equal width by the confidence of their
 * prediction. A reliability diagram draws the bins; the expected calibration error is Σ n_b/n |accuracy_b -
 * confidence_b|.
 *
 * @param bins those that have images, the least confident first
 */
public record Reliability(List<Bin> bins) {
    public static final int BINS = 15;

    /**
     * The images with a confidence in (lower, upper], or of 0 in the first bin.
     *
     * @param confidence their mean confidence
     * @param accuracy the share of them that is predicted correctly
     */
    public record Bin(double lower, double upper, int images, double confidence, double accuracy) {}

    public Reliability {
        bins = List.copyOf(bins);
    }

    /** Returns the reliability of the predicted classes. */
    static Reliability of(ProbabilityQuality predictions) {
        return of(predictions.images(), predictions::confidence, predictions::isCorrect);
    }

    /**
     * Returns the reliability of probabilities of an event.
     *
     * @param confidence the probability for each image
     * @param occurs whether the event occurs
     */
    static Reliability of(int count, IntToDoubleFunction confidence, IntPredicate occurs) {
        int[] images = new int[BINS];
        int[] right = new int[BINS];
        double[] sums = new double[BINS];
        for (int i = 0; i < count; i++) {
            double sure = confidence.applyAsDouble(i);
            int bin = Math.max(0, (int) Math.ceil(sure * BINS) - 1);
            images[bin]++;
            right[bin] += occurs.test(i) ? 1 : 0;
            sums[bin] += sure;
        }
        List<Bin> bins = new ArrayList<>();
        for (int b = 0; b < BINS; b++) {
            if (images[b] > 0) {
                bins.add(new Bin(
                        (double) b / BINS,
                        (b + 1.0) / BINS,
                        images[b],
                        sums[b] / images[b],
                        (double) right[b] / images[b]));
            }
        }
        return new Reliability(bins);
    }

    /** Expected calibration error: how far confidence and accuracy are apart, on average over the images. */
    public double calibrationError() {
        double sum = 0;
        int total = 0;
        for (Bin bin : bins) {
            sum += bin.images() * Math.abs(bin.accuracy() - bin.confidence());
            total += bin.images();
        }
        return sum / total;
    }
}
