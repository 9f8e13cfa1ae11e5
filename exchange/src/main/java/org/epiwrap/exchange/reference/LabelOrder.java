package org.epiwrap.exchange.reference;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.ConfusionMatrix;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.prediction.Predictions;

/**
 * Whether labelled examples have their classes in the order of a network's outputs.
 *
 * @param accuracy of the mean network, or of the ensemble, on the examples
 * @param other the order that the outputs seem to have, where it is another
 */
public record LabelOrder(double accuracy, int examples, Optional<Other> other) {
    private static final int MAX_EXAMPLES = 2000;
    /** How improbable it must be that an order as good as this one is better by chance. */
    private static final double CHANCE = 1e-3;

    /**
     * Another order of the classes.
     *
     * @param names of the classes, from output 0 on
     * @param accuracy by this order
     * @param isSure whether there are enough examples to rule out that it is better by chance
     */
    public record Other(List<String> names, double accuracy, boolean isSure) {
        public Other {
            names = List.copyOf(names);
        }
    }

    /** Predicts some examples and looks for a permutation of the classes by which many more are right. */
    public static LabelOrder of(BayesianModel model, Dataset examples) {
        Dataset some = some(examples);
        return of(model.meanNetwork().predict(some), model.card(), some);
    }

    /** Does the same with the mean of the members' predictions. */
    public static LabelOrder of(EnsembleModel model, Dataset examples) {
        Dataset some = some(examples);
        return of(model.meanNetworks().predict(some), model.card(), some);
    }

    private static Dataset some(Dataset examples) {
        return examples.subset(0, Math.min(MAX_EXAMPLES, examples.size()));
    }

    private static LabelOrder of(Predictions predictions, ModelCard card, Dataset some) {
        int[] predicted = IntStream.range(0, some.size())
                .map(i -> predictions.get(i).label())
                .toArray();
        List<String> classes = card.classNames();
        ConfusionMatrix matrix = ConfusionMatrix.of(some.labels(), predicted, classes.size());
        long right = IntStream.range(0, classes.size())
                .mapToLong(i -> matrix.count(i, i))
                .sum();
        Optional<Other> other = matrix.permuted().map(order -> other(matrix, order, classes, some.size()));
        return new LabelOrder((double) right / some.size(), some.size(), other);
    }

    private static Other other(ConfusionMatrix matrix, int[] order, List<String> classes, int examples) {
        long all = right(matrix, order, i -> true);
        long only = right(matrix, order, i -> order[i] != i);
        long lost = IntStream.range(0, order.length)
                .filter(i -> order[i] != i)
                .mapToLong(i -> matrix.count(i, i))
                .sum();
        return new Other(named(classes, order), (double) all / examples, isSure(only, lost, order.length));
    }

    private static long right(ConfusionMatrix matrix, int[] order, IntPredicate which) {
        return IntStream.range(0, order.length)
                .filter(which)
                .mapToLong(i -> matrix.count(order[i], i))
                .sum();
    }

    /**
     * The sign test by Hoeffding's bound, for the best of all orders of the classes.
     *
     * @param gained examples that are right by the other order only
     * @param lost examples that are right by the given order only
     */
    private static boolean isSure(long gained, long lost, int classes) {
        double orders = IntStream.rangeClosed(2, classes).mapToDouble(Math::log).sum();
        double difference = gained - lost;
        return difference * difference / (2.0 * (gained + lost)) >= orders - Math.log(CHANCE);
    }

    private static List<String> named(List<String> classes, int[] order) {
        return Arrays.stream(order).mapToObj(classes::get).toList();
    }

    /**
     * Refuses names in another order than that of the outputs: whatever is measured with them is wrong.
     *
     * @throws IllegalArgumentException if there are enough examples to be sure of another order
     */
    public void requireSame() {
        if (other.filter(Other::isSure).isPresent()) {
            throw new IllegalArgumentException("the classes must be in the order of the network's outputs, but "
                    + found() + instead(other.get()) + " (without --data, the order is not compared)");
        }
    }

    /** Returns a sentence for the report. */
    public String text() {
        return other.map(order -> "WARNING: " + found() + instead(order) + "; these are too few examples to be sure")
                .orElse(found());
    }

    private String found() {
        return String.format(Locale.ROOT, "%.1f %% of %,d examples are predicted right", 100 * accuracy, examples);
    }

    private static String instead(Other order) {
        return String.format(
                Locale.ROOT,
                ", and %.1f %% with --classes %s",
                100 * order.accuracy(),
                String.join(",", order.names()));
    }
}
