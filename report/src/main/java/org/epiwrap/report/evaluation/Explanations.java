package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.ScoreCheck;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/**
 * Why some examples are unfamiliar, by the names of their datasets and their numbers in them.
 *
 * @param byDataset the explanations of each dataset's examples
 */
public record Explanations(Map<String, Map<Integer, Explained>> byDataset) {
    /** The name under which the test data stands. */
    static final String TEST = "test data";

    /** How many examples of the test data, and of each other dataset, are explained. */
    private static final int TEST_SHOWN = 10;

    private static final int OTHERS_SHOWN = 3;
    private static final int NAMED = 3;
    /** A smaller share would be shown as 0 %. */
    private static final double MIN_SHARE = 0.005;

    /** An example's prediction and explanation. */
    public record Explained(Prediction prediction, Explanation why, Optional<String> origin) {
        private ScoreCheck check() {
            return prediction.abstention().orElseThrow();
        }
    }

    public Explanations {
        byDataset = Collections.unmodifiableMap(new LinkedHashMap<>(byDataset));
    }

    static Explanations none() {
        return new Explanations(Map.of());
    }

    /** Explains the table to readers. */
    static String legend(ExampleType type) {
        String part = type instanceof ExampleType.Rows ? "A column" : "A patch of an image";
        return part + " contributes what the distance to the training " + type.plural()
                + " loses when it is replaced by their centre. What no training " + ExampleView.noun(type)
                + " had comes first.";
    }

    /** Returns these with the first examples of a dataset from which the predictor abstains since they are unfamiliar. */
    Explanations with(String name, Explainer explainer, Dataset data, Predictions predictions) {
        Map<Integer, Explained> some = new LinkedHashMap<>();
        IntStream.range(0, predictions.size())
                .filter(i -> predictions
                        .get(i)
                        .reason()
                        .filter(reason -> reason == Abstention.Reason.UNFAMILIAR)
                        .isPresent())
                .limit(name.equals(TEST) ? TEST_SHOWN : OTHERS_SHOWN)
                .forEach(i ->
                        some.put(i, new Explained(predictions.get(i), explainer.explain(data, i), data.origin(i))));
        Map<String, Map<Integer, Explained>> all = new LinkedHashMap<>(byDataset);
        all.put(name, some);
        return new Explanations(all);
    }

    Optional<Explanation> of(String name, int example) {
        return Optional.ofNullable(byDataset.get(name))
                .map(some -> some.get(example))
                .map(Explained::why);
    }

    /** Returns a row for each example; empty if there is none. */
    Optional<Table> table(String noun) {
        List<List<Cell>> rows = new ArrayList<>();
        // One predictor made all predictions: it calls examples unfamiliar by one score.
        Set<String> scores = new LinkedHashSet<>();
        byDataset.values().stream()
                .flatMap(some -> some.values().stream())
                .forEach(each -> scores.add(each.check().score().symbol()));
        byDataset.forEach((name, some) -> some.forEach((example, explained) -> rows.add(List.of(
                Cell.of(name),
                Cell.of(example + 1.0),
                explained.origin().map(Cell::of).orElse(Cell.missing()),
                Cell.of(explained.check().value()),
                Cell.of(explained.why().inWords()),
                largest(explained.why())))));
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Table(
                        "why-unknown",
                        "Abstained and unfamiliar: what makes them so, and the largest shares of the distance",
                        List.of(
                                Column.text("dataset"),
                                Column.number(noun, 0),
                                Column.text("from"),
                                Column.number(String.join(", ", scores), 3),
                                Column.text("why"),
                                Column.text("largest shares")),
                        rows));
    }

    private static Cell largest(Explanation why) {
        String shares = why.top(NAMED).stream()
                .filter(each -> each.share() >= MIN_SHARE)
                .map(each -> String.format(Locale.ROOT, "%s %.0f %%", each.part(), 100 * each.share()))
                .collect(Collectors.joining("; "));
        return shares.isEmpty() ? Cell.missing() : Cell.of(shares);
    }
}
