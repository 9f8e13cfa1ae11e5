package org.epiwrap.prediction.promise;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.Detection;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/**
 * What promises need to know of labelled examples: scores by which a predictor may abstain, which examples it predicts
 * wrongly, and what sets order classes by. Immutable.
 */
public final class ScoredExamples {
    /** With fewer errors, which score ranks them better is chance. */
    private static final int MIN_ERRORS = 10;

    private static final double[] WEIGHTS = {0.001, 0.01, 0.1, 0.2, 0.5};

    private final Score unfamiliarity;
    private final Map<Score, double[]> scores;
    private final int[] labels;
    private final boolean[] wrong;
    /** [examples][classes], what sets order classes by; empty if there are none to come. */
    private final double[][] shares;
    /** What is random in sets. */
    private final double[] numbers;

    private ScoredExamples(
            Score unfamiliarity,
            Map<Score, double[]> scores,
            int[] labels,
            boolean[] wrong,
            double[][] shares,
            double[] numbers) {
        this.unfamiliarity = unfamiliarity;
        this.scores = scores;
        this.labels = labels;
        this.wrong = wrong;
        this.shares = shares;
        this.numbers = numbers;
    }

    /** Returns examples that a predictor scores batch by batch. */
    static ScoredExamples of(IntervalPredictor predictor, Dataset data) {
        Builder builder =
                new Builder(data, predictor.sets().map(rule -> rule.promise().score()));
        if (data.size() > 0) {
            predictor.forEachBatch(data, builder::put);
        }
        return builder.build();
    }

    /**
     * Returns examples that were predicted before.
     *
     * @param predictions with calibrated scores
     * @param data with a label for each prediction
     * @param sets what sets order classes by; the predictor must have had sets of such a score
     */
    public static ScoredExamples of(Predictions predictions, Dataset data, Optional<SetScore> sets) {
        Check.sameLength("predictions", predictions.size(), "examples", data.size());
        Builder builder = new Builder(data, sets);
        if (data.size() > 0) {
            builder.put(0, predictions);
        }
        return builder.build();
    }

    /** Collects what is known of examples. */
    private static final class Builder {
        private final Dataset data;
        private final Optional<SetScore> sets;
        private final Map<Score, double[]> scores = new EnumMap<>(Score.class);
        private Score unfamiliarity = Score.EU;
        private final boolean[] wrong;
        private final double[][] shares;
        private final double[] numbers;

        Builder(Dataset data, Optional<SetScore> sets) {
            this.data = data;
            this.sets = sets;
            int size = data.size();
            List.of(Score.EU, Score.TU0, Score.MAX_SOFTMAX).forEach(score -> scores.put(score, new double[size]));
            this.wrong = new boolean[size];
            this.shares = new double[sets.isPresent() ? size : 0][];
            this.numbers = new double[shares.length];
        }

        /** Puts the predictions of a batch from an example on. */
        void put(int first, Predictions batch) {
            unfamiliarity = Abstention.unfamiliarity(batch);
            scores.computeIfAbsent(unfamiliarity, score -> new double[wrong.length]);
            scores.forEach((score, values) ->
                    IntStream.range(0, batch.size()).forEach(i -> values[first + i] = batch.score(score, i)));
            for (int i = 0; i < batch.size(); i++) {
                wrong[first + i] = batch.label(i) != data.label(first + i);
            }
            sets.ifPresent(by -> fill(batch, by, first));
        }

        private void fill(Predictions batch, SetScore by, int first) {
            for (int i = 0; i < batch.size(); i++) {
                shares[first + i] = batch.shares(by, i);
                numbers[first + i] = batch.setNumber(i);
            }
        }

        ScoredExamples build() {
            int[] labels = IntStream.range(0, data.size()).map(data::label).toArray();
            return new ScoredExamples(unfamiliarity, scores, labels, wrong, shares, numbers);
        }
    }

    /** Returns the number of examples. */
    public int size() {
        return labels.length;
    }

    /** Returns the score by which examples are called unfamiliar. */
    public Score unfamiliarity() {
        return unfamiliarity;
    }

    /** Returns which examples are predicted wrongly. */
    public boolean[] wrong() {
        return wrong.clone();
    }

    /** Returns a score of each example. */
    public double[] scores(Score score) {
        double[] found = scores.get(score);
        if (found == null) {
            throw new IllegalStateException("no " + score);
        }
        return found.clone();
    }

    /** Returns the true class of each example. */
    public int[] labels() {
        return labels.clone();
    }

    /** Returns the prediction set of an example; for examples that were scored for sets. */
    public ClassSet set(ConformalSets rule, int example) {
        return rule.of(shares[example], numbers[example]);
    }

    /** Returns those of the examples that fulfil a condition, by their places. */
    public ScoredExamples where(IntPredicate condition) {
        return select(IntStream.range(0, size()).filter(condition).toArray());
    }

    /** Returns the examples at some places, in this order. */
    public ScoredExamples select(int[] places) {
        Map<Score, double[]> some = new EnumMap<>(Score.class);
        scores.forEach((score, values) -> some.put(score, select(values, places)));
        boolean[] wrongs = new boolean[places.length];
        IntStream.range(0, places.length).forEach(i -> wrongs[i] = wrong[places[i]]);
        boolean ordered = shares.length > 0;
        return new ScoredExamples(
                unfamiliarity,
                some,
                Arrays.stream(places).map(i -> labels[i]).toArray(),
                wrongs,
                ordered ? Arrays.stream(places).mapToObj(i -> shares[i]).toArray(double[][]::new) : shares,
                ordered ? select(numbers, places) : numbers);
    }

    private static double[] select(double[] values, int[] places) {
        return Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
    }

    /** Returns these examples and, after them, others that were scored by the same network for the same sets. */
    public ScoredExamples and(ScoredExamples others) {
        Map<Score, double[]> joined = new EnumMap<>(Score.class);
        scores.forEach((score, values) -> joined.put(score, concat(values, others.scores(score))));
        boolean[] wrongs = Arrays.copyOf(wrong, size() + others.size());
        System.arraycopy(others.wrong, 0, wrongs, size(), others.size());
        return new ScoredExamples(
                unfamiliarity,
                joined,
                IntStream.concat(Arrays.stream(labels), Arrays.stream(others.labels))
                        .toArray(),
                wrongs,
                Stream.concat(Arrays.stream(shares), Arrays.stream(others.shares))
                        .toArray(double[][]::new),
                concat(numbers, others.numbers));
    }

    private static double[] concat(double[] first, double[] second) {
        return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    /** Returns the score that ranks errors above correct predictions: 1 − max p if its AUROC is above that of TU0. */
    public Score errorScore() {
        long errors = IntStream.range(0, size()).filter(i -> wrong[i]).count();
        if (errors < MIN_ERRORS || errors == size()) {
            return Score.TU0;
        }
        return auroc(Score.MAX_SOFTMAX) > auroc(Score.TU0) ? Score.MAX_SOFTMAX : Score.TU0;
    }

    private double auroc(Score score) {
        return Detection.of(scores(score), wrong).auroc();
    }

    /**
     * Returns the sets that keep a promise on these examples, which must have been scored for its score.
     *
     * @throws PromiseException if they are too few
     */
    public ConformalSets sets(SetCoveragePromise promise, Regularisation penalty) {
        return ConformalSets.calibrate(promise, penalty, shares, labels, numbers);
    }

    /**
     * Returns the penalty of RAPS: ranks are free up to that of the true class of as many examples as are to be covered, and
     * the weight is the one with the smallest sets; the smallest weight if these examples are too few for sets.
     */
    public Regularisation penalty(SetCoveragePromise promise) {
        if (size() == 0) {
            return new Regularisation(WEIGHTS[0], 1);
        }
        int[] ranks = IntStream.range(0, size()).map(this::rank).sorted().toArray();
        int freeRanks = ranks[Math.min(size(), (int) Math.ceil((size() + 1) * promise.coverage())) - 1];
        Regularisation best = new Regularisation(WEIGHTS[0], freeRanks);
        double smallest = Double.POSITIVE_INFINITY;
        for (double weight : WEIGHTS) {
            Regularisation penalty = new Regularisation(weight, freeRanks);
            double total = totalSize(promise, penalty);
            if (total < smallest) {
                best = penalty;
                smallest = total;
            }
        }
        return best;
    }

    private int rank(int example) {
        double own = shares[example][labels[example]];
        return 1
                + (int) Arrays.stream(shares[example])
                        .filter(share -> share > own)
                        .count();
    }

    private double totalSize(SetCoveragePromise promise, Regularisation penalty) {
        try {
            ConformalSets rule = sets(promise, penalty);
            return IntStream.range(0, size())
                    .mapToLong(i -> set(rule, i).size())
                    .sum();
        } catch (PromiseException e) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
