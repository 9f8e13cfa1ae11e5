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
import org.epiwrap.scoring.Assessment;

/**
 * Predictions of several examples by one network, as columns: numbers are held in arrays over all examples, and only sets
 * and assessments as one object for each example. Every predictor gives probabilities; intervals, sets, scores and logits are there where a predictor computes them.
 */
public final class Predictions {
    private final ClassNames names;
    private final Abstention abstention;
    private final Columns columns;
    private final int run;

    Predictions(ClassNames names, Abstention abstention, Columns columns, int run) {
        this.names = names;
        this.abstention = abstention;
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
        return new Predictions(names, Abstention.never(), columns, 0);
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

    public boolean hasSets() {
        return !columns.sets().isEmpty();
    }

    public ClassSet set(int example) {
        return columns.sets().get(example);
    }

    public List<ClassSet> sets() {
        return columns.sets();
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
        return abstention.applies() && abstention.abstainsAt(score(abstention.score(), example));
    }

    /** Returns the same predictions under another rule of abstention. */
    public Predictions with(Abstention newAbstention) {
        if (newAbstention.applies()) {
            required(newAbstention.score());
        }
        return new Predictions(names, newAbstention, columns, run);
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
