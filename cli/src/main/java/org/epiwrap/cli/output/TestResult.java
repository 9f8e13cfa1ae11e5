package org.epiwrap.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.epiwrap.data.Dataset;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ModelMetrics;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.report.evaluation.ScoreLegend;

/**
 * An interval network on test examples, beside the network it was made from.
 *
 * @param model with its metrics
 * @param notes the definition of the score by which the network abstains
 */
public record TestResult(EpistemicModel model, List<Table> tables, List<String> notes) {

    /**
     * The network that an interval network is made from.
     *
     * @param metric the name of its accuracy in the file of the interval network
     */
    public record Before(String name, String metric, double accuracy) {

        public static Before of(String name, String metric, Predictor predictor, Dataset test) {
            return new Before(
                    name, metric, Evaluator.of(predictor).evaluate(test).accuracy());
        }
    }

    public TestResult {
        tables = List.copyOf(tables);
        notes = List.copyOf(notes);
    }

    /** Returns the result of a command that writes the network. */
    public CommandResult written(Path file, String headline, ObjectNode facts) {
        List<String> lines = new ArrayList<>(notes);
        lines.add("written to " + file);
        return new CommandResult(headline, facts, tables, lines);
    }

    public static TestResult of(EpistemicModel untested, Before before, Dataset test) {
        Evaluation evaluation = Evaluator.of(untested.predictor()).evaluate(test);
        Map<String, Double> metrics = new TreeMap<>(untested.card().metrics());
        metrics.putAll(ModelMetrics.of(evaluation));
        metrics.put(before.metric(), before.accuracy());
        String plural = test.type().plural();
        List<Table> tables = new ArrayList<>();
        tables.add(Table.of(
                        "accuracies",
                        "accuracy on test " + plural,
                        Column.text("network"),
                        Column.percent("accuracy", 2))
                .row(Cell.of(before.name()), Cell.of(before.accuracy()))
                .row(Cell.of("interval network"), Cell.of(evaluation.accuracy())));
        List<String> notes = new ArrayList<>();
        untested.abstention().ifPresent(record -> {
            tables.add(abstention(plural, record, metrics));
            notes.addAll(ScoreLegend.lines(List.of(record.score())));
        });
        return new TestResult(untested.with(metrics), tables, notes);
    }

    private static Table abstention(String plural, AbstentionRecord record, Map<String, Double> metrics) {
        Table table = Table.of(
                "abstention",
                "abstention if " + record.score().symbol() + " exceeds the threshold",
                Column.text(plural),
                Column.number("threshold", 4),
                Column.percent("coverage", 2),
                Column.percent("accuracy of decided", 2));
        return table.row(cells(
                        "held-out", record, metrics, ModelMetrics.HELD_OUT_COVERAGE, ModelMetrics.HELD_OUT_ACCURACY))
                .row(cells("test", record, metrics, ModelMetrics.COVERAGE, ModelMetrics.ACCURACY_OF_DECIDED));
    }

    private static Cell[] cells(
            String images, AbstentionRecord record, Map<String, Double> metrics, String coverage, String accuracy) {
        return new Cell[] {
            Cell.of(images), Cell.of(record.threshold()), cell(metrics, coverage), cell(metrics, accuracy)
        };
    }

    private static Cell cell(Map<String, Double> metrics, String name) {
        Double value = metrics.get(name);
        return value == null ? Cell.missing() : Cell.of(value);
    }
}
