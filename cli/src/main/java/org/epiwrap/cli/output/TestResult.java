package org.epiwrap.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.data.Dataset;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.PromiseOutcome;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ModelMetrics;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.report.evaluation.EvaluationTables;
import org.epiwrap.report.evaluation.ScoreLegend;

/**
 * An interval network on test examples, beside the network it was made from.
 *
 * @param model with its metrics
 * @param notes what is promised, and the definitions of the scores by which the network abstains
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

    /**
     * Tests a network.
     *
     * @param before the network that it was made from, if it is another
     */
    public static TestResult of(EpistemicModel untested, Optional<Before> before, Dataset test) {
        Evaluation evaluation = Evaluator.of(untested.predictor()).evaluate(test);
        Map<String, Double> metrics = new TreeMap<>(untested.card().metrics());
        metrics.putAll(ModelMetrics.of(evaluation));
        before.ifPresent(other -> metrics.put(other.metric(), other.accuracy()));
        String plural = test.type().plural();
        Table accuracies = Table.of(
                "accuracies", "accuracy on test " + plural, Column.text("network"), Column.percent("accuracy", 2));
        if (before.isPresent()) {
            accuracies = accuracies.row(
                    Cell.of(before.get().name()), Cell.of(before.get().accuracy()));
        }
        List<Table> tables = new ArrayList<>();
        tables.add(accuracies.row(Cell.of("interval network"), Cell.of(evaluation.accuracy())));
        tables.addAll(IntervalTables.of(untested));
        EvaluationTables.selectivePrediction(evaluation).ifPresent(tables::add);
        List<String> notes = new ArrayList<>();
        untested.promises().ifPresent(record -> {
            CalibratedPromises promises = record.calibrated();
            tables.add(EvaluationTables.promises(PromiseOutcome.of(promises, evaluation)));
            notes.addAll(promises.inWords(plural, untested.classNames()));
        });
        notes.addAll(ScoreLegend.lines(untested.predictor().abstention().scores()));
        return new TestResult(untested.with(metrics), tables, notes);
    }
}
