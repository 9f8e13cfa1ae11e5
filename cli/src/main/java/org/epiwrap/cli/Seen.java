package org.epiwrap.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.epiwrap.data.Dataset;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.report.Figure;
import org.epiwrap.report.IntervalBars;
import org.epiwrap.report.Picture;
import org.epiwrap.report.Verdict;

/** What a predictor says of a dataset: the scores of all images, and a few predictions to show. */
final class Seen {
    /** An image to show. */
    private record Example(int image, Prediction prediction) {}

    private final Dataset data;
    private final List<String> classNames;
    private final double[] epistemic;
    private final double[] inDistribution;
    private final double[] doubt;
    private final boolean[] correct;
    private final float[] probabilities;
    private final List<Example> examples = new ArrayList<>();
    private int abstained;
    private int keptRight;

    private Seen(Dataset data, List<String> classNames) {
        this.data = data;
        this.classNames = classNames;
        this.epistemic = new double[data.size()];
        this.inDistribution = new double[data.size()];
        this.doubt = new double[data.size()];
        this.correct = new boolean[data.size()];
        this.probabilities = new float[data.size() * classNames.size()];
    }

    /** Predicts all images, and keeps a few examples of each verdict. */
    static Seen withExamples(Predictor predictor, Dataset data, int each) {
        Map<Verdict, Integer> shown = new EnumMap<>(Verdict.class);
        return of(
                predictor,
                data,
                (image, prediction) -> shown.merge(verdict(data, image, prediction), 1, Integer::sum) <= each);
    }

    private static Verdict verdict(Dataset data, int image, Prediction prediction) {
        if (prediction.abstains()) {
            return Verdict.ABSTAINED;
        }
        return prediction.label() == data.label(image) ? Verdict.RIGHT : Verdict.WRONG;
    }

    /**
     * Predicts all images.
     *
     * @param shown which of them to keep; no more than a few should be
     */
    static Seen of(Predictor predictor, Dataset data, BiPredicate<Integer, Prediction> shown) {
        int classes = predictor.classNames().size();
        Seen seen = new Seen(data, predictor.classNames().all());
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

    /** The examples as figures, those with the same verdict together. */
    List<Figure> examples(String name) {
        return examples.stream()
                .sorted(Comparator.comparing(example -> verdict(data, example.image(), example.prediction())))
                .map(example -> figure(
                        name + " " + example.image(),
                        verdict(data, example.image(), example.prediction()),
                        example,
                        data.classNames().get(data.label(example.image()))))
                .toList();
    }

    /** The examples as figures of images that are of no class at all. */
    List<Figure> strangers(String name, String truth) {
        return examples.stream()
                .map(example -> figure(name, Verdict.OUT_OF_DISTRIBUTION, example, truth))
                .toList();
    }

    private Figure figure(String title, Verdict verdict, Example example, String truth) {
        byte[] pixels = new byte[data.shape().pixels()];
        data.pixels(example.image(), example.image() + 1, pixels);
        Picture picture = Picture.of(
                pixels,
                data.shape().channels(),
                data.shape().height(),
                data.shape().width());
        Prediction prediction = example.prediction();
        return Figure.of(
                        title,
                        IntervalBars.of(verdict, picture, classNames, prediction.intervals(), prediction.possible())
                                .withTruth(truth))
                .captioned(prediction.toString())
                .described(prediction.describe());
    }

    double decided() {
        return (double) (data.size() - abstained) / data.size();
    }

    double abstained() {
        return (double) abstained / data.size();
    }

    /** The accuracy on the images it does not abstain from, if there are any. */
    Optional<Double> accuracyOfKept() {
        int kept = data.size() - abstained;
        return kept == 0 ? Optional.empty() : Optional.of((double) keptRight / kept);
    }
}
