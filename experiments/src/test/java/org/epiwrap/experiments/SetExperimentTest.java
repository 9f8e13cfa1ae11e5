package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.promises.PromiseExperiment;
import org.epiwrap.experiments.promises.SetExperiment;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment of prediction sets on a few images: what it measures, and that it goes on where it was. */
class SetExperimentTest {
    /** 50 images calibrate: enough for a set coverage of .95, but not of .99. */
    private static final ExperimentSize TINY = new ExperimentSize("tiny", 3000, 100, 3, 1, 2);

    private static final Setting MLP = PromiseExperiment.settings().get(0);
    private static final int SHIFTS = OodDataset.hardSuite().size();
    /** Four scores, at two coverages, and the possible classes. */
    private static final int WAYS = 9;

    private static Counts run(Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 2, counts)) {
            new SetExperiment(workspace, MLP).run();
        }
        return counts;
    }

    @Test
    void setsAreMeasuredWithAndWithoutShifts(@TempDir Path folder) throws IOException {
        Counts counts = run(folder);
        assertThat(counts.measured).hasSize((WAYS + 1) * (1 + SHIFTS));
        assertThat(shifted(counts, Optional.empty())).hasSize(WAYS + 1);
        List<Measurement> known = shifted(counts, Optional.empty()).subList(0, WAYS);
        assertThat(known).allSatisfy(measured -> {
            assertThat(measured.numbers(Quantity.SET_SIZE)).hasSize(2);
            assertThat(measured.mean(Quantity.SET_SIZE)).isBetween(1.0, 10.0);
            assertThat(measured.mean(Quantity.SIZE_STRATIFIED))
                    .isLessThanOrEqualTo(measured.mean(Quantity.SET_COVERAGE));
            // Of 20 divisions of 100 others each, with 50 that calibrate.
            measured.key()
                    .get(Field.ASKED)
                    .ifPresent(asked -> assertThat(measured.mean(Quantity.SET_COVERAGE))
                            .isGreaterThan(Double.parseDouble(asked) - 0.05));
        });
        assertThat(shifted(counts, Optional.of("mixtures")))
                .hasSize(WAYS + 1)
                .noneMatch(measured -> measured.values().containsKey(Quantity.SET_COVERAGE))
                .noneMatch(measured -> measured.values().containsKey(Quantity.MEAN));
        tablesShowThem(folder, counts);
        itGoesOnWhereItWas(folder, counts);
    }

    private static List<Measurement> shifted(Counts counts, Optional<String> shift) {
        return counts.measured.stream()
                .filter(measurement -> measurement.key().get(Field.SHIFT).equals(shift))
                .toList();
    }

    private static double mean(Counts counts, Optional<String> shift, String by, Quantity quantity) {
        return shifted(counts, shift).stream()
                .filter(measured -> measured.key().get(Field.KEPT_BY).equals(Optional.of(by)))
                .filter(measured -> !measured.key().get(Field.ASKED).equals(Optional.of("0.9")))
                .findFirst()
                .orElseThrow()
                .mean(quantity);
    }

    private static double accuracy(Counts counts, Optional<String> shift) {
        List<Measurement> all = shifted(counts, shift);
        return all.get(all.size() - 1).mean(Quantity.MEAN);
    }

    private static void tablesShowThem(Path folder, Counts counts) throws IOException {
        List<String> harmful = OodDataset.hardSuite().stream()
                .map(OodDataset::name)
                .filter(name -> !name.equals("mixtures") && !name.equals("halves"))
                .filter(name -> accuracy(counts, Optional.of(name)) <= accuracy(counts, Optional.empty()) - 0.05)
                .toList();
        assertThat(harmful).isNotEmpty();
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 2, ExperimentListener.NONE)) {
            assertThat(Experiment.SETS.isBegun(workspace)).isTrue();
            List<Table> tables = Experiment.SETS.tables(workspace);
            List<List<Cell>> summary = tables.get(0).rows();
            assertThat(summary)
                    .extracting(row -> row.get(1))
                    .containsExactly(
                            Cell.of("LAC"), Cell.of("APS"), Cell.of("RAPS"), Cell.of("contour"), Cell.of("possible"));
            double lac = mean(counts, Optional.empty(), "LAC", Quantity.SET_SIZE);
            for (List<Cell> row : summary) {
                String by = ((Cell.Words) row.get(1)).text();
                double size = mean(counts, Optional.empty(), by, Quantity.SET_SIZE);
                assertThat(row.get(2)).isEqualTo(Cell.of(size));
                assertThat(row.get(3)).isEqualTo(Cell.of(size / lac));
                assertThat(row.get(4)).isEqualTo(Cell.of(mean(counts, Optional.empty(), by, Quantity.SET_COVERAGE)));
                double coverage = harmful.stream()
                        .mapToDouble(shift -> mean(counts, Optional.of(shift), by, Quantity.SET_COVERAGE))
                        .average()
                        .orElseThrow();
                assertThat(((Cell.Value) row.get(7)).value()).isCloseTo(coverage, within(1e-12));
            }
            assertThat(tables.get(1).rows()).hasSize(WAYS);
            List<List<Cell>> shifts = tables.get(2).rows();
            assertThat(shifts).hasSize(SHIFTS);
            assertThat(shifts.get(0).get(2)).isEqualTo(Cell.of(accuracy(counts, Optional.of("blur:1"))));
            assertThat(shifts.get(SHIFTS - 1).subList(2, 8)).containsOnly(Cell.missing());
            assertThat(shifts.get(SHIFTS - 1).get(8))
                    .isEqualTo(Cell.of(mean(counts, Optional.of("halves"), "LAC", Quantity.SET_SIZE)));
        }
    }

    /** Whatever shift is missing is measured alone, by the networks there are, to the same numbers. */
    private static void itGoesOnWhereItWas(Path folder, Counts first) throws IOException {
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = Files.readAllLines(file);
        Files.write(
                file,
                lines.stream()
                        .filter(line -> !line.contains("\"shift\":\"blur:3\""))
                        .toList());
        Counts again = run(folder);
        assertThat(again.trained).isEmpty();
        assertThat(again.measured).isEqualTo(shifted(first, Optional.of("blur:3")));
        assertThat(run(folder).measured).isEmpty();
    }

    /** Without measurements the tables are empty. */
    @Test
    void nothingMeasuredIsNoError(@TempDir Path folder) throws IOException {
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 2, ExperimentListener.NONE)) {
            List<Table> tables = Experiment.SETS.tables(workspace);
            assertThat(tables).extracting(Table::name).containsExactly("sets-summary", "sets-coverages", "sets-shifts");
            assertThat(tables).allSatisfy(table -> assertThat(table.rows()).isEmpty());
            assertThat(Experiment.SETS.tasks(workspace)).hasSize(4);
        }
    }
}
