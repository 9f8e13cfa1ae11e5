package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.promises.PromiseExperiment;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment of promises on a few images: that promises are kept, and that it goes on where it was. */
class PromiseExperimentTest {
    private static final ExperimentSize SMALL = new ExperimentSize("small", 1500, 600, 2, 1, 2);
    private static final Setting MLP = PromiseExperiment.settings().get(0);
    private static final int RUNS = 2;
    /** In each run. */
    private static final int RESPLITS = 200;

    private static Counts run(Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, SMALL, 3, RUNS, counts)) {
            new PromiseExperiment(workspace, MLP).run();
        }
        return counts;
    }

    @Test
    void promisesAreKept(@TempDir Path folder) throws IOException {
        Counts counts = run(folder);
        assertThat(counts.measured)
                .hasSize(21)
                .allSatisfy(measurement ->
                        assertThat(measurement.numbers(Quantity.BROKEN)).hasSize(RUNS))
                .allSatisfy(measurement -> measurement
                        .values()
                        .forEach((quantity, runs) -> assertThat(runs)
                                .as(measurement.key() + " " + quantity)
                                .allSatisfy(value -> assertThat(value).isBetween(0.0, 1.0))));
        coverageLooksBrokenAsOftenAsPredicted(counts);
        averagePromisesAreKeptOnAverage(counts);
        // 450 images are not enough for a network that was hardly trained, or only for few decisions.
        Measurement sgr = of(counts, "SGR").get(0);
        assertThat(sgr.mean(Quantity.REFUSED)).isPositive();
        assertThat(sgr.mean(Quantity.BROKEN)).isLessThanOrEqualTo(1 - sgr.mean(Quantity.REFUSED));
        tablesShowThem(folder, counts);
        itGoesOnWhereItWas(folder, counts);
    }

    private static List<Measurement> of(Counts counts, String by) {
        return counts.measured.stream()
                .filter(measurement ->
                        measurement.key().get(Field.KEPT_BY).orElseThrow().equals(by))
                .toList();
    }

    /** Of scores without ties: half of the 300 held-out images and 600 test images, in halves of 450. */
    private static void coverageLooksBrokenAsOftenAsPredicted(Counts counts) {
        Measurement measured = of(counts, "order statistic").get(0);
        double predicted = measured.mean(Quantity.PREDICTED);
        assertThat(predicted).isBetween(0.05, 0.2);
        assertThat(measured.numbers(Quantity.PREDICTED)).containsOnly(predicted);
        double error = Math.sqrt(predicted * (1 - predicted) / (RUNS * RESPLITS));
        assertThat(measured.mean(Quantity.BROKEN)).isCloseTo(predicted, within(4 * error));
        assertThat(measured.mean(Quantity.DECIDED_SHARE)).isCloseTo(measured.mean(Quantity.MEASURED), within(1e-12));
        // The rule leaves room for chance, the count none.
        Measurement count = of(counts, "count alone").stream()
                .filter(each -> each.key().get(Field.PROMISE).orElseThrow().startsWith("coverage"))
                .findFirst()
                .orElseThrow();
        assertThat(count.mean(Quantity.BROKEN)).isBetween(0.3, 0.65);
        assertThat(count.mean(Quantity.MEASURED)).isLessThan(measured.mean(Quantity.MEASURED));
        assertThat(smallestRank(450)).isBetween(430, 440);
    }

    private static int smallestRank(int n) {
        BinomialDistribution below = BinomialDistribution.of(n, 0.95);
        OptionalInt rank = IntStream.rangeClosed(1, n)
                .filter(k -> below.survivalProbability(k - 1) <= 0.05)
                .findFirst();
        return rank.orElseThrow();
    }

    private static void averagePromisesAreKeptOnAverage(Counts counts) {
        List<Measurement> alarms = of(counts, "p-values");
        assertThat(alarms).hasSize(2);
        for (Measurement measured : alarms) {
            double asked = Double.parseDouble(measured.key().get(Field.ASKED).orElseThrow());
            assertThat(measured.mean(Quantity.MEASURED)).isLessThan(asked + 4 * error(measured));
        }
        for (String by : List.of("LAC", "APS", "RAPS", "contour")) {
            assertThat(of(counts, by)).hasSize(3).allSatisfy(measured -> {
                double asked =
                        Double.parseDouble(measured.key().get(Field.ASKED).orElseThrow());
                assertThat(measured.mean(Quantity.MEASURED)).isGreaterThan(asked - 4 * error(measured));
                assertThat(measured.values()).doesNotContainKey(Quantity.DECIDED_SHARE);
            });
        }
    }

    private static double error(Measurement measured) {
        return measured.mean(Quantity.DEVIATION) / Math.sqrt(RUNS * RESPLITS);
    }

    private static void tablesShowThem(Path folder, Counts counts) throws IOException {
        try (Workspace workspace = Workspace.open(folder, SMALL, 3, RUNS, ExperimentListener.NONE)) {
            assertThat(Experiment.PROMISES.isBegun(workspace)).isTrue();
            assertThat(Experiment.SETS.isBegun(workspace)).isFalse();
            List<Table> tables = Experiment.PROMISES.tables(workspace);
            assertThat(tables.get(0).rows()).hasSize(9);
            assertThat(tables.get(1).rows()).hasSize(12);
            Measurement measured = of(counts, "order statistic").get(0);
            List<Cell> row = tables.get(0).rows().get(3);
            assertThat(row)
                    .startsWith(
                            Cell.of("mlp:32 on mnist"),
                            Cell.of("coverage of decisions"),
                            Cell.of("order statistic"),
                            Cell.of(0.95),
                            Cell.of(measured.mean(Quantity.MEASURED)))
                    .endsWith(
                            Cell.of(measured.mean(Quantity.BROKEN)),
                            Cell.of(measured.mean(Quantity.PREDICTED)),
                            Cell.of(measured.mean(Quantity.DECIDED_SHARE)),
                            Cell.of(0.0));
            double[] deviations = measured.numbers(Quantity.DEVIATION);
            assertThat(((Cell.Value) row.get(5)).value())
                    .isCloseTo(Math.hypot(deviations[0], deviations[1]) / Math.sqrt(RESPLITS) / 2, within(1e-12));
        }
    }

    /** Whatever rule is missing is measured alone, by the networks there are, to the same numbers. */
    private static void itGoesOnWhereItWas(Path folder, Counts first) throws IOException {
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = Files.readAllLines(file);
        List<String> rest = lines.stream()
                .filter(line -> !line.contains("order statistic") && !line.contains("RAPS"))
                .toList();
        assertThat(rest).hasSize(lines.size() - 4);
        Files.write(file, rest);
        Counts again = run(folder);
        assertThat(again.trained).isEmpty();
        Comparator<Measurement> byKey =
                Comparator.comparing(measurement -> measurement.key().toString());
        assertThat(again.measured)
                .usingElementComparator(byKey)
                .isSubsetOf(first.measured)
                .hasSize(4);
        assertThat(first.measured).containsAll(again.measured);
        assertThat(run(folder).measured).isEmpty();
    }

    /** Without measurements the tables are empty. */
    @Test
    void nothingMeasuredIsNoError(@TempDir Path folder) throws IOException {
        try (Workspace workspace = Workspace.open(folder, SMALL, 3, RUNS, ExperimentListener.NONE)) {
            List<Table> tables = Experiment.PROMISES.tables(workspace);
            assertThat(tables).extracting(Table::name).containsExactly("promises", "promises-sets");
            assertThat(tables.get(0).rows()).isEmpty();
            assertThat(Experiment.PROMISES.isBegun(workspace)).isFalse();
            assertThat(Experiment.PROMISES.tasks(workspace)).hasSize(4);
        }
    }
}
