package org.epiwrap.prediction;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.intervalnet.Assessment;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.ImageBatch;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalOverflowException;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.RandomSetPredictor;
import org.epiwrap.metrics.RejectionThreshold;

/**
 * Predicts images by an interval network of one run. What it was given stays with whoever gave it, and is closed by them
 * when the predictor is no longer used. Several threads, such as those of a server, may predict by one predictor at once;
 * each gets what it would get alone.
 */
public final class Predictor {
    private final EpistemicScorer scorer;
    private final ClassNames names;
    private final Averaging averaging;
    private final Abstention abstention;
    private final Optional<RandomSetPredictor> draws;

    private Predictor(
            EpistemicScorer scorer,
            ClassNames names,
            Averaging averaging,
            Abstention abstention,
            Optional<RandomSetPredictor> draws) {
        this.scorer = scorer;
        this.names = names;
        this.averaging = averaging;
        this.abstention = abstention;
        this.draws = draws;
    }

    /**
     * By the network of a scorer and the averaging that suits its depth; it never abstains.
     *
     * @param classNames one per class
     */
    public static Predictor of(EpistemicScorer scorer, List<String> classNames) {
        Check.sameLength(
                "classNames",
                classNames.size(),
                "the network's outputs",
                scorer.network().architecture().classes());
        return new Predictor(
                scorer,
                new ClassNames(classNames),
                scorer.network().usualAveraging(),
                Abstention.never(),
                Optional.empty());
    }

    public Predictor with(Averaging newAveraging) {
        return new Predictor(scorer, names, newAveraging, abstention, draws);
    }

    public Predictor with(Abstention newAbstention) {
        return new Predictor(scorer, names, averaging, newAbstention, draws);
    }

    /** With predictive random sets, from draws of a network of the same architecture. */
    public Predictor with(RandomSetPredictor newDraws) {
        if (!newDraws.architecture().equals(network().architecture())) {
            throw new IllegalArgumentException("draws must be of the architecture "
                    + network().architecture() + ", but are of " + newDraws.architecture());
        }
        return new Predictor(scorer, names, averaging, abstention, Optional.of(newDraws));
    }

    public ClassNames classNames() {
        return names;
    }

    public IntervalNetwork network() {
        return scorer.network();
    }

    public Normalisation normalisation() {
        return scorer.normalisation();
    }

    /** What is told of each image. */
    @FunctionalInterface
    public interface Visitor {
        void visit(int image, Prediction prediction);
    }

    /**
     * Tells of each image of a dataset in turn; no more than a batch is held at once.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public void predict(Dataset data, Visitor visitor) {
        ImageBatch.forEach(data, normalisation(), network().architecture(), batch -> {
            List<Prediction> predictions = predict(batch);
            for (int i = 0; i < predictions.size(); i++) {
                visitor.visit(batch.first() + i, predictions.get(i));
            }
        });
    }

    /**
     * Predicts one image.
     *
     * @param pixels from 0, black, to 1, white, in the order channels, height, width
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public Prediction predict(float[] pixels) {
        return ImageBatch.single(
                        pixels, normalisation(), network().architecture().input(), this::predict)
                .get(0);
    }

    /**
     * Predicts one image.
     *
     * @param pixels unsigned bytes, in the order channels, height, width
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public Prediction predict(byte[] pixels) {
        return ImageBatch.single(
                        pixels, normalisation(), network().architecture().input(), this::predict)
                .get(0);
    }

    private List<Prediction> predict(ImageBatch batch) {
        IntervalPredictive.WithSets withSets = IntervalPredictive.withSets(network(), batch, averaging);
        IntervalPredictive bounds = withSets.said();
        List<Assessment> assessments = scorer.assess(batch);
        List<Optional<PredictiveRandomSet>> sets = draws.map(
                        some -> some.predict(batch).stream().map(Optional::of).toList())
                .orElseGet(() -> IntStream.range(0, batch.count())
                        .mapToObj(i -> Optional.<PredictiveRandomSet>empty())
                        .toList());
        return IntStream.range(0, batch.count())
                .parallel()
                .mapToObj(i -> {
                    double[] probabilities = bounds.probabilities(0, i);
                    return new Prediction(
                            names,
                            probabilities,
                            bounds.intervals(0, i),
                            withSets.possible().get(i),
                            assessments.get(i).decidedBy(probabilities),
                            sets.get(i),
                            abstention);
                })
                .toList();
    }

    /**
     * The threshold of a score that keeps the most held-out images of all under which the kept ones have an accuracy.
     *
     * @param heldOut images the network was not trained on
     * @throws IllegalArgumentException if no threshold reaches the accuracy; the message says what the best one reaches
     */
    public RejectionThreshold thresholdForAccuracy(Dataset heldOut, Score score, double accuracy) {
        HeldOut images = new HeldOut(heldOut, score);
        return RejectionThreshold.forAccuracy(images.scores, images.correct, accuracy);
    }

    /**
     * The threshold of a score that keeps a share of held-out images, and as few more as can be.
     *
     * @param heldOut images the network was not trained on
     */
    public RejectionThreshold thresholdForCoverage(Dataset heldOut, Score score, double coverage) {
        HeldOut images = new HeldOut(heldOut, score);
        return RejectionThreshold.forCoverage(images.scores, images.correct, coverage);
    }

    private final class HeldOut {
        final double[] scores;
        final boolean[] correct;

        HeldOut(Dataset data, Score score) {
            scores = new double[data.size()];
            correct = new boolean[data.size()];
            predict(data, (image, prediction) -> {
                scores[image] = score.of(prediction);
                correct[image] = prediction.label() == data.label(image);
            });
        }
    }
}
