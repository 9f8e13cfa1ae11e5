package org.epiwrap.prediction.promise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
 * What promises need to know of labelled examples.
 *
 * @param unfamiliarity the score by which examples are called unfamiliar
 * @param wrong which examples are predicted wrongly
 * @param shares [examples][classes], what sets order classes by; empty if there are none to come
 * @param numbers what is random in sets
 */
@SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
record ScoredExamples(
        Score unfamiliarity,
        Map<Score, double[]> scores,
        int[] labels,
        boolean[] wrong,
        double[][] shares,
        double[] numbers) {
    /** With fewer errors, which score ranks them better is chance. */
    private static final int MIN_ERRORS = 10;

    private static final double[] WEIGHTS = {0.001, 0.01, 0.1, 0.2, 0.5};

    static ScoredExamples of(IntervalPredictor predictor, Dataset data) {
        int size = data.size();
        List<Score> needed = List.of(Score.EU, Score.TU0, Score.MAX_SOFTMAX);
        Map<Score, double[]> scores = new EnumMap<>(Score.class);
        needed.forEach(score -> scores.put(score, new double[size]));
        List<Score> unfamiliarity = new ArrayList<>(List.of(Score.EU));
        boolean[] wrong = new boolean[size];
        double[][] shares = new double[predictor.sets().isPresent() ? size : 0][];
        double[] numbers = new double[shares.length];
        if (size > 0) {
            predictor.forEachBatch(data, (first, batch) -> {
                unfamiliarity.set(0, Abstention.unfamiliarity(batch));
                scores.computeIfAbsent(unfamiliarity.get(0), score -> new double[size]);
                scores.forEach((score, values) ->
                        IntStream.range(0, batch.size()).forEach(i -> values[first + i] = batch.score(score, i)));
                for (int i = 0; i < batch.size(); i++) {
                    wrong[first + i] = batch.label(i) != data.label(first + i);
                }
                predictor.sets().ifPresent(rule -> fill(batch, rule.promise().score(), first, shares, numbers));
            });
        }
        int[] labels = IntStream.range(0, size).map(data::label).toArray();
        return new ScoredExamples(unfamiliarity.get(0), scores, labels, wrong, shares, numbers);
    }

    private static void fill(Predictions batch, SetScore by, int first, double[][] shares, double[] numbers) {
        for (int i = 0; i < batch.size(); i++) {
            shares[first + i] = batch.shares(by, i);
            numbers[first + i] = batch.setNumber(i);
        }
    }

    int size() {
        return labels.length;
    }

    double[] scores(Score score) {
        double[] found = scores.get(score);
        if (found == null) {
            throw new IllegalStateException("no " + score);
        }
        return found;
    }

    /** Returns those of the examples that fulfil a condition, by their numbers; they give no sets. */
    ScoredExamples where(IntPredicate condition) {
        int[] kept = IntStream.range(0, size()).filter(condition).toArray();
        Map<Score, double[]> some = new EnumMap<>(Score.class);
        scores.forEach((score, values) ->
                some.put(score, Arrays.stream(kept).mapToDouble(i -> values[i]).toArray()));
        boolean[] wrongs = new boolean[kept.length];
        IntStream.range(0, kept.length).forEach(i -> wrongs[i] = wrong[kept[i]]);
        return new ScoredExamples(
                unfamiliarity,
                some,
                Arrays.stream(kept).map(i -> labels[i]).toArray(),
                wrongs,
                new double[0][],
                new double[0]);
    }

    /** Returns these examples and others, for sets alone. */
    ScoredExamples and(ScoredExamples others) {
        return new ScoredExamples(
                unfamiliarity,
                Map.of(),
                IntStream.concat(Arrays.stream(labels), Arrays.stream(others.labels))
                        .toArray(),
                new boolean[0],
                Stream.concat(Arrays.stream(shares), Arrays.stream(others.shares))
                        .toArray(double[][]::new),
                DoubleStream.concat(Arrays.stream(numbers), Arrays.stream(others.numbers))
                        .toArray());
    }

    /** Returns the score that ranks errors above correct predictions: 1 − max p if its AUROC is above that of TU0. */
    Score errorScore() {
        long errors = IntStream.range(0, size()).filter(i -> wrong[i]).count();
        if (errors < MIN_ERRORS || errors == size()) {
            return Score.TU0;
        }
        return auroc(Score.MAX_SOFTMAX) > auroc(Score.TU0) ? Score.MAX_SOFTMAX : Score.TU0;
    }

    private double auroc(Score score) {
        return Detection.of(scores(score), wrong).auroc();
    }

    ConformalSets sets(SetCoveragePromise promise, Regularisation penalty) {
        return ConformalSets.calibrate(promise, penalty, shares, labels, numbers);
    }

    /**
     * Returns the penalty of RAPS: ranks are free up to that of the true class of as many examples as are to be covered, and
     * the weight is the one with the smallest sets; the smallest weight if these examples are too few for sets.
     */
    Regularisation penalty(SetCoveragePromise promise) {
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
                    .mapToLong(i -> rule.of(shares[i], numbers[i]).size())
                    .sum();
        } catch (PromiseException e) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
