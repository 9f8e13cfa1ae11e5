package org.epiwrap.metrics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.statistics.Assignment;

/**
 * How many examples of each class were predicted as each class. Only pairs that occur are held, so that there may be many
 * classes.
 */
public final class ConfusionMatrix {
    /** The largest number of classes whose permutations are searched, in cubic time. */
    private static final int MAX_PERMUTED = 1000;

    private final int classes;
    /** Pairs that occur, truth · classes + predicted, ascending. */
    private final long[] pairs;
    /** How many examples each of these pairs has. */
    private final int[] counts;

    private final int[] support;
    private final int[] predicted;
    private final int[] correct;

    private ConfusionMatrix(int classes, long[] pairs, int[] counts) {
        this.classes = classes;
        this.pairs = pairs;
        this.counts = counts;
        this.support = new int[classes];
        this.predicted = new int[classes];
        this.correct = new int[classes];
        for (int i = 0; i < pairs.length; i++) {
            int truth = truth(i);
            int label = predicted(i);
            support[truth] += counts[i];
            predicted[label] += counts[i];
            correct[truth] += truth == label ? counts[i] : 0;
        }
    }

    /**
     * Counts examples.
     *
     * @param labels the true classes, from 0 to classes - 1
     * @param predicted the predicted classes, one for each label
     */
    public static ConfusionMatrix of(int[] labels, int[] predicted, int classes) {
        Check.atLeast("classes", classes, 2);
        Check.atLeast("the number of labels", labels.length, 1);
        Check.sameLength("predicted", predicted.length, "labels", labels.length);
        long[] all = new long[labels.length];
        for (int i = 0; i < all.length; i++) {
            Check.between("labels[" + i + "]", labels[i], 0, classes - 1);
            Check.between("predicted[" + i + "]", predicted[i], 0, classes - 1);
            all[i] = (long) labels[i] * classes + predicted[i];
        }
        Arrays.sort(all);
        long[] pairs = Arrays.stream(all).distinct().toArray();
        int[] counts = new int[pairs.length];
        int at = 0;
        for (long pair : all) {
            at += pair == pairs[at] ? 0 : 1;
            counts[at]++;
        }
        return new ConfusionMatrix(classes, pairs, counts);
    }

    private int truth(int i) {
        return (int) (pairs[i] / classes);
    }

    private int predicted(int i) {
        return (int) (pairs[i] % classes);
    }

    /** Returns the number of classes. */
    public int classes() {
        return classes;
    }

    /** Returns how many examples of a class were predicted as another, or as itself. */
    public int count(int truth, int label) {
        Check.between("truth", truth, 0, classes - 1);
        Check.between("label", label, 0, classes - 1);
        int place = Arrays.binarySearch(pairs, (long) truth * classes + label);
        return place < 0 ? 0 : counts[place];
    }

    /** Returns precision, recall and F1 of a class. */
    public ClassQuality quality(int category) {
        Check.between("class", category, 0, classes - 1);
        return ClassQuality.of(support[category], predicted[category], correct[category]);
    }

    /** Returns the balanced accuracy: the mean recall of the classes that have examples, each counting the same. */
    public double balancedAccuracy() {
        return IntStream.range(0, classes)
                .mapToObj(c -> quality(c).recall())
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average()
                .orElseThrow();
    }

    /**
     * Examples of one class that were predicted as another.
     *
     * @param count how many they are
     * @param share of the examples of the true class
     */
    public record Confusion(int truth, int predicted, int count, double share) {}

    /** Returns the pairs of different classes with the most examples, at most so many; of equals the first. */
    public List<Confusion> worst(int maximum) {
        return IntStream.range(0, pairs.length)
                .filter(i -> truth(i) != predicted(i))
                .boxed()
                .sorted(Comparator.comparingInt(i -> -counts[i]))
                .limit(maximum)
                .map(i -> new Confusion(truth(i), predicted(i), counts[i], (double) counts[i] / support[truth(i)]))
                .toList();
    }

    /**
     * Returns the class that each predicted class seems to be where the classes were numbered in another order: the
     * permutation with the most correct predictions, if at least half of all are correct by it and at least a tenth of all
     * more than without it.
     */
    public Optional<int[]> permuted() {
        if (classes > MAX_PERMUTED) {
            return Optional.empty();
        }
        double[][] matrix = new double[classes][classes];
        for (int i = 0; i < pairs.length; i++) {
            matrix[predicted(i)][truth(i)] = counts[i];
        }
        int[] best = Assignment.largest(matrix);
        double all = Arrays.stream(support).sum();
        double plain = Arrays.stream(correct).sum() / all;
        double reordered =
                IntStream.range(0, classes).mapToDouble(i -> matrix[i][best[i]]).sum() / all;
        return reordered >= 0.5 && reordered >= plain + 0.1 ? Optional.of(best) : Optional.empty();
    }
}
