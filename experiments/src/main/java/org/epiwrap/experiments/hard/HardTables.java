package org.epiwrap.experiments.hard;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link HardExperiment} as tables. */
public final class HardTables {
    private static final List<Column> MEASURES = List.of(
            Column.number("mean AUROC", 3).higherIsBetter(),
            Column.number("mean AUROC, harmful", 3).higherIsBetter(),
            Column.number("worst AUROC, harmful", 3).higherIsBetter(),
            Column.number("mean FPR at 95 %", 3).lowerIsBetter(),
            Column.number("AURC", 4).lowerIsBetter(),
            Column.number("AUGRC", 4).lowerIsBetter());

    /** The networks whose accuracies are compared. */
    private static final List<Quantity> NETWORKS = List.of(Quantity.MEAN, Quantity.WRAPPED);

    private final Workspace workspace;
    /** Of the settings of which something was measured. */
    private final List<SettingResults> settings;
    /** Those that were measured on every shift that others were: only they can be compared. */
    private final List<String> scores;

    private HardTables(Workspace all) {
        this.workspace = all.limitedTo(HardExperiment.MAX_RUNS);
        this.settings = HardExperiment.settings().stream()
                .map(setting -> SettingResults.of(workspace, setting))
                .filter(results -> !results.shifts().isEmpty())
                .toList();
        Set<String> found = new LinkedHashSet<>();
        settings.forEach(results -> found.addAll(results.detections().keySet()));
        this.scores = found.stream()
                .filter(score -> settings.stream().allMatch(results -> results.has(score)))
                .toList();
    }

    /** Returns what a workspace has measured. */
    public static List<Table> all(Workspace workspace) {
        HardTables tables = new HardTables(workspace);
        return List.of(tables.summary(), tables.networks(), tables.accuracies());
    }

    private String caption() {
        int shifts =
                settings.stream().mapToInt(results -> results.shifts().size()).sum();
        long harmful = settings.stream()
                .mapToLong(results ->
                        results.shifts().stream().filter(results::isHarmful).count())
                .sum();
        return String.format(
                Locale.ROOT,
                "Detection of hard shifts over %d pairs of a network and a shift, %s, at most %,d shifted images each; %d"
                        + " pairs are harmful: they lower the accuracy of the mean network by at least %.0f points, or"
                        + " leave no class. AURC and AUGRC rank errors of the wrapped network on unshifted test images.",
                shifts,
                workspace.runsInWords(),
                HardExperiment.SHIFTED_IMAGES,
                harmful,
                100 * HardExperiment.HARM);
    }

    /** Returns each score over all networks and shifts; every pair has the same weight. */
    private Table summary() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("score")));
        columns.addAll(MEASURES);
        List<List<Cell>> rows = new ArrayList<>();
        for (String score : scores) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(score)));
            row.addAll(measures(score, settings));
            rows.add(row);
        }
        return new Table("hard-summary", caption(), columns, rows);
    }

    /** Returns the same for each network. */
    private Table networks() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network").grouping(), Column.text("score")));
        columns.addAll(MEASURES);
        List<List<Cell>> rows = new ArrayList<>();
        for (SettingResults results : settings) {
            for (String score : scores) {
                List<Cell> row =
                        new ArrayList<>(List.of(Cell.of(results.setting().toString()), Cell.of(score)));
                row.addAll(measures(score, List.of(results)));
                rows.add(row);
            }
        }
        return new Table("hard-networks", "Each network by itself", columns, rows);
    }

    private static List<Cell> measures(String score, List<SettingResults> settings) {
        return List.of(
                Cell.of(means(score, Quantity.AUROC, settings, false).average()),
                Cell.of(means(score, Quantity.AUROC, settings, true).average()),
                Cell.of(means(score, Quantity.AUROC, settings, true).min()),
                Cell.of(means(score, Quantity.FPR95, settings, false).average()),
                Cell.of(rejection(score, Quantity.AURC, settings)),
                Cell.of(rejection(score, Quantity.AUGRC, settings)));
    }

    private static OptionalDouble rejection(String score, Quantity quantity, List<SettingResults> settings) {
        return settings.stream()
                .flatMapToDouble(results -> results.rejection(score, quantity).stream())
                .average();
    }

    private static DoubleStream means(
            String score, Quantity quantity, List<SettingResults> settings, boolean harmfulOnly) {
        return settings.stream().flatMapToDouble(results -> results.means(score, quantity, harmfulOnly));
    }

    /** Returns the accuracy of each mean network on each shift, and beside it that of the wrapped one. */
    private Table accuracies() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("shift")));
        for (SettingResults results : settings) {
            columns.add(Column.percent(results.setting().toString(), 2));
            columns.add(Column.percent(results.setting() + ", wrapped", 2));
        }
        List<List<Cell>> rows = new ArrayList<>();
        List<Cell> before = new ArrayList<>(List.of(Cell.of("none")));
        for (SettingResults results : settings) {
            for (Quantity network : NETWORKS) {
                before.add(results.unshifted()
                        .map(measured -> Cell.of(measured.spread(network)))
                        .orElseGet(Cell::missing));
            }
        }
        rows.add(before);
        for (OodDataset shift : OodDataset.hardSuite()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(shift.name())));
            for (SettingResults results : settings) {
                NETWORKS.forEach(network -> row.add(Cell.of(results.accuracy(shift.name(), network))));
            }
            rows.add(row);
        }
        return new Table(
                "hard-accuracy",
                "Accuracy of the mean network on each hard shift, and of the wrapped network",
                columns,
                rows);
    }
}
