package org.epiwrap.prediction;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.scoring.Assessment;

/**
 * What a predictor predicts of one example. Every prediction has a label and probabilities; intervals, sets, beliefs and
 * scores are there where the predictor computes them.
 *
 * @param batch the predictions that this is one of
 * @param example its number in the batch
 */
public record Prediction(Predictions batch, int example) {

    public Prediction {
        Check.between("example", example, 0, batch.size() - 1);
    }

    public ClassNames classNames() {
        return batch.classNames();
    }

    /** Returns the most probable class, among equals the first, even where the predictor {@linkplain #abstains abstains}. */
    public int label() {
        return batch.label(example);
    }

    public String labelName() {
        return classNames().of(label());
    }

    /** Returns the probability of the most probable class. */
    public double confidence() {
        return batch.confidence(example);
    }

    public double[] probabilities() {
        return batch.probabilities(example);
    }

    public double probability(int category) {
        return batch.probability(example, category);
    }

    public double probability(String className) {
        return probability(classNames().number(className));
    }

    /** Returns one logit per class, for predictors that have single logits. */
    public Optional<double[]> logits() {
        return batch.hasLogits() ? Optional.of(batch.logits(example)) : Optional.empty();
    }

    /**
     * Returns the logits by class name, as {@link #fields} has others: {@code logits} where they are single, and
     * {@code lower_logits} and {@code upper_logits} of an interval network; empty for other predictors.
     */
    public Map<String, Map<String, Double>> logitFields() {
        return PredictionFields.logits(this);
    }

    /** Returns one line with the logits, or with their bounds, such as {@code logits [-3.210, 0.042] [1.250, 2.125]}. */
    public Optional<String> describeLogits() {
        return new PredictionText(this).describeLogits();
    }

    /** Returns bounds of the probability of each class that hold for any choice of weights from their intervals. */
    public Optional<ProbabilityIntervals> intervals() {
        return batch.hasIntervals() ? Optional.of(batch.intervals(example)) : Optional.empty();
    }

    /** Returns the classes that not every choice of weights from their intervals rules out; the label is among them. */
    public Optional<ClassSet> possible() {
        return batch.hasPossible() ? Optional.of(batch.possible(example)) : Optional.empty();
    }

    /** Returns the prediction set, which contains the true class with a promised probability, if there is a promise. */
    public Optional<ClassSet> set() {
        return batch.hasSets() ? Optional.of(batch.set(example)) : Optional.empty();
    }

    /** Returns a score, if the predictor computes it. */
    public OptionalDouble score(Score score) {
        return batch.has(score) ? OptionalDouble.of(batch.score(score, example)) : OptionalDouble.empty();
    }

    public Map<Score, Double> scores() {
        return batch.scores(example);
    }

    /** Returns the scores that are compared with thresholds, decided or not; empty if the predictor never abstains. */
    public List<ScoreCheck> scoreChecks() {
        return batch.abstention().checks(batch, example);
    }

    /**
     * Returns the comparison that decided about abstention: the first by which the predictor abstains or, if it decides, the
     * last; empty if it never abstains.
     */
    public Optional<ScoreCheck> scoreCheck() {
        List<ScoreCheck> all = scoreChecks();
        return all.stream()
                .filter(ScoreCheck::abstains)
                .findFirst()
                .or(() -> all.stream().reduce((first, last) -> last));
    }

    /** Returns why the predictor abstains from this example; empty if it decides it. */
    public Optional<ScoreCheck> abstention() {
        return scoreCheck().filter(ScoreCheck::abstains);
    }

    /** Returns the p-value of each reason to abstain that rests on calibration examples; such as 0.002 if unfamiliar. */
    public Map<Abstention.Reason, Double> pValues() {
        Map<Abstention.Reason, Double> values = new EnumMap<>(Abstention.Reason.class);
        scoreChecks().forEach(check -> check.pValue().ifPresent(p -> values.put(check.reason(), p)));
        return values;
    }

    /** Returns whether so little is known that the label should not be relied on. */
    public boolean abstains() {
        return batch.abstains(example);
    }

    /** Returns why the predictor abstains, in one word; empty if it decides. See {@link Abstention}. */
    public Optional<Abstention.Reason> reason() {
        return abstention().map(ScoreCheck::reason);
    }

    /**
     * Returns belief over sets of classes, from the decision radii, discounted by how unlike the training examples this
     * one is; for predictors with calibrated scores. Its most plausible class is that of the midpoints of the weights,
     * which may differ from the label where another averaging decides.
     */
    public Optional<ClassBelief> belief() {
        return batch.assessment(example).map(Assessment::belief);
    }

    /**
     * Returns the plausibility π of each class by its decision radius alone, 1 for the most plausible, from which U follows;
     * for predictors with calibrated scores.
     */
    public Optional<double[]> contour() {
        return batch.assessment(example)
                .map(known -> IntStream.range(0, classNames().size())
                        .mapToDouble(known.contour()::plausibility)
                        .toArray());
    }

    /**
     * Returns ln D² of the last hidden layer's features, from which δ follows, for predictors with calibrated scores; empty at
     * the very mean of a class too.
     */
    public OptionalDouble logSquaredDistance() {
        return batch.assessment(example).stream()
                .mapToDouble(Assessment::logSquaredDistance)
                .filter(Double::isFinite)
                .findFirst();
    }

    /** Returns what UF is made of: each layer's distance, the energy, and their p-values; if it is calibrated. */
    public Optional<Unfamiliarity> unfamiliarity() {
        return batch.assessment(example).flatMap(Assessment::unfamiliarity);
    }

    /** Returns how certain it is that the class is one of these. */
    public double belief(ClassSet set) {
        return requiredBelief().belief(checked(set));
    }

    /** Returns how certain it is that the class is one of these. */
    public double belief(String... names) {
        return belief(classNames().set(names));
    }

    /** Returns how possible it is that the class is one of these; at least the belief. */
    public double plausibility(ClassSet set) {
        return requiredBelief().plausibility(checked(set));
    }

    /** Returns how possible it is that the class is one of these; at least the belief. */
    public double plausibility(String... names) {
        return plausibility(classNames().set(names));
    }

    private ClassBelief requiredBelief() {
        return belief().orElseThrow(() -> new IllegalStateException(
                "belief in classes needs an interval network with calibrated scores, which this predictor is not"));
    }

    private ClassSet checked(ClassSet set) {
        set.classes().forEach(c -> Check.between("class", c, 0, classNames().size() - 1));
        return set;
    }

    /** Returns the random set of several networks, drawn ones or the members of an ensemble, if the predictor has them. */
    public Optional<PredictiveRandomSet> randomSet() {
        return batch.randomSet(example);
    }

    /**
     * Returns this prediction as named values of plain types (texts, numbers, booleans, lists and maps of these), the same
     * names wherever predictions leave Java: {@code label}; {@code probability}, {@code lower} and {@code upper}, those of
     * the label; {@code probabilities}, {@code lower_probabilities} and {@code upper_probabilities} by class name;
     * {@code set}, the prediction set with a promised coverage; {@code possible}, the classes not ruled out; {@code belief}
     * and {@code plausibility} of the label; {@code contour}, π by class name, and {@code ln_squared_distance}, from which U
     * and δ follow; {@code abstains}, {@code reason}, {@code explanation}; {@code p}, the p-values
     * by reason; {@code abstention} with the {@code score}, {@code value} and {@code threshold} that decided; {@code scores};
     * {@code unfamiliarity}, for each layer (ln D² of its features) and {@code energy} a {@code score} and its {@code
     * p_value}. What a predictor does not compute is left out.
     */
    public Map<String, Object> fields() {
        return PredictionFields.of(this);
    }

    /**
     * Returns the {@linkplain #fields() fields} with {@code explanation} {@linkplain #inWords in words}, and {@code why}, the
     * {@linkplain Explanation#fields fields} of an explanation.
     */
    public Map<String, Object> fields(Explanation why) {
        return PredictionFields.of(this, why);
    }

    /**
     * Returns the comparisons of scores with thresholds in words: the one that decided or, of an example that is decided, all
     * of them; such as {@code EU 0.312 ≤ 0.870, p 0.41; TU0 0.020 ≤ 0.455, p 0.38}.
     */
    public String checksInWords() {
        return abstention()
                .map(ScoreCheck::inWords)
                .orElseGet(() -> scoreChecks().stream().map(ScoreCheck::inWords).collect(Collectors.joining("; ")));
    }

    /** Returns whether the prediction should be explained: the predictor abstains from it, or has no rule of abstention. */
    public boolean needsExplanation() {
        return abstains() || !batch.abstention().applies();
    }

    /**
     * Returns in one sentence, without its full stop, why the predictor abstains: the score beside its threshold, then what
     * makes the example unfamiliar, or between which classes it is ambiguous. Such as {@code TU 0.914 > 0.554: age 130 is
     * above all training rows (18 to 92)}. Of an example that is decided, what is unfamiliar about it.
     */
    public String inWords(Explanation why) {
        return abstention().map(check -> check.inWords() + ": ").orElse("") + cause(why);
    }

    /** Returns what makes the example unfamiliar or, where the predictor abstains as ambiguous, the two likeliest classes. */
    public String cause(Explanation why) {
        if (!reason().equals(Optional.of(Abstention.Reason.AMBIGUOUS))) {
            return why.inWords();
        }
        int second = IntStream.range(0, classNames().size())
                .filter(c -> c != label())
                .reduce((one, other) -> probability(other) > probability(one) ? other : one)
                .orElse(label());
        return String.format(
                Locale.ROOT,
                "%s (%.3f) or %s (%.3f)",
                labelName(),
                confidence(),
                classNames().of(second),
                probability(second));
    }

    /** Returns the lines of {@link #describe()}, and why the example is as unfamiliar as it is. */
    public String describe(Explanation why) {
        return new PredictionText(this).describe(why);
    }

    /** Returns several lines of plain text with everything that is known of the example. */
    public String describe() {
        return new PredictionText(this).describe();
    }

    /**
     * Such as {@code 7 (probability 0.993)}, or {@code abstains as ambiguous (TU 0.871 > 0.500); most likely 7 (probability
     * 0.412)}.
     */
    @Override
    public String toString() {
        String likely = String.format(Locale.ROOT, "%s (probability %.3f)", labelName(), confidence());
        return reason().map(why -> "abstains as " + why.id() + " ("
                        + abstention().orElseThrow().inWords() + "); most likely " + likely)
                .orElse(likely);
    }
}
