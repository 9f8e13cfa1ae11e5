package org.epiwrap.app;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.epiwrap.data.Dataset;
import org.epiwrap.predict.Prediction;
import org.epiwrap.predict.Predictor;

/** What a predictor says of a dataset: the scores of all images, and a few predictions to show. */
final class Seen {
    /** An image to show. */
    record Example(int image, Prediction prediction) {}

    private final Dataset data;
    private final double[] epistemic;
    private final double[] inDistribution;
    private final double[] doubt;
    private final boolean[] correct;
    private final float[] probabilities;
    private final List<Example> examples = new ArrayList<>();
    private int abstained;
    private int keptRight;

    private Seen(Dataset data, int classes) {
        this.data = data;
        this.epistemic = new double[data.size()];
        this.inDistribution = new double[data.size()];
        this.doubt = new double[data.size()];
        this.correct = new boolean[data.size()];
        this.probabilities = new float[data.size() * classes];
    }

    /**
     * Predicts all images.
     *
     * @param shown which of them to keep; no more than a few should be
     */
    static Seen of(Predictor predictor, Dataset data, BiPredicate<Integer, Prediction> shown) {
        int classes = predictor.classNames().size();
        Seen seen = new Seen(data, classes);
        predictor.predict(data, (image, prediction) -> {
            seen.epistemic[image] = prediction.epistemic();
            seen.inDistribution[image] = prediction.totalInDistribution();
            seen.doubt[image] = 1 - prediction.probability(prediction.label());
            seen.correct[image] = prediction.label() == data.label(image);
            for (int c = 0; c < classes; c++) {
                seen.probabilities[image * classes + c] = (float) prediction.probability(c);
            }
            if (prediction.abstains()) {
                seen.abstained++;
            } else if (seen.correct[image]) {
                seen.keptRight++;
            }
            if (shown.test(image, prediction)) {
                seen.examples.add(new Example(image, prediction));
            }
        });
        return seen;
    }

    Dataset data() {
        return data;
    }

    double[] epistemic() {
        return epistemic;
    }

    double[] inDistribution() {
        return inDistribution;
    }

    double[] doubt() {
        return doubt;
    }

    boolean[] correct() {
        return correct;
    }

    float[] probabilities() {
        return probabilities;
    }

    List<Example> examples() {
        return examples;
    }

    double abstained() {
        return (double) abstained / data.size();
    }

    /** The accuracy on the images it does not abstain from. */
    double accuracyOfKept() {
        return (double) keptRight / Math.max(1, data.size() - abstained);
    }
}
