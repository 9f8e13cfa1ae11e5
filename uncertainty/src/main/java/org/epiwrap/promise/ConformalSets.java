package org.epiwrap.promise;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.jspecify.annotations.Nullable;

/**
 * Prediction sets by split conformal prediction. A class is in the set of an example if its score is at most a quantile of
 * the scores that calibration examples have for their true class: the ⌈(n + 1)·coverage⌉-th smallest of n. The class with
 * the largest share is always in: a set is never empty.
 */
public final class ConformalSets {
    private final SetCoveragePromise promise;
    private final Regularisation regularisation;
    private final double[] quantiles;

    private ConformalSets(SetCoveragePromise promise, Regularisation regularisation, double[] quantiles) {
        this.promise = promise;
        this.regularisation = regularisation;
        this.quantiles = quantiles;
    }

    /**
     * Returns sets of known quantiles.
     *
     * @param quantiles one for all classes, or for a promise to each class one for each; infinite for a class that is always
     *     in, since its calibration examples are too few
     */
    public static ConformalSets of(SetCoveragePromise promise, Regularisation regularisation, double... quantiles) {
        Check.atLeast("the number of quantiles", quantiles.length, 1);
        for (int c = 0; c < quantiles.length; c++) {
            Check.number("quantiles[" + c + "]", quantiles[c]);
        }
        return new ConformalSets(promise, regularisation, quantiles.clone());
    }

    /** Returns what the sets are for. */
    public SetCoveragePromise promise() {
        return promise;
    }

    /** Returns the penalty of RAPS. */
    public Regularisation regularisation() {
        return regularisation;
    }

    /** Returns the quantiles: one for all classes, or one for each. */
    public double[] quantiles() {
        return quantiles.clone();
    }

    /**
     * Returns the sets that keep a promise.
     *
     * @param shares [examples][classes] of calibration examples: probabilities, or for {@link SetScore#CONTOUR}
     *     plausibilities divided by their sum
     * @param labels the true classes
     * @param random a number from 0 to 1 for each example, drawn independently of all else
     * @throws PromiseException if there are too few calibration examples of all classes together, or for a promise to each
     *     class of every class
     */
    public static ConformalSets calibrate(
            SetCoveragePromise promise,
            Regularisation regularisation,
            double[][] shares,
            int[] labels,
            double[] random) {
        Check.atLeast("the number of calibration examples", shares.length, 1);
        Check.sameLength("labels", labels.length, "shares", shares.length);
        Check.sameLength("random", random.length, "shares", shares.length);
        if (rank(shares.length, promise.coverage()) > shares.length) {
            throw new PromiseException(promise.inWords() + " cannot be promised from " + shares.length
                    + " calibration examples: every set would hold all classes; at least "
                    + minimumSize(promise.coverage()) + " are needed");
        }
        int classes = shares[0].length;
        double[] scores = new double[shares.length];
        for (int i = 0; i < scores.length; i++) {
            Check.between("labels[" + i + "]", labels[i], 0, classes - 1);
            scores[i] = scores(promise.score(), regularisation, shares[i], random[i])[labels[i]];
        }
        double[] quantiles = promise.byClass()
                ? IntStream.range(0, classes)
                        .mapToDouble(c -> quantile(of(c, labels, scores), promise.coverage()))
                        .toArray()
                : new double[] {quantile(scores, promise.coverage())};
        ConformalSets sets = new ConformalSets(promise, regularisation, quantiles);
        if (sets.undecided().size() == quantiles.length) {
            throw new PromiseException(promise.inWords() + " cannot be promised from " + shares.length
                    + " calibration examples: every set would hold all classes; at least "
                    + minimumSize(promise.coverage()) + " of one class are needed");
        }
        return sets;
    }

    private static double[] of(int category, int[] labels, double[] scores) {
        return IntStream.range(0, labels.length)
                .filter(i -> labels[i] == category)
                .mapToDouble(i -> scores[i])
                .toArray();
    }

    private static double quantile(double[] scores, double coverage) {
        long rank = rank(scores.length, coverage);
        return rank > scores.length
                ? Double.POSITIVE_INFINITY
                : RisingScores.of(scores).get((int) rank - 1);
    }

    /** ⌈(n + 1)·coverage⌉, of the coverage as it is written: in binary, 0.9 times ten is not nine. */
    private static long rank(int n, double coverage) {
        return BigDecimal.valueOf(coverage)
                .multiply(BigDecimal.valueOf(n + 1L))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** Returns how many calibration examples leave a quantile that is not infinite. */
    private static int minimumSize(double coverage) {
        int size = (int) Math.max(1, Math.floor(coverage / (1 - coverage)) - 1);
        while (rank(size, coverage) > size) {
            size++;
        }
        return size;
    }

    /**
     * Returns the set of an example.
     *
     * @param shares one for each class
     * @param random from 0 to 1, drawn independently of all else; 0 gives the largest set
     */
    public ClassSet of(double[] shares, double random) {
        if (promise.byClass()) {
            Check.sameLength("shares", shares.length, "quantiles", quantiles.length);
        }
        double[] scores = scores(promise.score(), regularisation, shares, random);
        int top = order(shares)[0];
        return ClassSet.where(shares.length, c -> c == top || scores[c] <= quantiles[promise.byClass() ? c : 0]);
    }

    /** Returns the classes that are in every set, since their calibration examples are too few to leave them out. */
    public ClassSet undecided() {
        return ClassSet.where(quantiles.length, c -> quantiles[c] == Double.POSITIVE_INFINITY);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConformalSets same
                && promise.equals(same.promise)
                && regularisation.equals(same.regularisation)
                && Arrays.equals(quantiles, same.quantiles);
    }

    @Override
    public int hashCode() {
        return Objects.hash(promise, regularisation, Arrays.hashCode(quantiles));
    }

    /** Returns the score of every class. */
    private static double[] scores(SetScore score, Regularisation regularisation, double[] shares, double random) {
        Check.nonNegative("shares", shares);
        Check.share("random", random);
        double[] scores = new double[shares.length];
        if (score == SetScore.LAC) {
            Arrays.setAll(scores, c -> 1 - shares[c]);
            return scores;
        }
        Regularisation penalty = score == SetScore.RAPS ? regularisation : Regularisation.NONE;
        double before = 0;
        int rank = 0;
        for (int c : order(shares)) {
            rank++;
            scores[c] = before + random * shares[c] + penalty.of(rank);
            before += shares[c];
        }
        return scores;
    }

    /** Returns the classes by falling share, equal ones by their number. */
    private static int[] order(double[] shares) {
        return IntStream.range(0, shares.length)
                .boxed()
                .sorted((a, b) -> Double.compare(shares[b], shares[a]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
