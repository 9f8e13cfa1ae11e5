package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.epiwrap.experiments.measurement.Classifier;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Measurements;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.metrics.Spread;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link TableExperiment} and {@link UnknownLetters} as tables. */
final class TableResults {
    private final Workspace workspace;
    private final Measurements measurements;

    private TableResults(Workspace all) {
        this.workspace = all.limitedTo(TableExperiment.MAX_RUNS);
        this.measurements = workspace.measurements();
    }

    static List<Table> tables(Workspace workspace) {
        TableResults results = new TableResults(workspace);
        return List.of(results.accuracies(), results.detections());
    }

    /** Returns the keys of all tables that were measured, the files of this machine or not. */
    private Set<Key> measured() {
        Key all = TableExperiment.networks(TableExperiment.key(workspace));
        Set<Key> tables = new LinkedHashSet<>();
        for (Measurement measurement : measurements.all()) {
            Key key = measurement.key();
            if (key.includes(all)) {
                key.get(Field.TABLE)
                        .ifPresent(name -> tables.add(TableExperiment.key(workspace)
                                .with(Field.TABLE, name)
                                .with(Field.CONTENT, key.get(Field.CONTENT).orElseThrow())));
            }
        }
        return tables;
    }

    private Table accuracies() {
        List<List<Cell>> rows = new ArrayList<>();
        for (Key table : measured()) {
            Optional<double[]> mean = numbers(TableExperiment.networks(table), Quantity.MEAN);
            Optional<double[]> wrapped = numbers(TableExperiment.networks(table), Quantity.WRAPPED);
            Optional<double[]> mlp = numbers(TableExperiment.other(table, Classifier.MLP), Quantity.ACCURACY);
            Optional<double[]> forest = numbers(TableExperiment.other(table, Classifier.FOREST), Quantity.ACCURACY);
            rows.add(List.of(
                    Cell.of(table.get(Field.TABLE).orElseThrow()),
                    numbers(TableExperiment.networks(table), Quantity.IMAGES)
                            .map(sizes -> Cell.of(sizes[0]))
                            .orElseGet(Cell::missing),
                    spread(mean),
                    spread(wrapped),
                    spread(mlp),
                    spread(forest),
                    difference(wrapped, mean),
                    difference(mean, mlp),
                    difference(mean, forest)));
        }
        return new Table(
                "tables",
                "Accuracy on a fifth of the rows, held out at random for each of " + workspace.runsInWords()
                        + ", all trained on the same 65 % (± standard deviation); differences within runs (± twice their"
                        + " standard error)",
                List.of(
                        Column.text("table").grouping(),
                        Column.number("training rows", 0),
                        Column.percent("mean network", 2),
                        Column.percent("wrapped", 2),
                        Column.percent("scikit-learn: MLP 64", 2),
                        Column.percent("scikit-learn: 200 trees", 2),
                        Column.percent("wrapped − mean", 2),
                        Column.percent("mean − MLP 64", 2),
                        Column.percent("mean − trees", 2)),
                rows);
    }

    private Table detections() {
        Optional<double[]> eu = numbers(UnknownLetters.key(workspace, MeasuredScore.EU), Quantity.AUROC);
        Table table = Table.of(
                UnknownLetters.NAME,
                "Detection of rows of " + UnknownLetters.LEFT_OUT
                        + " letters that were left out of training, others in each of "
                        + workspace.runsInWords()
                        + " (± standard deviation); differences within runs (± twice their standard"
                        + " error)",
                Column.text("score"),
                Column.number("AUROC", 3).higherIsBetter(),
                Column.number("EU − score", 3));
        for (MeasuredScore score : UnknownLetters.SCORES) {
            Optional<double[]> own = numbers(UnknownLetters.key(workspace, score), Quantity.AUROC);
            if (own.isPresent()) {
                table = table.row(
                        Cell.of(score.toString()),
                        spread(own),
                        score == MeasuredScore.EU ? Cell.missing() : difference(eu, own));
            }
        }
        return table;
    }

    private Optional<double[]> numbers(Key key, Quantity quantity) {
        return measurements.newest(key).map(measurement -> measurement.numbers(quantity));
    }

    private static Cell spread(Optional<double[]> runs) {
        return runs.map(numbers -> Cell.of(Spread.of(numbers))).orElseGet(Cell::missing);
    }

    /** Returns the mean difference of runs with the same rows, and twice its standard error. */
    private static Cell difference(Optional<double[]> first, Optional<double[]> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return Cell.missing();
        }
        Spread differences = Spread.ofDifferences(first.get(), second.get());
        return new Cell.Value(
                differences.mean(),
                differences.runs() > 1 ? OptionalDouble.of(2 * differences.standardError()) : OptionalDouble.empty());
    }
}
