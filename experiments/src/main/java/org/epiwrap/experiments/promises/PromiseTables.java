package org.epiwrap.experiments.promises;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link PromiseExperiment} as tables. */
public final class PromiseTables {
    private static final List<Column> MEASURES = List.of(
            Column.percent("asked", 0),
            Column.percent("measured", 2),
            Column.percent("standard error", 3),
            Column.percent("broken", 1),
            Column.percent("broken, predicted", 1));

    private final Workspace workspace;

    private PromiseTables(Workspace all) {
        this.workspace = all.limitedTo(PromiseExperiment.MAX_RUNS);
    }

    /** Returns what a workspace has measured. */
    public static List<Table> all(Workspace workspace) {
        PromiseTables tables = new PromiseTables(workspace);
        return List.of(tables.decisions(), tables.sets());
    }

    private Table decisions() {
        String caption = String.format(
                Locale.ROOT,
                "Promises of decisions in %d random divisions of each of %s: at most %,d images to calibrate on, as many to"
                        + " test on. Measured: mean over the divisions that were not refused, with the standard error of"
                        + " independent draws, which divisions of the same images are. Broken: share of all divisions in"
                        + " which the test half misses what was asked; predicted: how many would, at this size, if"
                        + " the rule is exact. False alarms are promised on average, accuracy and coverage of decisions in"
                        + " 95 %% of divisions.",
                PromiseExperiment.RESPLITS,
                workspace.runsInWords(),
                PromiseExperiment.HALF);
        List<Column> more = List.of(Column.percent("decided", 1), Column.percent("refused", 1));
        return table(
                "promises",
                caption,
                rule -> rule.promised() != Rule.Promised.SET_COVERAGE,
                more,
                List.of(Quantity.DECIDED_SHARE, Quantity.REFUSED));
    }

    private Table sets() {
        return table(
                "promises-sets",
                "Promises of set coverage, in the same divisions: they are kept on average",
                rule -> rule.promised() == Rule.Promised.SET_COVERAGE,
                List.of(Column.percent("refused", 1)),
                List.of(Quantity.REFUSED));
    }

    private Table table(
            String name, String caption, Predicate<Rule> wanted, List<Column> more, List<Quantity> quantities) {
        List<Column> columns = new ArrayList<>(
                List.of(Column.text("network").grouping(), Column.text("promise"), Column.text("kept by")));
        columns.addAll(MEASURES);
        columns.addAll(more);
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : PromiseExperiment.settings()) {
            for (Rule rule : Rule.of(setting.data()).stream().filter(wanted).toList()) {
                workspace
                        .measurements()
                        .newest(rule.key(PromiseExperiment.key(workspace, setting)))
                        .ifPresent(measured -> rows.add(row(setting, rule, measured, quantities)));
            }
        }
        return new Table(name, caption, columns, rows);
    }

    private static List<Cell> row(Setting setting, Rule rule, Measurement measured, List<Quantity> quantities) {
        List<Cell> row = new ArrayList<>(List.of(
                Cell.of(setting.toString()),
                Cell.of(rule.promised().toString()),
                Cell.of(rule.by()),
                Cell.of(rule.asked()),
                mean(measured, Quantity.MEASURED),
                Cell.of(standardError(measured)),
                mean(measured, Quantity.BROKEN),
                mean(measured, Quantity.PREDICTED)));
        quantities.forEach(quantity -> row.add(mean(measured, quantity)));
        return row;
    }

    /** Returns the mean over the runs; missing if each of them refused every division. */
    private static Cell mean(Measurement measured, Quantity quantity) {
        return Optional.ofNullable(measured.values().get(quantity))
                .map(runs -> Cell.of(measured.mean(quantity)))
                .orElseGet(Cell::missing);
    }

    /**
     * Returns the standard error of what was measured: the root of Σ s²/n over the runs, by their number, for n divisions with
     * the deviation s. Given the images, divisions are independent draws, and a rule that is right on average is right on
     * average over the divisions of whatever images there are.
     */
    static OptionalDouble standardError(Measurement measured) {
        List<Double> deviations = measured.values().getOrDefault(Quantity.DEVIATION, List.of());
        if (deviations.isEmpty()) {
            return OptionalDouble.empty();
        }
        double[] refused = measured.numbers(Quantity.REFUSED);
        double sum = 0;
        int next = 0;
        for (double share : refused) {
            // A run that refused every division has no deviation.
            if (share < 1) {
                double given = Math.rint(PromiseExperiment.RESPLITS * (1 - share));
                double deviation = deviations.get(next);
                next++;
                sum += deviation * deviation / given;
            }
        }
        return OptionalDouble.of(Math.sqrt(sum) / deviations.size());
    }
}
