package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Ranking;
import org.epiwrap.experiments.measurement.Stage;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.Preset;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each number of a table is in the column of its header: with invented measurements, all of them different. */
class TableCellsTest {
    private static final ExperimentSize SIZE = new ExperimentSize("tiny", 300, 60, 1, 1, 2);
    private static final Cell MISSING = Cell.missing();

    private double next = 0.001;

    private double add(Workspace workspace, Key key, Quantity... quantities) {
        double first = next;
        Values values = new Values();
        for (Quantity quantity : quantities) {
            values.add(quantity, next);
            next += 0.001;
        }
        workspace.add(key, values);
        return first;
    }

    private static Cell cell(double value) {
        return Cell.of(value);
    }

    private static List<String> headers(Table table) {
        return table.columns().stream().map(Column::header).toList();
    }

    @Test
    void accuraciesStandUnderTheirPresetAndStage(@TempDir Path folder) throws IOException {
        try (Workspace workspace = Workspace.open(folder, SIZE, 1, 1, ExperimentListener.NONE)) {
            Map<Preset, Double> bayesian = new LinkedHashMap<>();
            Map<Preset, Double> innBefore = new LinkedHashMap<>();
            Map<Preset, Double> innAfter = new LinkedHashMap<>();
            Map<Preset, Double> before = new LinkedHashMap<>();
            Map<Preset, Double> after = new LinkedHashMap<>();
            for (Preset preset : Preset.values()) {
                Key key = workspace.key(Topic.ACCURACY, Setting.of(preset, BuiltInData.FASHION_MNIST, "mlp:8"));
                Optional<WrappingChoice> wrapped = Optional.of(WrappingChoice.of(Ranking.MU, 0.05));
                bayesian.put(
                        preset,
                        add(
                                workspace,
                                AccuracyExperiment.bayesian(key),
                                Quantity.AVERAGE,
                                Quantity.ONE_PASS,
                                Quantity.MEAN));
                innBefore.put(preset, accuracy(workspace, key, Optional.empty(), Stage.BEFORE));
                innAfter.put(preset, accuracy(workspace, key, Optional.empty(), Stage.AFTER));
                before.put(preset, accuracy(workspace, key, wrapped, Stage.BEFORE));
                after.put(preset, accuracy(workspace, key, wrapped, Stage.AFTER));
            }
            Table table = Experiment.TABLE2.tables(workspace).get(0);
            assertThat(headers(table))
                    .containsSubsequence(
                            "before: the paper",
                            "before: ours, paper",
                            "before: ours, sound",
                            "after: the paper",
                            "after: ours, paper",
                            "after: ours, sound");
            // One pass, the second that was added, as in the paper; the average of draws.
            bayesian.computeIfPresent(Preset.PAPER, (preset, average) -> average + 0.001);
            assertThat(table.rows().get(0).subList(2, 5)).containsOnly(MISSING);
            assertThat(table.rows().get(0).subList(5, 8)).isEqualTo(cells(58.91, bayesian));
            assertThat(table.rows().get(1).subList(2, 5)).isEqualTo(cells(8.57, innBefore));
            assertThat(table.rows().get(1).subList(5, 8)).isEqualTo(cells(82.41, innAfter));
            assertThat(table.rows().get(2).subList(2, 5)).isEqualTo(cells(26.93, before));
            assertThat(table.rows().get(2).subList(5, 8)).isEqualTo(cells(82.45, after));
        }
    }

    /** Returns what the paper prints, and ours with each preset. */
    private static List<Cell> cells(double percent, Map<Preset, Double> ours) {
        return List.of(cell(percent / 100), cell(value(ours, Preset.PAPER)), cell(value(ours, Preset.SOUND)));
    }

    private double accuracy(Workspace workspace, Key key, Optional<WrappingChoice> choice, Stage stage) {
        return add(workspace, AccuracyExperiment.intervals(key, choice, stage), Quantity.ACCURACY);
    }

    private static <K> double value(Map<K, Double> values, K key) {
        return Objects.requireNonNull(values.get(key));
    }

    @Test
    void scoresAndAccuraciesStandUnderTheirNames(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:8");
        try (Workspace workspace = Workspace.open(folder, SIZE, 1, 1, ExperimentListener.NONE)) {
            Key key = OodExperiment.key(workspace, setting);
            Map<MeasuredScore, Double> noise = new LinkedHashMap<>();
            Map<MeasuredScore, Double> rotated = new LinkedHashMap<>();
            for (MeasuredScore score : OodExperiment.SCORES) {
                noise.put(
                        score,
                        add(
                                workspace,
                                OodExperiment.detection(key, "noise", score),
                                Quantity.AUROC,
                                Quantity.AUPRC,
                                Quantity.FPR95));
                rotated.put(
                        score,
                        add(
                                workspace,
                                OodExperiment.detection(key, "rotated", score),
                                Quantity.AUROC,
                                Quantity.AUPRC,
                                Quantity.FPR95));
            }
            // A pair that only one score was measured for is shown, but not compared.
            double alone = add(
                    workspace,
                    OodExperiment.detection(key, "inverted", MeasuredScore.EU),
                    Quantity.AUROC,
                    Quantity.AUPRC,
                    Quantity.FPR95);
            double first = add(
                    workspace,
                    OodExperiment.accuracy(key),
                    Quantity.AVERAGE,
                    Quantity.MEAN,
                    Quantity.WRAPPED,
                    Quantity.WRAPPED_UNSCALED,
                    Quantity.ENSEMBLE);
            OodTables tables = new OodTables(workspace, List.of(setting));

            Table accuracies = tables.accuracies();
            assertThat(headers(accuracies))
                    .containsExactly(
                            "network",
                            "average of draws",
                            "mean network",
                            "wrapped",
                            "wrapped, by midpoints of bounds, k = 1",
                            "ensemble of 5");
            for (int i = 0; i < 5; i++) {
                assertThat(number(accuracies.rows().get(0).get(1 + i))).isCloseTo(first + 0.001 * i, within(1e-12));
            }

            Table detections = tables.detections();
            assertThat(headers(detections)).containsExactly("network", "score", "noise", "rotated", "inverted");
            assertThat(detections.columns().subList(2, 5))
                    .extracting(Column::better)
                    .containsOnly(Column.Better.HIGHER);
            assertThat(detections.columns().get(0).groups()).isTrue();
            assertThat(detections.rows())
                    .containsExactlyElementsOf(OodExperiment.SCORES.stream()
                            .map(score -> List.of(
                                    Cell.of("mlp:8 on mnist"),
                                    Cell.of(score.toString()),
                                    cell(value(noise, score)),
                                    cell(value(rotated, score)),
                                    score == MeasuredScore.EU ? cell(alone) : MISSING))
                            .toList());

            Table summary = tables.summary();
            assertThat(summary.caption()).contains("over 2 pairs");
            assertThat(summary.rows()).hasSize(OodExperiment.SCORES.size());
            for (MeasuredScore score : OodExperiment.SCORES) {
                List<Cell> row = summary.rows().get(OodExperiment.SCORES.indexOf(score));
                assertThat(row.get(0)).isEqualTo(Cell.of(score.toString()));
                double mean = (value(noise, score) + value(rotated, score)) / 2;
                assertThat(number(row.get(1))).as("%s", score).isCloseTo(mean, within(1e-12));
                assertThat(number(row.get(2))).as("%s", score).isCloseTo(value(noise, score), within(1e-12));
                assertThat(number(row.get(3))).as("%s", score).isCloseTo(mean + 0.001, within(1e-12));
                assertThat(number(row.get(4))).as("%s", score).isCloseTo(mean + 0.002, within(1e-12));
            }
        }
    }

    private static double number(Cell cell) {
        return ((Cell.Value) cell).value();
    }

    /** What the paper prints was typed twice, here and there. */
    @Test
    void thePapersFiguresAreAsPrinted() throws IOException {
        Map<String, AccuracyTable> tables =
                Map.of("table1", PaperTables.table1(), "table2", PaperTables.table2(), "share", PaperTables.share());
        int printed = 0;
        for (AccuracyTable table : tables.values()) {
            printed += (int) table.rows().stream()
                    .filter(row -> row.printed().after().isPresent())
                    .count();
        }
        List<String> lines = lines();
        // The share's table repeats the two networks that are not wrapped.
        assertThat(printed).isEqualTo(lines.size() + 2);
        for (String line : lines) {
            String[] fields = line.split(",", -1);
            AccuracyTable table = Objects.requireNonNull(tables.get(fields[0]));
            assertThat(table.rows()).as(line).anySatisfy(row -> {
                assertThat(row.net()).isEqualTo("mlp:" + fields[1]);
                assertThat(named(row)).isEqualTo(fields[3]);
                row.choice().ifPresent(choice -> assertThat(choice.share()).isEqualTo(Double.parseDouble(fields[2])));
                assertThat(percent(row.printed().before())).isEqualTo(fields[4]);
                assertThat(percent(row.printed().after())).isEqualTo(fields[5]);
            });
        }
    }

    private static List<String> lines() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TableCellsTest.class.getResourceAsStream("/paper/accuracies.csv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    private static String named(AccuracyRow row) {
        return switch (row.subject()) {
            case BNN -> "bayesian";
            case INN -> "inn";
            default -> row.choice().orElseThrow().ranking().toString();
        };
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f", 100 * share.getAsDouble()) : "";
    }
}
