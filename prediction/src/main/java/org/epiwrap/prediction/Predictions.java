package org.epiwrap.prediction;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.credal.TopClass;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.SetScore;
import org.epiwrap.scoring.Assessment;

/**
 * Predictions of several examples by one network, as columns: numbers are held in arrays over all examples, and only sets
 * and assessments as one object for each example. Every predictor gives probabilities; intervals, sets, scores and logits are there where a predictor computes them.
 */
public final class Predictions {
    private final ClassNames names;
    private final Abstention abstention;
    private final Optional<ConformalSets> promised;
    private final Columns columns;
    private final int run;

    Predictions(ClassNames names, Abstention abstention, Optional<ConformalSets> promised, Columns columns, int run) {
        this.names = names;
        this.abstention = abstention;
        this.promised = promised;
        this.columns = columns;
        this.run = run;
    }

    /** Returns predictions that have probabilities [examples][classes] alone, such as those of another library. */
    public static Predictions of(ClassNames names, float[][] probabilities) {
        Columns columns = new Columns(1, probabilities.length, names.size());
        for (int i = 0; i < probabilities.length; i++) {
            Check.sameLength("the probabilities of example " + i, probabilities[i].length, "classes", names.size());
            for (float probability : probabilities[i]) {
                Check.share("a probability of example " + i, probability);
            }
            columns.put(Columns.Part.PROBABILITIES, i, 1, probabilities[i]);
        }
        return new Predictions(names, Abstention.never(), Optional.empty(), columns, 0);
    }

    public int size() {
        return columns.size();
    }

    public ClassNames classNames() {
        return names;
    }

    public int classes() {
        return columns.classes();
    }

    public Prediction get(int example) {
        return new Prediction(this, example);
    }

    public Stream<Prediction> stream() {
        return IntStream.range(0, size()).mapToObj(this::get);
    }

    public float probability(int example, int category) {
        return columns.probabilities()[index(example) + Check.between("class", category, 0, classes() - 1)];
    }

    public double[] probabilities(int example) {
        return row(columns.probabilities(), example);
    }

    /** Returns all probabilities, [examples][classes], one example after the other. */
    public float[] probabilities() {
        int from = index(0);
        return Arrays.copyOfRange(columns.probabilities(), from, from + size() * classes());
    }

    /** Returns the most probable class; among equals the first. */
    public int label(int example) {
        return TopClass.of(columns.probabilities(), index(example), classes());
    }

    /** Returns the most probable class of each example. */
    public int[] labels() {
        return IntStream.range(0, size()).map(this::label).toArray();
    }

    public double confidence(int example) {
        return probability(example, label(example));
    }

    /** Returns the entropy of the probabilities, in nats. */
    public double entropy(int example) {
        double sum = 0;
        int from = index(example);
        for (int c = 0; c < classes(); c++) {
            double p = columns.probabilities()[from + c];
            sum -= p > 0 ? p * Math.log(p) : 0;
        }
        return sum;
    }

    public boolean hasLogits() {
        return columns.has(Columns.Part.LOGITS);
    }

    /** Returns one logit per class; for predictors that have single logits, such as the mean network. */
    public double[] logits(int example) {
        return row(columns.values(Columns.Part.LOGITS), example);
    }

    /** Returns whether these predictions have bounds of logits, and so intervals of probabilities. */
    public boolean hasIntervals() {
        return columns.has(Columns.Part.LOWER_LOGITS);
    }

    public double[] lowerLogits(int example) {
        return row(columns.values(Columns.Part.LOWER_LOGITS), example);
    }

    public double[] upperLogits(int example) {
        return row(columns.values(Columns.Part.UPPER_LOGITS), example);
    }

    /** Returns bounds of each class's probability, for any logits inside their bounds. */
    public ProbabilityIntervals intervals(int example) {
        return ProbabilityIntervals.ofLogits(lowerLogits(example), upperLogits(example));
    }

    /** Returns whether these predictions have the classes that not every choice of weights rules out. */
    public boolean hasPossible() {
        return !columns.sets().isEmpty();
    }

    /** Returns the classes that not every choice of weights from their intervals rules out. */
    public ClassSet possible(int example) {
        return columns.sets().get(example);
    }

    /** Returns the {@linkplain #possible(int) possible} classes of each example. */
    public List<ClassSet> possible() {
        return columns.sets();
    }

    /** Returns whether these predictions have prediction sets with a promised coverage. */
    public boolean hasSets() {
        return promised.isPresent();
    }

    /**
     * Returns the prediction set of an example, which contains the true class with a promised probability.
     *
     * @throws IllegalStateException if no coverage of sets was promised
     */
    public ClassSet set(int example) {
        ConformalSets rule =
                promised.orElseThrow(() -> new IllegalStateException("these predictions have no prediction sets"));
        return rule.of(shares(rule.promise().score(), example), setNumber(example));
    }

    /** Returns the {@linkplain #set(int) prediction set} of each example. */
    public List<ClassSet> sets() {
        return IntStream.range(0, size()).parallel().mapToObj(this::set).toList();
    }

    /**
     * Returns what prediction sets by a score order classes by: probabilities or, for {@link SetScore#CONTOUR}, plausibilities
     * divided by their sum.
     */
    public double[] shares(SetScore score, int example) {
        if (score != SetScore.CONTOUR) {
            return probabilities(example);
        }
        return assessment(example)
                .orElseThrow(() -> new IllegalArgumentException("prediction sets by the class contour need an interval"
                        + " network with calibrated scores; the other ways need probabilities alone"))
                .contour()
                .shares();
    }

    /** Returns the number from 0 to 1 that decides what is random in the prediction set of an example. */
    public double setNumber(int example) {
        return columns.setNumbers().get(Check.between("example", example, 0, size() - 1));
    }

    Optional<Assessment> assessment(int example) {
        List<Assessment> all = columns.assessments();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(example));
    }

    Optional<PredictiveRandomSet> randomSet(int example) {
        List<PredictiveRandomSet> all = columns.randomSets();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(example));
    }

    public boolean has(Score score) {
        return switch (score) {
            case ENTROPY, MAX_SOFTMAX -> true;
            case WIDTH -> hasIntervals();
            default -> columns.has(score);
        };
    }

    public double score(Score score, int example) {
        return switch (score) {
            case ENTROPY -> Entropy.shareOfLargest(probabilities(example));
            case MAX_SOFTMAX -> 1 - confidence(example);
            case WIDTH -> intervals(example).meanWidth();
            default -> columns.scores(required(score))[run * size() + example];
        };
    }

    private Score required(Score score) {
        if (!has(score)) {
            throw new IllegalArgumentException(
                    "these predictions have no " + score.symbol() + "; their scores are " + symbols());
        }
        return score;
    }

    private String symbols() {
        return available().stream().map(Score::symbol).collect(Collectors.joining(", "));
    }

    public double[] scores(Score score) {
        required(score);
        return IntStream.range(0, size())
                .parallel()
                .mapToDouble(i -> score(score, i))
                .toArray();
    }

    public List<Score> available() {
        return Arrays.stream(Score.values()).filter(this::has).toList();
    }

    Map<Score, Double> scores(int example) {
        Map<Score, Double> values = new EnumMap<>(Score.class);
        available().forEach(score -> values.put(score, score(score, example)));
        return values;
    }

    public Abstention abstention() {
        return abstention;
    }

    public boolean abstains(int example) {
        return abstention.abstains(this, example);
    }

    /** Returns the same predictions under another rule of abstention. */
    public Predictions with(Abstention newAbstention) {
        newAbstention.scores().forEach(this::required);
        return new Predictions(names, newAbstention, promised, columns, run);
    }

    private int index(int example) {
        return (run * size() + Check.between("example", example, 0, size() - 1)) * classes();
    }

    private double[] row(float[] values, int example) {
        double[] row = new double[classes()];
        int from = index(example);
        Arrays.setAll(row, c -> values[from + c]);
        return row;
    }
}
