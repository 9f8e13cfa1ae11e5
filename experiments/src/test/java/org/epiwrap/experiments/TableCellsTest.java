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
import java.util.OptionalDouble;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each number of a table stands where its column's header says: with invented measurements, no two of them alike. */
class TableCellsTest {
    private static final Effort EFFORT = new Effort("tiny", 300, 60, 1, 1, 2);
    private static final Cell MISSING = Cell.missing();

    private double next = 0.001;

    private double add(Lab lab, Map<String, String> key, String... names) {
        double first = next;
        Map<String, double[]> values = new LinkedHashMap<>();
        for (String name : names) {
            values.put(name, new double[] {next});
            next += 0.001;
        }
        lab.add(key, values);
        return first;
    }

    private static Cell cell(double value) {
        return Cell.of(value);
    }

    @Test
    void accuraciesStandUnderTheirPresetAndStage(@TempDir Path folder) throws IOException {
        try (Lab lab = new Lab(folder, EFFORT, 1, 1, StudyListener.NONE)) {
            Map<Preset, Double> bayesian = new LinkedHashMap<>();
            Map<Preset, Double> innBefore = new LinkedHashMap<>();
            Map<Preset, Double> innAfter = new LinkedHashMap<>();
            Map<Preset, Double> before = new LinkedHashMap<>();
            Map<Preset, Double> after = new LinkedHashMap<>();
            for (Preset preset : Preset.values()) {
                Map<String, String> key =
                        lab.key(Accuracies.STUDY, Setting.of(preset, NamedData.FASHION_MNIST, "mlp:8"));
                Map<String, String> wrapped = WrappingChoice.of("mu", 0.05).in(key);
                bayesian.put(preset, add(lab, Accuracies.bayesian(key), "average", "one-pass", "mean"));
                innBefore.put(preset, add(lab, Accuracies.staged(Accuracies.baseline(key), false), "accuracy"));
                innAfter.put(preset, add(lab, Accuracies.staged(Accuracies.baseline(key), true), "accuracy"));
                before.put(preset, add(lab, Accuracies.staged(wrapped, false), "accuracy"));
                after.put(preset, add(lab, Accuracies.staged(wrapped, true), "accuracy"));
            }
            Table table = Study.TABLE2.tables(lab).get(0);
            assertThat(table.columns())
                    .extracting(Column::header)
                    .containsSubsequence(
                            "before: the paper",
                            "before: ours, paper",
                            "before: ours, sound",
                            "after: the paper",
                            "after: ours, paper",
                            "after: ours, sound");
            assertThat(table.rows().get(0).subList(2, 8))
                    .containsExactly(
                            MISSING,
                            MISSING,
                            MISSING,
                            cell(58.91 / 100),
                            // One pass, the second that was added, as in the paper; the average of draws.
                            cell(value(bayesian, Preset.PAPER) + 0.001),
                            cell(value(bayesian, Preset.SOUND)));
            assertThat(table.rows().get(1).subList(2, 8))
                    .containsExactly(
                            cell(8.57 / 100),
                            cell(value(innBefore, Preset.PAPER)),
                            cell(value(innBefore, Preset.SOUND)),
                            cell(82.41 / 100),
                            cell(value(innAfter, Preset.PAPER)),
                            cell(value(innAfter, Preset.SOUND)));
            assertThat(table.rows().get(2).subList(2, 8))
                    .containsExactly(
                            cell(26.93 / 100),
                            cell(value(before, Preset.PAPER)),
                            cell(value(before, Preset.SOUND)),
                            cell(82.45 / 100),
                            cell(value(after, Preset.PAPER)),
                            cell(value(after, Preset.SOUND)));
        }
    }

    private static <K> double value(Map<K, Double> values, K key) {
        return Objects.requireNonNull(values.get(key));
    }

    @Test
    void scoresAndAccuraciesStandUnderTheirNames(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:8");
        try (Lab lab = new Lab(folder, EFFORT, 1, 1, StudyListener.NONE)) {
            Map<String, String> key = OodStudy.key(lab, setting);
            Map<String, Double> noise = new LinkedHashMap<>();
            Map<String, Double> rotated = new LinkedHashMap<>();
            for (String score : OodStudy.SCORES) {
                noise.put(score, add(lab, detection(key, "noise", score), "auroc", "auprc", "fpr95"));
                rotated.put(score, add(lab, detection(key, "rotated", score), "auroc", "auprc", "fpr95"));
            }
            // A pair that only one score was measured for is shown, but not compared.
            double alone = add(lab, detection(key, "inverted", "EU"), "auroc", "auprc", "fpr95");
            double first = add(
                    lab,
                    Key.and(key, "part", "accuracy"),
                    "average",
                    "mean",
                    "wrapped",
                    "wrapped-unscaled",
                    "ensemble");
            OodTables tables = new OodTables(lab, List.of(setting));

            Table accuracies = tables.accuracies();
            assertThat(accuracies.columns())
                    .extracting(Column::header)
                    .containsExactly(
                            "network",
                            "average of draws",
                            "mean network",
                            "wrapped, radii calibrated",
                            "wrapped, radii as they are",
                            "ensemble of 5");
            for (int i = 0; i < 5; i++) {
                assertThat(number(accuracies.rows().get(0).get(1 + i))).isCloseTo(first + 0.001 * i, within(1e-12));
            }

            Table detections = tables.detections();
            assertThat(detections.rows()).hasSize(3);
            for (int i = 0; i < OodStudy.SCORES.size(); i++) {
                String score = OodStudy.SCORES.get(i);
                assertThat(detections.columns().get(2 + i).header()).isEqualTo(score);
                assertThat(detections.rows().get(0).get(2 + i)).isEqualTo(cell(value(noise, score)));
                assertThat(detections.rows().get(1).get(2 + i)).isEqualTo(cell(value(rotated, score)));
                assertThat(detections.rows().get(2).get(2 + i)).isEqualTo(score.equals("EU") ? cell(alone) : MISSING);
            }

            Table summary = tables.summary();
            assertThat(summary.caption()).contains("over 2 pairs");
            assertThat(summary.rows()).hasSize(OodStudy.SCORES.size());
            for (List<Cell> row : summary.rows()) {
                String score = ((Cell.Words) row.get(0)).text();
                double mean = (value(noise, score) + value(rotated, score)) / 2;
                assertThat(number(row.get(1))).as(score).isCloseTo(mean, within(1e-12));
                assertThat(number(row.get(2))).as(score).isCloseTo(value(noise, score), within(1e-12));
                assertThat(number(row.get(3))).as(score).isCloseTo(mean + 0.001, within(1e-12));
                assertThat(number(row.get(4))).as(score).isCloseTo(mean + 0.002, within(1e-12));
            }
        }
    }

    private static Map<String, String> detection(Map<String, String> key, String shift, String score) {
        return Key.and(key, "part", "detection", "shift", shift, "score", score);
    }

    private static double number(Cell cell) {
        return ((Cell.Value) cell).value();
    }

    /** What the paper prints was typed twice, here and there. */
    @Test
    void thePapersFiguresAreAsPrinted() throws IOException {
        Map<String, AccuracyStudy> studies =
                Map.of("table1", PaperTables.table1(), "table2", PaperTables.table2(), "share", PaperTables.share());
        int printed = 0;
        for (AccuracyStudy study : studies.values()) {
            printed += (int) study.rows().stream()
                    .filter(row -> row.paperAfter().isPresent())
                    .count();
        }
        List<String> lines = lines();
        // The share's table repeats the two networks that are not wrapped.
        assertThat(printed).isEqualTo(lines.size() + 2);
        for (String line : lines) {
            String[] fields = line.split(",", -1);
            AccuracyStudy study = Objects.requireNonNull(studies.get(fields[0]));
            assertThat(study.rows()).as(line).anySatisfy(row -> {
                assertThat(row.net()).isEqualTo("mlp:" + fields[1]);
                assertThat(named(row)).isEqualTo(fields[3]);
                row.choice().ifPresent(choice -> assertThat(choice.share()).isEqualTo(Double.parseDouble(fields[2])));
                assertThat(percent(row.paperBefore())).isEqualTo(fields[4]);
                assertThat(percent(row.paperAfter())).isEqualTo(fields[5]);
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
        return switch (row.kind()) {
            case BAYESIAN -> "bayesian";
            case BASELINE -> "inn";
            case WRAPPED -> row.choice().orElseThrow().criterion();
        };
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f", 100 * share.getAsDouble()) : "";
    }
}
