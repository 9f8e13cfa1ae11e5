package org.epiwrap.exchange.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * @param names the classes in the order that the outputs seem to have, where it is another
 */
public record LabelOrder(double accuracy, int examples, Optional<List<String>> names) {
    private static final int MAX_EXAMPLES = 2000;

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
        return new LabelOrder(
                (double) right / some.size(), some.size(), matrix.permuted().map(order -> named(classes, order)));
    }

    private static List<String> named(List<String> classes, int[] order) {
        List<String> names = new ArrayList<>();
        Arrays.stream(order).forEach(each -> names.add(classes.get(each)));
        return names;
    }

    /** Returns a sentence for the report. */
    public String text() {
        String found =
                String.format(Locale.ROOT, "%.1f %% of %,d examples are predicted right", 100 * accuracy, examples);
        return names.map(order ->
                        "WARNING: " + found + ", but many more if the classes have another order: if they do, use"
                                + " --classes " + String.join(",", order))
                .orElse(found);
    }
}
