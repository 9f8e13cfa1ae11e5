package org.epiwrap.experiments;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.data.load.Shares;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.experiments.measurement.Classifier;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.Task;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.prediction.IntervalPredictor;

/**
 * Accuracies on a table, with default settings: of the mean network, of the wrapped one, and of scikit-learn's classifiers.
 * Each run divides the rows by its seed. All are trained on the same part; that on which radii are chosen is used for
 * nothing else.
 */
final class TableExperiment {
    static final int MAX_RUNS = 3;

    /** A fifth to test on, and as large a part to calibrate on as is usual. */
    private static final Shares SHARES = new Shares(0.65, 0.15, 0.2);

    private final Workspace workspace;
    private final String name;
    private final Dataset rows;
    private final Key key;

    TableExperiment(Workspace all, String name) throws IOException {
        this.workspace = all.limitedTo(MAX_RUNS);
        this.name = name;
        this.rows = workspace.data().table(name);
        this.key = key(all).with(Field.TABLE, name).with(Field.CONTENT, rows.contentHash());
    }

    /** Returns what all measurements on tables have in common. */
    static Key key(Workspace workspace) {
        return workspace.limitedTo(MAX_RUNS).key(Topic.TABLES);
    }

    /** Returns a task for each table, and one for the letters that are left out. */
    static List<Task> tasks(Workspace workspace) {
        Task unknown = task(UnknownLetters.NAME, () -> new UnknownLetters(workspace).run());
        Stream<Task> tables = workspace.data().tables().stream()
                .map(name -> task("of-" + name, () -> new TableExperiment(workspace, name).run()));
        return Stream.concat(Stream.of(unknown), tables).toList();
    }

    private static Task task(String name, Task.Work work) {
        return new Task("tables-" + name, "tables-" + name, MAX_RUNS, work);
    }

    /** Returns the parts of a table for the run of a seed, some classes left out. */
    static Data divide(Dataset rows, long seed, List<String> unknown) throws IOException {
        return Data.of(
                rows,
                DataOptions.withDefaults().withShares(SHARES).withSeed(seed).withUnknownClasses(unknown));
    }

    static Key networks(Key table) {
        return table.with(Field.PART, Part.ACCURACY);
    }

    static Key other(Key table, Classifier classifier) {
        return networks(table).with(Field.CLASSIFIER, classifier);
    }

    void run() throws IOException {
        if (!workspace.has(networks(key))) {
            Values values = new Values();
            for (long seed : workspace.seeds()) {
                measure(divide(rows, seed, List.of()).split(), seed, values);
            }
            workspace.add(networks(key), values);
        }
        if (!Arrays.stream(Classifier.values()).allMatch(classifier -> workspace.has(other(key, classifier)))) {
            Optional<ScikitLearn> scikit = ScikitLearn.find();
            if (scikit.isPresent()) {
                measureOthers(scikit.get());
            }
        }
    }

    private void measure(Split split, long seed, Values values) throws IOException {
        List<BayesianModel> models =
                workspace.onTable(name, split.train(), seed).models();
        try (BayesianModel bayesian = models.get(0);
                EpistemicModel model = EpistemicWrapping.withDefaults().wrap(bayesian, split)) {
            Evaluation mean = Evaluator.of(bayesian.meanNetwork()).evaluate(split.test());
            Evaluation wrapped = Evaluator.of(model.predictor().with(IntervalPredictor.Detail.PROBABILITIES))
                    .evaluate(split.test());
            values.add(Quantity.MEAN, mean.accuracy())
                    .add(Quantity.WRAPPED, wrapped.accuracy())
                    .add(Quantity.IMAGES, split.train().size());
        }
    }

    private void measureOthers(ScikitLearn scikit) throws IOException {
        Map<Classifier, Values> measured = new EnumMap<>(Classifier.class);
        for (long seed : workspace.seeds()) {
            Split split = divide(rows, seed, List.of()).split();
            scikit.accuracies(split, seed, workspace.size().epochs())
                    .forEach((classifier, accuracy) -> measured.computeIfAbsent(classifier, unused -> new Values())
                            .add(Quantity.ACCURACY, accuracy));
        }
        measured.forEach((classifier, values) -> workspace.add(other(key, classifier), values));
    }
}
