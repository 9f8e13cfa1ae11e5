package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.experiments.hard.HardExperiment;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment of hard shifts on a few images: what it measures, and that it goes on where it was. */
class HardExperimentTest {
    private static final ExperimentSize TINY = new ExperimentSize("tiny", 300, 60, 1, 1, 2);
    private static final Setting MLP = HardExperiment.settings().get(0);

    private static Counts run(Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 2, counts)) {
            new HardExperiment(workspace, MLP).run();
        }
        return counts;
    }

    private static List<Measurement> of(Counts counts, Part part) {
        return counts.measured.stream()
                .filter(measurement -> measurement
                        .key()
                        .get(Field.PART)
                        .equals(Optional.of(part.name().toLowerCase(Locale.ROOT))))
                .toList();
    }

    @Test
    void everyScoreIsMeasuredOnEveryShift(@TempDir Path folder) throws IOException {
        Counts counts = run(folder);
        int shifts = OodDataset.hardSuite().size();
        assertThat(shifts).isEqualTo(47);
        List<String> scores = of(counts, Part.REJECTION).stream()
                .map(measurement -> measurement.key().get(Field.SCORE_OF).orElseThrow())
                .toList();
        assertThat(scores)
                .contains("wrapped: UF", "wrapped: EU", "wrapped: TU", "wrapped: δ", "wrapped: U", "wrapped: TU0")
                .contains("bnn: MI", "bnn: H", "ensemble: MI", "ensemble: H")
                .contains("mean: 1 − max p", "mean: H", "mean: maximum logit", "mean: energy", "mean: ViM")
                .contains("mean: 10 nearest neighbours", "mean: Mahalanobis", "mean: relative Mahalanobis")
                .contains("pixels: non-zero pixels", "pixels: pixel PCA-Mahalanobis", "pixels: 10 nearest neighbours");
        assertThat(of(counts, Part.DETECTION)).hasSize(shifts * scores.size()).allSatisfy(measurement -> {
            boolean pixels = measurement.key().get(Field.SCORE_OF).orElseThrow().startsWith("pixels");
            assertThat(measurement.numbers(Quantity.AUROC)).hasSize(pixels ? 1 : 2);
            assertThat(measurement.mean(Quantity.AUROC)).isBetween(0.0, 1.0);
        });
        assertThat(of(counts, Part.ACCURACY)).hasSize(1 + shifts);
        assertThat(of(counts, Part.ACCURACY))
                .filteredOn(measurement -> !measurement.values().containsKey(Quantity.MEAN))
                .extracting(measurement -> measurement.key().get(Field.SHIFT).orElseThrow())
                .containsExactly("mixtures", "halves");
        tablesShowThem(folder, scores, counts);
        itGoesOnWhereItWas(folder, counts);
    }

    private static void tablesShowThem(Path folder, List<String> scores, Counts counts) throws IOException {
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 2, ExperimentListener.NONE)) {
            assertThat(Experiment.HARD.isBegun(workspace)).isTrue();
            List<Table> tables = Experiment.HARD.tables(workspace);
            Table summary = tables.get(0);
            assertThat(summary.rows().stream().map(row -> row.get(0)).toList())
                    .isEqualTo(scores.stream().map(Cell::of).toList());
            List<Cell> first = summary.rows().get(0);
            double mean = of(counts, Part.DETECTION).stream()
                    .filter(measurement -> measurement.key().get(Field.SCORE_OF).equals(Optional.of(scores.get(0))))
                    .mapToDouble(measurement -> measurement.mean(Quantity.AUROC))
                    .average()
                    .orElseThrow();
            assertThat(((Cell.Value) first.get(1)).value()).isCloseTo(mean, within(1e-12));
            // The worst is one of those whose mean is before it.
            assertThat(((Cell.Value) first.get(3)).value()).isLessThanOrEqualTo(((Cell.Value) first.get(2)).value());
            assertThat(summary.caption()).contains("47 pairs", "2 runs");
            Measurement ranked = of(counts, Part.REJECTION).get(0);
            assertThat(first.subList(5, 7))
                    .containsExactly(Cell.of(ranked.mean(Quantity.AURC)), Cell.of(ranked.mean(Quantity.AUGRC)));
            assertThat(ranked.mean(Quantity.AUGRC)).isLessThan(ranked.mean(Quantity.AURC));
            assertThat(tables.get(1).rows()).hasSameSizeAs(scores);
            List<List<Cell>> accuracies = tables.get(2).rows();
            assertThat(accuracies).hasSize(1 + 47);
            assertThat(accuracies.get(47).get(1)).isEqualTo(Cell.missing());
            assertThat(tables.get(2).columns()).hasSize(3);
            Measurement shifted = of(counts, Part.ACCURACY).get(1);
            assertThat(accuracies.get(1))
                    .containsExactly(
                            Cell.of(shifted.key().get(Field.SHIFT).orElseThrow()),
                            Cell.of(shifted.mean(Quantity.MEAN)),
                            Cell.of(shifted.mean(Quantity.WRAPPED)));
        }
    }

    /** Whatever shift is missing is measured alone, by the networks there are, to the same numbers. */
    private static void itGoesOnWhereItWas(Path folder, Counts first) throws IOException {
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = Files.readAllLines(file);
        String lost = "\"shift\":\"blur:3\"";
        List<String> rest = lines.stream().filter(line -> !line.contains(lost)).toList();
        Files.write(file, rest);
        Counts again = run(folder);
        assertThat(again.trained).isEmpty();
        assertThat(again.measured).hasSize(lines.size() - rest.size()).containsExactlyElementsOf(blurred(first));
        assertThat(run(folder).measured).isEmpty();
    }

    private static List<Measurement> blurred(Counts counts) {
        return Stream.of(counts.measured)
                .flatMap(List::stream)
                .filter(measurement -> measurement.key().get(Field.SHIFT).equals(Optional.of("blur:3")))
                .toList();
    }

    /** Without measurements the tables are empty. */
    @Test
    void nothingMeasuredIsNoError(@TempDir Path folder) throws IOException {
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 2, ExperimentListener.NONE)) {
            List<Table> tables = Experiment.HARD.tables(workspace);
            assertThat(tables)
                    .extracting(Table::name)
                    .containsExactly("hard-summary", "hard-networks", "hard-accuracy");
            assertThat(tables.get(0).rows()).isEmpty();
            assertThat(Experiment.HARD.isBegun(workspace)).isFalse();
            assertThat(Experiment.HARD.tasks(workspace)).hasSize(4);
        }
    }
}
