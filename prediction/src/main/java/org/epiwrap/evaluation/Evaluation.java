package org.epiwrap.evaluation;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.ConfusionMatrix;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Reliability;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.prediction.Abstention;
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

    /** Returns the evaluation of the same predictions under another rule of abstention, without other data. */
    public Evaluation with(Abstention rule) {
        return new Evaluation(predictions.with(rule), labels, quality, confusion, Map.of());
    }

    /**
     * Returns this evaluation with that of out-of-distribution examples predicted by the same predictor, which are of none of
     * the classes.
     */
    public Evaluation against(String name, Predictions unknown) {
        return against(name, new OodEvaluation(predictions, unknown, Optional.empty()));
    }

    /** Returns this evaluation with that of shifted examples of the same classes, predicted by the same predictor. */
    public Evaluation against(String name, Evaluation shifted) {
        return against(name, new OodEvaluation(predictions, shifted.predictions, Optional.of(shifted)));
    }

    private Evaluation against(String name, OodEvaluation ood) {
        Map<String, OodEvaluation> all = new LinkedHashMap<>(outOfDistribution);
        all.put(name, ood);
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
        Map<Integer, SetQuality.Stratum> sets = sets().map(SetQuality::byClass).orElse(List.of()).stream()
                .collect(Collectors.toMap(SetQuality.Stratum::value, Function.identity()));
        for (int i = 0; i < size(); i++) {
            undecided[labels[i]] += predictions.abstains(i) ? 1 : 0;
        }
        return IntStream.range(0, undecided.length)
                .mapToObj(c -> new ClassEvaluation(
                        predictions.classNames().of(c),
                        confusion.quality(c),
                        undecided[c],
                        Optional.ofNullable(sets.get(c))))
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

    /** Returns the class-wise calibration error, which looks at the probabilities of all classes. */
    public double classwiseCalibrationError() {
        return quality.classwiseCalibrationError();
    }

    /** Returns the probabilities beside the true classes. */
    ProbabilityQuality quality() {
        return quality;
    }

    /** Returns confidence against accuracy, as a reliability diagram shows it. */
    public Reliability reliability() {
        return quality.reliability();
    }

    /** Returns accuracy when the examples with the highest scores are rejected first. */
    public RejectionCurve rejection(Score score) {
        return RejectionCurve.of(predictions.scores(score), correct);
    }

    /** Returns how good the prediction sets with a promised coverage are, if there are any. */
    public Optional<SetQuality> sets() {
        return predictions.hasSets()
                ? Optional.of(SetQuality.of(
                        IntStream.range(0, size()).mapToObj(predictions::set).toList(), labels, predictions.classes()))
                : Optional.empty();
    }

    /** Returns how good the sets of classes that are not ruled out are, if there are any. */
    public Optional<SetQuality> possible() {
        return predictions.hasPossible()
                ? Optional.of(SetQuality.of(predictions.possible(), labels, predictions.classes()))
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

    /** Returns the share of all examples that are decided and wrong: risk times coverage. */
    public double wrongYetDecided() {
        return (double) IntStream.range(0, size())
                        .filter(i -> verdict(i) == Verdict.WRONG)
                        .count()
                / size();
    }

    /**
     * Returns the area under the generalised risk (AUGRC) of a score, the mean over all coverages of risk times coverage;
     * lower is better.
     */
    public double areaUnderGeneralisedRisk(Score score) {
        return rejection(score).areaUnderGeneralisedRisk();
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
