package org.epiwrap.evaluation;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.ConfusionMatrix;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Reliability;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;

/** Predictions of labelled examples beside the truth, with every measure of how good they are. */
public final class Evaluation {
    private final Predictions predictions;
    private final int[] labels;
    private final ProbabilityQuality quality;
    private final ConfusionMatrix confusion;
    private final boolean[] correct;
    private final Map<String, OodEvaluation> outOfDistribution;

    private Evaluation(
            Predictions predictions,
            int[] labels,
            ProbabilityQuality quality,
            ConfusionMatrix confusion,
            Map<String, OodEvaluation> outOfDistribution) {
        this.predictions = predictions;
        this.labels = labels;
        this.quality = quality;
        this.confusion = confusion;
        this.correct = quality.correct();
        this.outOfDistribution = Collections.unmodifiableMap(outOfDistribution);
    }

    /** Returns the evaluation of predictions of a labelled dataset. */
    public static Evaluation of(Predictions predictions, Dataset data) {
        Check.sameLength("predictions", predictions.size(), "the examples of " + data.name(), data.size());
        return of(predictions, IntStream.range(0, data.size()).map(data::label).toArray());
    }

    /** Returns the evaluation of predictions of examples with these classes. */
    public static Evaluation of(Predictions predictions, int[] labels) {
        Check.sameLength("predictions", predictions.size(), "labels", labels.length);
        int[] own = labels.clone();
        int classes = predictions.classes();
        ProbabilityQuality quality = ProbabilityQuality.of(predictions.probabilities(), own, classes);
        int[] predicted = IntStream.range(0, own.length).map(quality::predicted).toArray();
        return new Evaluation(predictions, own, quality, ConfusionMatrix.of(own, predicted, classes), Map.of());
    }

    /** Returns this evaluation with that of out-of-distribution examples predicted by the same predictor. */
    public Evaluation against(String name, Predictions unknown) {
        Map<String, OodEvaluation> all = new LinkedHashMap<>(outOfDistribution);
        all.put(name, new OodEvaluation(predictions, unknown));
        return new Evaluation(predictions, labels, quality, confusion, all);
    }

    public int size() {
        return labels.length;
    }

    public Predictions predictions() {
        return predictions;
    }

    /** Returns the true class of an example. */
    public int label(int example) {
        return labels[example];
    }

    public boolean[] correct() {
        return correct.clone();
    }

    public Verdict verdict(int example) {
        if (predictions.abstains(example)) {
            return Verdict.ABSTAINED;
        }
        return correct[example] ? Verdict.RIGHT : Verdict.WRONG;
    }

    /** Returns the first examples with each verdict, at most so many of each, those with the same verdict together. */
    public List<Integer> examples(int each) {
        return Arrays.stream(Verdict.values())
                .flatMap(verdict -> IntStream.range(0, size())
                        .filter(i -> verdict(i) == verdict)
                        .limit(each)
                        .boxed())
                .toList();
    }

    public Prediction prediction(int example) {
        return predictions.get(example);
    }

    /** Returns the share of examples whose most probable class is the true one. */
    public double accuracy() {
        return quality.accuracy();
    }

    /** Returns how many examples of each class were predicted as each class, whether decided or not. */
    public ConfusionMatrix confusion() {
        return confusion;
    }

    /** Returns the balanced accuracy: the mean over the classes of the share of their examples predicted correctly. */
    public double balancedAccuracy() {
        return confusion.balancedAccuracy();
    }

    /** Returns the quality of each class, in their order. */
    public List<ClassEvaluation> byClass() {
        int[] undecided = new int[predictions.classes()];
        for (int i = 0; i < size(); i++) {
            undecided[labels[i]] += predictions.abstains(i) ? 1 : 0;
        }
        return IntStream.range(0, undecided.length)
                .mapToObj(c -> new ClassEvaluation(predictions.classNames().of(c), confusion.quality(c), undecided[c]))
                .toList();
    }

    /**
     * Returns the AUROC of the second class's probability, by which examples of the second class are told from those of the
     * first; empty unless there are two classes, both with examples.
     */
    public OptionalDouble auroc() {
        int positives = confusion.quality(1).support();
        if (predictions.classes() != 2 || positives == 0 || positives == size()) {
            return OptionalDouble.empty();
        }
        boolean[] second = new boolean[size()];
        double[] scores = new double[size()];
        for (int i = 0; i < scores.length; i++) {
            second[i] = labels[i] == 1;
            scores[i] = predictions.probability(i, 1);
        }
        return OptionalDouble.of(Detection.of(scores, second).auroc());
    }

    /** Returns the negative log-likelihood of the true classes, in nats; the mean over the examples. */
    public double negativeLogLikelihood() {
        return quality.negativeLogLikelihood();
    }

    /** Returns the Brier score, from 0 to 2. */
    public double brier() {
        return quality.brier();
    }

    /** Returns the expected calibration error (ECE). */
    public double calibrationError() {
        return quality.calibrationError();
    }

    /** Returns confidence against accuracy, as a reliability diagram shows it. */
    public Reliability reliability() {
        return quality.reliability();
    }

    /** Returns accuracy when the examples with the highest scores are rejected first. */
    public RejectionCurve rejection(Score score) {
        return RejectionCurve.of(predictions.scores(score), correct);
    }

    /** Returns how good the sets of classes are, if there are sets. */
    public Optional<SetQuality> sets() {
        return predictions.hasSets()
                ? Optional.of(SetQuality.of(predictions.sets(), labels, predictions.classes()))
                : Optional.empty();
    }

    /** Returns the coverage: the share of examples that are decided. */
    public double coverage() {
        return (double) decided() / size();
    }

    /** Returns the share of examples from which the predictor abstains. */
    public double abstained() {
        return (double) (size() - decided()) / size();
    }

    private int decided() {
        return (int)
                IntStream.range(0, size()).filter(i -> !predictions.abstains(i)).count();
    }

    /** Returns the accuracy on the examples that are decided, if there are any. */
    public OptionalDouble accuracyOfDecided() {
        return IntStream.range(0, size())
                .filter(i -> !predictions.abstains(i))
                .mapToDouble(i -> correct[i] ? 1 : 0)
                .average();
    }

    /** Returns the risk: the share of errors among the examples that are decided, if there are any. */
    public OptionalDouble risk() {
        OptionalDouble accuracy = accuracyOfDecided();
        return accuracy.isPresent() ? OptionalDouble.of(1 - accuracy.getAsDouble()) : accuracy;
    }

    /** Returns the area under the risk–coverage curve (AURC) of a score; lower is better. */
    public double areaUnderRisk(Score score) {
        return rejection(score).areaUnderRisk();
    }

    public Map<String, OodEvaluation> outOfDistribution() {
        return outOfDistribution;
    }

    public OodEvaluation outOfDistribution(String name) {
        OodEvaluation found = outOfDistribution.get(name);
        if (found == null) {
            throw new IllegalArgumentException("out-of-distribution data must be one of " + outOfDistribution.keySet()
                    + ", but is '" + name + "'");
        }
        return found;
    }

    /** Returns the mean AUROC of a score over all out-of-distribution datasets, if there are any. */
    public OptionalDouble meanAuroc(Score score) {
        return outOfDistribution.values().stream()
                .mapToDouble(ood -> ood.detection(score).auroc())
                .average();
    }
}
