package org.epiwrap.metrics;

import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.TopClass;

/**
 * Measures class probabilities of images against the images' true classes. With p(i, c) the probability of class c for image i,
 * y(i) its label and n images:
 *
 * <ul>
 *   <li>accuracy: the share of images whose most probable class is y(i); of equals the first;
 *   <li>NLL = -1/n Σ ln p(i, y(i)), in nats;
 *   <li>Brier = 1/n Σ Σ (p(i, c) - [c = y(i)])², from 0 to 2.
 * </ul>
 */
public final class ProbabilityQuality {
    /** How far from 1 probabilities may sum: float averages over many draws stay within it, logits do not. */
    private static final double SUM_TOLERANCE = 1e-3;

    private final float[] probabilities;
    private final int[] labels;
    private final int classes;

    private ProbabilityQuality(float[] probabilities, int[] labels, int classes) {
        this.probabilities = probabilities;
        this.labels = labels;
        this.classes = classes;
    }

    /** Returns the quality of probabilities [images][classes] that sum to 1 per image; the arrays are not copied. */
    public static ProbabilityQuality of(float[] probabilities, int[] labels, int classes) {
        Check.atLeast("classes", classes, 2);
        Check.atLeast("the number of labels", labels.length, 1);
        if (probabilities.length != (long) labels.length * classes) {
            throw new IllegalArgumentException("probabilities must hold " + classes + " numbers for each of "
                    + labels.length + " examples, but its length is " + probabilities.length);
        }
        for (int i = 0; i < labels.length; i++) {
            checkLabel(labels, i, classes);
            double sum = 0;
            for (int c = 0; c < classes; c++) {
                float p = probabilities[i * classes + c];
                if (!(p >= 0 && p <= 1)) {
                    Check.share("the probability of class " + c + " for example " + i, p);
                }
                sum += p;
            }
            if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
                throw new IllegalArgumentException("the probabilities of example " + i + " must sum to 1 within "
                        + SUM_TOLERANCE + ", but sum to " + sum);
            }
        }
        return new ProbabilityQuality(probabilities, labels, classes);
    }

    static void checkLabel(int[] labels, int i, int classes) {
        if (labels[i] < 0 || labels[i] >= classes) {
            Check.between("labels[" + i + "]", labels[i], 0, classes - 1);
        }
    }

    public int images() {
        return labels.length;
    }

    /** Returns the most probable class; among equals the first. */
    public int predicted(int image) {
        return TopClass.of(probabilities, image * classes, classes);
    }

    public double confidence(int image) {
        return probability(image, predicted(image));
    }

    public boolean isCorrect(int image) {
        return predicted(image) == labels[image];
    }

    public boolean[] correct() {
        boolean[] correct = new boolean[images()];
        for (int i = 0; i < correct.length; i++) {
            correct[i] = isCorrect(i);
        }
        return correct;
    }

    public double accuracy() {
        int right = 0;
        for (int i = 0; i < images(); i++) {
            right += isCorrect(i) ? 1 : 0;
        }
        return (double) right / images();
    }

    /** Returns NLL. A probability that float has rounded to 0 counts as the smallest float, which costs 103 nats. */
    public double negativeLogLikelihood() {
        double sum = 0;
        for (int i = 0; i < images(); i++) {
            sum -= Math.log(Math.max(Float.MIN_VALUE, probability(i, labels[i])));
        }
        return sum / images();
    }

    public double brier() {
        double sum = 0;
        for (int i = 0; i < images(); i++) {
            for (int c = 0; c < classes; c++) {
                double apart = probability(i, c) - (c == labels[i] ? 1 : 0);
                sum += apart * apart;
            }
        }
        return sum / images();
    }

    public Reliability reliability() {
        return Reliability.of(this);
    }

    /** Returns the expected calibration error over {@value Reliability#BINS} bins of equal width. */
    public double calibrationError() {
        return reliability().calibrationError();
    }

    /**
     * Returns the class-wise calibration error: the mean over the classes of Σ_b n_b/n |share_b - mean_b|, where the bins b,
     * {@value Reliability#BINS} of equal width, hold the images by their probability of the class, mean_b is the mean of these
     * probabilities, and share_b the share of the images that are of the class.
     */
    public double classwiseCalibrationError() {
        return IntStream.range(0, classes)
                .mapToDouble(c -> Reliability.of(images(), i -> probability(i, c), i -> labels[i] == c)
                        .calibrationError())
                .average()
                .orElseThrow();
    }

    private double probability(int image, int category) {
        return probabilities[image * classes + category];
    }
}
