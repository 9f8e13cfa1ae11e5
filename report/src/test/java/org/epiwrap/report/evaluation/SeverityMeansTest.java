package org.epiwrap.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.epiwrap.metrics.Detection;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;

class SeverityMeansTest {
    private static DetectionResult result(String name, double first, String... datasets) {
        Map<String, Detection> all = new LinkedHashMap<>();
        for (String dataset : datasets) {
            double auroc = first + 0.125 * all.size();
            all.put(dataset, new Detection(auroc, auroc / 2, 0.5, 1 - auroc));
        }
        return new DetectionResult(name, all);
    }

    private static List<Cell> row(String dataset, String score, double... numbers) {
        return Stream.concat(
                        Stream.of(Cell.of(dataset), Cell.of(score)),
                        DoubleStream.of(numbers).mapToObj(Cell::of))
                .toList();
    }

    @Test
    void everyScoreHasAMeanOverTheSeverities() {
        String[] datasets = {"rotated", "fog:1", "fog:5", "blur:3"};
        Table table = EvaluationTables.detection(List.of(result("a", 0.25, datasets), result("b", 0.5, datasets)));
        assertThat(table.rows())
                .containsExactly(
                        row("rotated", "a", 0.25, 0.125, 0.5, 0.75),
                        row("rotated", "b", 0.5, 0.25, 0.5, 0.5),
                        row("fog:1", "a", 0.375, 0.1875, 0.5, 0.625),
                        row("fog:1", "b", 0.625, 0.3125, 0.5, 0.375),
                        row("fog:5", "a", 0.5, 0.25, 0.5, 0.5),
                        row("fog:5", "b", 0.75, 0.375, 0.5, 0.25),
                        row("fog:mean", "a", 0.4375, 0.21875, 0.5, 0.5625),
                        row("fog:mean", "b", 0.6875, 0.34375, 0.5, 0.3125),
                        row("blur:3", "a", 0.625, 0.3125, 0.5, 0.375),
                        row("blur:3", "b", 0.875, 0.4375, 0.5, 0.125));
    }

    @Test
    void aMeanNeedsEveryValue() {
        Table table = SeverityMeans.addedTo(Table.of("x", "x", Column.text("dataset"), Column.number("risk", 2))
                .row("fog:1", 0.5)
                .row("other", 0.25)
                .row(Cell.of("fog:2"), Cell.missing()));
        assertThat(table.rows()).hasSize(4);
        assertThat(table.rows().get(3)).containsExactly(Cell.of("fog:mean"), Cell.missing());
    }
}
