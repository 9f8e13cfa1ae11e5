package org.epiwrap.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * A dataset divided into three parts that share no example.
 *
 * @param train the examples to train on
 * @param calibration the examples on which a trained model is calibrated; see {@link CalibrationSet}
 * @param test the examples on which the calibrated model is evaluated
 */
public record Split(Dataset train, Dataset calibration, Dataset test) {
    private static final double ROUNDING = 1e-9;

    /**
     * Divides a dataset at random, stratified by class. The parts depend only on the dataset and the seed, and keep the
     * order of the dataset.
     *
     * <p>A part with share s has s·n of the n examples and s·n_c of the n_c examples of class c, to within two examples;
     * if s·n is a whole number for each part, it is met exactly. Unlabelled examples count as one class.
     *
     * @param trainShare from 0 to 1; the three shares add up to 1
     */
    public static Split of(Dataset data, double trainShare, double calibrationShare, double testShare, long seed) {
        double[] shares = {
            Check.share("trainShare", trainShare),
            Check.share("calibrationShare", calibrationShare),
            Check.share("testShare", testShare)
        };
        double sum = Arrays.stream(shares).sum();
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("the shares must add up to 1, but add up to " + sum);
        }
        int[] parts = new int[data.size()];
        int[] sizes = new int[shares.length];
        int assigned = 0;
        for (int index : randomByClass(data, seed)) {
            assigned++;
            int part = furthestBehind(shares, sizes, assigned);
            parts[index] = part;
            sizes[part]++;
        }
        return new Split(select(data, parts, 0), select(data, parts, 1), select(data, parts, 2));
    }

    /** Returns all indexes, class after class, in random order within each class. */
    private static int[] randomByClass(Dataset data, long seed) {
        int[] random = Permutation.random(data.size(), new RandomStreams(seed).stream(0));
        if (!data.isLabelled()) {
            return random;
        }
        // Counting keeps the order within a class, so that it stays random.
        int[] labels = data.labels();
        int[] next = new int[data.classNames().size() + 1];
        for (int label : labels) {
            next[label + 1]++;
        }
        Arrays.parallelPrefix(next, Integer::sum);
        int[] sorted = new int[random.length];
        for (int index : random) {
            sorted[next[labels[index]]++] = index;
        }
        return sorted;
    }

    /**
     * Returns the part that lacks the largest number of examples to its share. Before each step the lacks add up to 1,
     * so that the largest is at least 1/3 and no part is ever more than 2/3 of an example ahead of its share, nor, as
     * the others balance it, more than 4/3 behind. This holds at the start and at the end of each class.
     */
    private static int furthestBehind(double[] shares, int[] sizes, int examples) {
        int furthest = 0;
        for (int part = 1; part < shares.length; part++) {
            if (shares[part] * examples - sizes[part] > shares[furthest] * examples - sizes[furthest]) {
                furthest = part;
            }
        }
        return furthest;
    }

    private static Dataset select(Dataset data, int[] parts, int part) {
        return data.select(
                IntStream.range(0, parts.length).filter(i -> parts[i] == part).toArray());
    }
}
