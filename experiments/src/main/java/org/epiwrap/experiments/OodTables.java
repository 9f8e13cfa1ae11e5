package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Radii;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.randomset.SetRule;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link OodExperiment} as tables. */
final class OodTables {
    private static final String OTHER = "other dataset";

    private final Workspace workspace;
    private final List<Setting> settings;
    private final List<Pair> pairs = new ArrayList<>();
    /** Those for which some measurement exists. */
    private final List<MeasuredScore> scores;
    /** Those for which every score was measured: only they can be compared. */
    private final List<Pair> compared;

    OodTables(Workspace all, List<Setting> settings) {
        this.workspace = all.limitedTo(OodExperiment.MAX_RUNS);
        this.settings = settings;
        for (Setting setting : settings) {
            Key key = OodExperiment.key(workspace, setting).with(Field.PART, Part.DETECTION);
            Set<String> shifts = new LinkedHashSet<>();
            workspace.measurements().all().stream()
                    .map(Measurement::key)
                    .filter(one -> one.includes(key))
                    .forEach(one -> shifts.add(one.get(Field.SHIFT).orElseThrow()));
            shifts.forEach(shift -> pairs.add(new Pair(setting, shift)));
        }
        this.scores = OodExperiment.SCORES.stream()
                .filter(score ->
                        pairs.stream().anyMatch(pair -> detection(pair, score).isPresent()))
                .toList();
        this.compared = pairs.stream()
                .filter(pair ->
                        scores.stream().allMatch(score -> detection(pair, score).isPresent()))
                .toList();
    }

    /** A network and out-of-distribution examples. */
    private record Pair(Setting setting, String shift) {
        /** Returns the header of its column: MNIST and Fashion-MNIST, each unknown to networks of the other, share one. */
        String column() {
            return shift.equals(ExperimentData.other(setting.data()).toString()) ? OTHER : shift;
        }
    }

    private Key key(Pair pair, MeasuredScore score) {
        return OodExperiment.detection(OodExperiment.key(workspace, pair.setting), pair.shift, score);
    }

    private Optional<Measurement> detection(Pair pair, MeasuredScore score) {
        return workspace.measurements().newest(key(pair, score));
    }

    List<Table> all() {
        return List.of(summary(), detections(), accuracies(), rejection(), sets());
    }

    /** Returns each score over all networks and out-of-distribution examples; every pair has the same weight. */
    Table summary() {
        Table table = Table.of(
                "ood-summary",
                caption(),
                Column.text("score"),
                Column.number("mean AUROC", 3).higherIsBetter(),
                Column.number("worst AUROC", 3).higherIsBetter(),
                Column.number("mean AUPRC at prevalence 0.5", 3).higherIsBetter(),
                Column.number("mean FPR at 95 %", 3).lowerIsBetter());
        if (!compared.isEmpty()) {
            for (MeasuredScore score : scores) {
                table = table.row(
                        Cell.of(score.toString()),
                        Cell.of(means(score, Quantity.AUROC).average().orElseThrow()),
                        Cell.of(means(score, Quantity.AUROC).min().orElseThrow()),
                        Cell.of(means(score, Quantity.AUPRC).average().orElseThrow()),
                        Cell.of(means(score, Quantity.FPR95).average().orElseThrow()));
            }
        }
        return table;
    }

    private DoubleStream means(MeasuredScore score, Quantity quantity) {
        return compared.stream()
                .mapToDouble(pair -> detection(pair, score).orElseThrow().mean(quantity));
    }

    private String caption() {
        boolean cifar = pairs.stream().anyMatch(pair -> pair.shift.equals(ExperimentData.GREY_CIFAR));
        return "Detection of out-of-distribution examples, with the choices of sound, over " + compared.size()
                + " pairs of a network and a dataset, " + workspace.runsInWords() + convolutions()
                + (cifar ? "" : "; without CIFAR-10, which was not available")
                + ". Ensembles of neighbouring runs share " + (Workspace.MEMBERS - 1) + " of " + Workspace.MEMBERS
                + " members, and those of an MLP are trained on the examples in one order.";
    }

    private String convolutions() {
        return String.format(
                Locale.ROOT,
                " (networks with convolutions: %d run, at most %,d examples of each dataset)",
                OodExperiment.MAX_RUNS_OF_CONVOLUTIONS,
                Math.min(
                        OodExperiment.MAX_IMAGES_OF_CONVOLUTIONS,
                        workspace.size().testImages()));
    }

    /** Returns one row for each network and score, one column for each dataset, whose best score is bold. */
    Table detections() {
        Set<String> shifts = new LinkedHashSet<>();
        pairs.forEach(pair -> shifts.add(pair.column()));
        List<Column> columns = new ArrayList<>(List.of(Column.text("network").grouping(), Column.text("score")));
        shifts.forEach(shift -> columns.add(Column.number(shift, 3).higherIsBetter()));
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            Map<String, Pair> own = new HashMap<>();
            pairs.stream().filter(pair -> pair.setting.equals(setting)).forEach(pair -> own.put(pair.column(), pair));
            for (MeasuredScore score : own.isEmpty() ? List.<MeasuredScore>of() : scores) {
                List<Cell> row = new ArrayList<>(List.of(Cell.of(setting.toString()), Cell.of(score.toString())));
                shifts.forEach(shift -> row.add(Optional.ofNullable(own.get(shift))
                        .map(pair -> workspace.measurements().cell(key(pair, score), Quantity.AUROC))
                        .orElseGet(Cell::missing)));
                rows.add(row);
            }
        }
        return new Table(
                "ood-auroc", "AUROC of each score, " + workspace.runsInWords() + convolutions(), columns, rows);
    }

    /** Returns the accuracies of the networks that were compared. */
    Table accuracies() {
        return new Table(
                "ood-accuracy",
                "Accuracy on the networks' own test examples, " + workspace.runsInWords() + convolutions(),
                List.of(
                        Column.text("network"),
                        Column.percent("average of draws", 2),
                        Column.percent("mean network", 2),
                        Column.percent("wrapped", 2),
                        Column.percent("wrapped, by midpoints of bounds, k = 1", 2),
                        Column.percent("ensemble of " + Workspace.MEMBERS, 2)),
                settings.stream()
                        .flatMap(setting -> row(
                                List.of(setting.toString()),
                                OodExperiment.accuracy(OodExperiment.key(workspace, setting)),
                                Quantity.AVERAGE,
                                Quantity.MEAN,
                                Quantity.WRAPPED,
                                Quantity.WRAPPED_UNSCALED,
                                Quantity.ENSEMBLE))
                        .toList());
    }

    /** Returns a row of what was measured, if anything was. */
    private Stream<List<Cell>> row(List<String> names, Key key, Quantity... quantities) {
        return workspace.measurements().newest(key).stream()
                .map(unused -> workspace.measurements().row(names, key, List.of(quantities)));
    }

    /** Returns the area under the accuracy–rejection curve, a row for each score, a column for each network. */
    Table rejection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("score")));
        settings.forEach(
                setting -> columns.add(Column.number(setting.toString(), 4).higherIsBetter()));
        List<List<Cell>> rows = new ArrayList<>();
        for (MeasuredScore score : scores) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(score.toString())));
            settings.forEach(setting -> row.add(workspace
                    .measurements()
                    .cell(OodExperiment.rejection(OodExperiment.key(workspace, setting), score), Quantity.AREA)));
            rows.add(row);
        }
        return new Table(
                "rejection",
                "Area under the accuracy–rejection curve: errors of the wrapped network, the highest scores rejected"
                        + " first",
                columns,
                rows);
    }

    /** Returns the quality of predictive random sets. */
    Table sets() {
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            for (SetRule rule : SetRule.values()) {
                for (Radii radii : Radii.values()) {
                    row(
                                    List.of(setting.toString(), Key.words(rule), Key.words(radii)),
                                    OodExperiment.sets(OodExperiment.key(workspace, setting), rule, radii),
                                    Quantity.DECIDED,
                                    Quantity.PIGNISTIC,
                                    Quantity.SET_COVERAGE,
                                    Quantity.SET_SIZE,
                                    Quantity.VACUOUS)
                            .forEach(rows::add);
                }
            }
        }
        return new Table(
                "ood-sets",
                "Predictive random sets of " + OodExperiment.SET_DRAWS + " draws on "
                        + OodExperiment.setImages(workspace)
                        + " test examples, spread over all: the accuracy of decisions by them, the mass of sets with the"
                        + " true class (set coverage), their mean size, and the mass of the set of all classes",
                List.of(
                        Column.text("network"),
                        Column.text("classes stay by"),
                        Column.text("radii"),
                        Column.percent("decided", 2),
                        Column.percent("decided by the pignistic alone", 2),
                        Column.percent("set coverage", 2),
                        Column.number("mean size", 2),
                        Column.percent("vacuous", 2)),
                rows);
    }
}
