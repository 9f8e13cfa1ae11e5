package org.epiwrap.prediction;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.explanation.Explanation;
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

    /** Returns the score that decides about abstention beside its threshold, decided or not; empty if it never abstains. */
    public Optional<ScoreCheck> scoreCheck() {
        Abstention rule = batch.abstention();
        return rule.applies()
                ? Optional.of(new ScoreCheck(rule, batch.score(rule.score(), example)))
                : Optional.empty();
    }

    /** Returns why the predictor abstains from this example; empty if it decides it. */
    public Optional<ScoreCheck> abstention() {
        return scoreCheck().filter(ScoreCheck::abstains);
    }

    /** Returns whether so little is known that the label should not be relied on. */
    public boolean abstains() {
        return abstention().isPresent();
    }

    /**
     * Returns why the predictor abstains, in one word; empty if it decides. Where δ, which tells how unlike the training
     * examples this one is, is part of the score, it decides if it is at least as large as the rest: unfamiliar if δ ≥ TU0
     * for TU = 1 − (1 − TU0)(1 − δ), and if δ ≥ U for EU = 1 − (1 − U)(1 − δ), else ambiguous. Scores of how many classes
     * remain open (TU0, U and those of the probabilities alone) mean ambiguous, scores of what the networks disagree on
     * unfamiliar.
     */
    public Optional<Abstention.Reason> reason() {
        return abstention()
                .map(check -> isUnfamiliar(check.score()) ? Abstention.Reason.UNFAMILIAR : Abstention.Reason.AMBIGUOUS);
    }

    private boolean isUnfamiliar(Score score) {
        return switch (score) {
            case TU -> batch.score(Score.DELTA, example) >= batch.score(Score.TU0, example);
            case EU -> batch.score(Score.DELTA, example) >= batch.score(Score.U, example);
            case DELTA, MUTUAL_INFORMATION, CLASS_VARIANCE, WIDTH -> true;
            case TU0, U, ENTROPY, MAX_SOFTMAX, EXPECTED_ENTROPY -> false;
        };
    }

    /**
     * Returns belief over sets of classes, from the decision radii, discounted by how unlike the training examples this
     * one is; for predictors with calibrated scores. Its most plausible class is that of the midpoints of the weights,
     * which may differ from the label where another averaging decides.
     */
    public Optional<ClassBelief> belief() {
        return batch.assessment(example).map(Assessment::belief);
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
     * {@code set}; {@code belief} and {@code plausibility} of the label; {@code abstains}, {@code reason},
     * {@code explanation}; {@code abstention} with {@code score}, {@code value} and {@code threshold}; {@code scores}. What
     * a predictor does not compute is left out.
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

    /** Returns whether the prediction should be explained: the predictor abstains from it, or has no rule of abstention. */
    public boolean needsExplanation() {
        return abstains() || scoreCheck().isEmpty();
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
