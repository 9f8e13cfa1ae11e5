package org.epiwrap.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.metrics.RejectionThreshold;
import org.epiwrap.model.AbstentionRecord;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/**
 * An interval network that was tested beside what it was made from.
 *
 * @param model with its metrics
 */
record Outcome(EpistemicModel model, List<Table> tables) {

    /**
     * What a network was made from.
     *
     * @param metric what the file calls its accuracy
     */
    record Before(String name, String metric, double accuracy) {}

    Outcome {
        tables = List.copyOf(tables);
    }

    /**
     * Tests a network.
     *
     * @param heldOut what its threshold of abstention reaches on the images it was chosen on
     */
    static Outcome of(EpistemicModel untested, Before before, Optional<RejectionThreshold> heldOut, Dataset test) {
        double accuracy = IntervalPredictive.accuracies(
                untested.network(), test, untested.card().normalisation(), untested.averaging())[0];
        Map<String, Double> metrics = new TreeMap<>();
        metrics.put("accuracy", accuracy);
        metrics.put(before.metric(), before.accuracy());
        metrics.put("test-images", (double) test.size());
        List<Table> tables = new ArrayList<>();
        tables.add(
                Table.of("accuracies", "accuracy on test images", Column.text("network"), Column.percent("accuracy", 2))
                        .row(Cell.of(before.name()), Cell.of(before.accuracy()))
                        .row(Cell.of("interval network"), Cell.of(accuracy)));
        heldOut.ifPresent(chosen -> {
            Kept kept = Kept.of(untested.predictor().orElseThrow(), test);
            metrics.put("coverage-held-out", chosen.coverage());
            metrics.put("accuracy-of-decided-held-out", chosen.accuracy());
            metrics.put("coverage", kept.coverage());
            kept.accuracy().ifPresent(value -> metrics.put("accuracy-of-decided", value));
            tables.add(table(untested.abstention().orElseThrow(), chosen, kept));
        });
        return new Outcome(
                new EpistemicModel(
                        untested.network(),
                        untested.card().with(metrics),
                        untested.averaging(),
                        untested.wrapping(),
                        untested.tuning(),
                        untested.calibration(),
                        untested.abstention()),
                tables);
    }

    private static Table table(AbstentionRecord record, RejectionThreshold chosen, Kept kept) {
        return Table.of(
                        "abstention",
                        "abstention where " + record.score() + " is above the threshold",
                        Column.text("images"),
                        Column.number("threshold", 4),
                        Column.percent("decided", 2),
                        Column.percent("accuracy of decided", 2))
                .row(
                        Cell.of("held-out"),
                        Cell.of(record.threshold()),
                        Cell.of(chosen.coverage()),
                        Cell.of(chosen.accuracy()))
                .row(
                        Cell.of("test"),
                        Cell.of(record.threshold()),
                        Cell.of(kept.coverage()),
                        kept.accuracy().map(Cell::of).orElseGet(Cell::missing));
    }

    /**
     * What a network decides of some images.
     *
     * @param coverage the share that it decides
     * @param accuracy of these; empty where there are none
     */
    record Kept(double coverage, Optional<Double> accuracy) {
        static Kept of(Predictor predictor, Dataset data) {
            int[] decided = {0};
            int[] right = {0};
            predictor.predict(data, (image, prediction) -> {
                if (!prediction.abstains()) {
                    decided[0]++;
                    right[0] += prediction.label() == data.label(image) ? 1 : 0;
                }
            });
            return new Kept(
                    (double) decided[0] / data.size(),
                    decided[0] > 0 ? Optional.of((double) right[0] / decided[0]) : Optional.empty());
        }
    }
}
