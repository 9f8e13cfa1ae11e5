package org.epiwrap.experiments.promises;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.experiments.hard.HardExperiment;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link SetExperiment} as tables. */
public final class SetTables {
    /** The coverage that the tables of several ways compare. */
    private static final double ASKED = 0.95;

    private final Workspace workspace;
    /** Of which something was measured. */
    private final List<Setting> settings;

    private SetTables(Workspace all) {
        this.workspace = all.limitedTo(SetExperiment.MAX_RUNS);
        this.settings = PromiseExperiment.settings().stream()
                .filter(setting -> newest(SetExperiment.accuracy(key(setting))).isPresent())
                .toList();
    }

    /** Returns what a workspace has measured. */
    public static List<Table> all(Workspace workspace) {
        SetTables tables = new SetTables(workspace);
        return List.of(tables.summary(), tables.coverages(), tables.shifts());
    }

    private Key key(Setting setting) {
        return SetExperiment.key(workspace, setting);
    }

    private Optional<Measurement> newest(Key key) {
        return workspace.measurements().newest(key);
    }

    private OptionalDouble mean(Key key, Quantity quantity) {
        return newest(key)
                .filter(measured -> measured.values().containsKey(quantity))
                .map(measured -> OptionalDouble.of(measured.mean(quantity)))
                .orElse(OptionalDouble.empty());
    }

    /** Returns each way to get sets, at one coverage. */
    private Table summary() {
        String caption = String.format(
                Locale.ROOT,
                "Prediction sets for a set coverage of %.0f %%, %s. In distribution: mean over %d random divisions of the"
                        + " images that served no choice; the size beside that of LAC; the smallest set coverage of"
                        + " the images with sets of one size, of sizes that at least one of %d images has. Under shift:"
                        + " mean over the hard shifts that lower the accuracy of the mean network by at least %.0f points."
                        + " Of possible classes nothing is promised.",
                100 * ASKED,
                workspace.runsInWords(),
                SetExperiment.RESPLITS,
                SetExperiment.ONE_OF,
                100 * HardExperiment.HARM);
        List<Column> columns = List.of(
                Column.text("network").grouping(),
                Column.text("sets"),
                Column.number("size", 3),
                Column.number("size / LAC", 2),
                Column.percent("set coverage", 2),
                Column.percent("size-stratified", 1),
                Column.number("size, harmful shifts", 3),
                Column.percent("set coverage, harmful shifts", 1));
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            Key key = key(setting);
            List<SetRow> all = SetRow.at(ASKED);
            OptionalDouble smallest = mean(all.get(0).key(key), Quantity.SET_SIZE);
            List<String> harmful = harmful(key);
            for (SetRow row : all) {
                Key of = row.key(key);
                OptionalDouble size = mean(of, Quantity.SET_SIZE);
                rows.add(List.of(
                        Cell.of(setting.toString()),
                        Cell.of(row.toString()),
                        Cell.of(size),
                        size.isPresent() && smallest.isPresent()
                                ? Cell.of(size.getAsDouble() / smallest.getAsDouble())
                                : Cell.missing(),
                        Cell.of(mean(of, Quantity.SET_COVERAGE)),
                        Cell.of(mean(of, Quantity.SIZE_STRATIFIED)),
                        Cell.of(mean(of, Quantity.SET_SIZE, harmful)),
                        Cell.of(mean(of, Quantity.SET_COVERAGE, harmful))));
            }
        }
        return new Table("sets-summary", caption, columns, rows);
    }

    private OptionalDouble mean(Key key, Quantity quantity, List<String> shifts) {
        return shifts.stream()
                .flatMapToDouble(shift -> mean(SetExperiment.shifted(key, shift), quantity).stream())
                .average();
    }

    /** Returns the shifts that lower the accuracy of the mean network much. */
    private List<String> harmful(Key key) {
        OptionalDouble before = mean(SetExperiment.accuracy(key), Quantity.MEAN);
        return shifts(key).stream()
                .filter(shift -> mean(SetExperiment.shifted(SetExperiment.accuracy(key), shift), Quantity.MEAN).stream()
                        .anyMatch(after -> after <= before.orElse(0) - HardExperiment.HARM))
                .toList();
    }

    /** Returns the shifts that were measured. */
    private List<String> shifts(Key key) {
        return OodDataset.hardSuite().stream()
                .map(OodDataset::name)
                .filter(shift -> newest(SetExperiment.shifted(SetExperiment.accuracy(key), shift))
                        .isPresent())
                .toList();
    }

    /** Returns each coverage that was asked for, in distribution. */
    private Table coverages() {
        List<Column> columns = List.of(
                Column.text("network").grouping(),
                Column.percent("asked", 0),
                Column.text("sets"),
                Column.percent("set coverage", 2),
                Column.number("size", 3),
                Column.percent("size-stratified", 1));
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            for (SetRow row : SetRow.all()) {
                Key of = row.key(key(setting));
                if (newest(of).isPresent()) {
                    rows.add(List.of(
                            Cell.of(setting.toString()),
                            row.promise()
                                    .map(promise -> Cell.of(promise.coverage()))
                                    .orElseGet(Cell::missing),
                            Cell.of(row.toString()),
                            Cell.of(mean(of, Quantity.SET_COVERAGE)),
                            Cell.of(mean(of, Quantity.SET_SIZE)),
                            Cell.of(mean(of, Quantity.SIZE_STRATIFIED))));
                }
            }
        }
        return new Table("sets-coverages", "Prediction sets in distribution", columns, rows);
    }

    /** Returns each shift, at one coverage. */
    private Table shifts() {
        List<SetRow> all = SetRow.at(ASKED);
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("network").grouping(), Column.text("shift"), Column.percent("accuracy, mean network", 1)));
        all.forEach(row -> columns.add(Column.percent("set coverage, " + row, 1)));
        all.forEach(row -> columns.add(Column.number("size, " + row, 2)));
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            Key key = key(setting);
            for (String shift : shifts(key)) {
                List<Cell> cells = new ArrayList<>(List.of(
                        Cell.of(setting.toString()),
                        Cell.of(shift),
                        Cell.of(mean(SetExperiment.shifted(SetExperiment.accuracy(key), shift), Quantity.MEAN))));
                Stream.of(Quantity.SET_COVERAGE, Quantity.SET_SIZE)
                        .forEach(quantity -> all.forEach(row ->
                                cells.add(Cell.of(mean(SetExperiment.shifted(row.key(key), shift), quantity)))));
                rows.add(cells);
            }
        }
        return new Table(
                "sets-shifts",
                String.format(
                        Locale.ROOT,
                        "Prediction sets under hard shifts, calibrated without them for a set coverage of %.0f %%; at most"
                                + " %,d images each. Mixtures and halves have no class.",
                        100 * ASKED,
                        HardExperiment.SHIFTED_IMAGES),
                columns,
                rows);
    }
}
