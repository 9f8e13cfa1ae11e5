package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Ranking;
import org.epiwrap.experiments.measurement.Stage;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Task;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.metrics.Spread;
import org.epiwrap.model.Preset;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Table;
import org.epiwrap.report.plot.Curve;
import org.epiwrap.report.plot.LinePlot;
import org.epiwrap.report.plot.SeriesStyle;

/**
 * A table of accuracies: the paper's, ours with its choices, and ours with sound ones.
 *
 * @param axis what its wrapped networks differ in
 */
record AccuracyTable(String name, String caption, Axis axis, List<AccuracyRow> rows) {
    static final List<Preset> PRESETS = List.of(Preset.PAPER, Preset.SOUND);

    /** The headers of columns that stand side by side: what the paper prints, and ours with each preset. */
    static final List<String> SOURCES = List.of("the paper", "ours, paper", "ours, sound");

    /** What is varied from row to row. */
    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    enum Axis {
        SHARE("share wrapped", "share of weights that are wrapped", WrappingChoice::share),
        POINTS("grid", "points of the grid", WrappingChoice::points);

        private final String header;
        private final String label;
        private final ToDoubleFunction<WrappingChoice> value;

        Axis(String header, String label, ToDoubleFunction<WrappingChoice> value) {
            this.header = header;
            this.label = label;
            this.value = value;
        }
    }

    /** Returns one task for each network and preset, the largest first. */
    List<Task> tasks(Workspace workspace) {
        Set<Setting> settings = new LinkedHashSet<>();
        for (int i = rows.size() - 1; i >= 0; i--) {
            for (Preset preset : Preset.values()) {
                settings.add(setting(preset, rows.get(i)));
            }
        }
        return settings.stream()
                .map(setting -> new Task(
                        name + "-" + setting.fileName(),
                        AccuracyExperiment.networks(setting),
                        Integer.MAX_VALUE,
                        () -> measure(workspace, setting)))
                .toList();
    }

    private static Setting setting(Preset preset, AccuracyRow row) {
        return Setting.of(preset, row.data(), row.net());
    }

    private void measure(Workspace workspace, Setting setting) throws IOException {
        List<AccuracyRow> own = rows.stream()
                .filter(row -> setting(setting.preset(), row).equals(setting))
                .toList();
        AccuracyExperiment experiment = new AccuracyExperiment(workspace, setting);
        if (own.stream().anyMatch(row -> row.subject() == Subject.BNN)) {
            experiment.measureBayesian();
        }
        experiment.measureBefore(
                own.stream().flatMap(row -> row.choice().stream()).toList());
        experiment.measureAfter(own.stream()
                .filter(AccuracyRow::tuned)
                .flatMap(row -> row.choice().stream())
                .toList());
    }

    /** Returns one table for each network, since only accuracies of the same network compete. */
    List<Table> tables(Workspace workspace) {
        Map<String, List<AccuracyRow>> byNet =
                rows.stream().collect(Collectors.groupingBy(AccuracyRow::net, LinkedHashMap::new, Collectors.toList()));
        return byNet.entrySet().stream()
                .map(entry -> byNet.size() == 1
                        ? table(workspace, name, caption, entry.getValue())
                        : table(
                                workspace,
                                name + "-" + entry.getKey().replace(':', '-'),
                                caption + ", " + entry.getKey(),
                                entry.getValue()))
                .toList();
    }

    private Table table(Workspace workspace, String file, String title, List<AccuracyRow> own) {
        List<Column> columns = new ArrayList<>(List.of(Column.text(axis.header), Column.text("network")));
        for (Stage stage : Stage.values()) {
            for (String source : SOURCES) {
                columns.add(Column.percent(Key.words(stage) + ": " + source, 2).higherIsBetter());
            }
        }
        List<List<Cell>> cells = new ArrayList<>();
        for (AccuracyRow row : own) {
            List<Cell> line = new ArrayList<>(List.of(Cell.of(row.place()), Cell.of(row.network())));
            for (Stage stage : Stage.values()) {
                line.add(Cell.of(row.printed().at(stage)));
                for (Preset preset : PRESETS) {
                    line.add(key(workspace, row, preset, stage)
                            .map(key -> workspace.measurements().cell(key, quantity(row, preset)))
                            .orElseGet(Cell::missing));
                }
            }
            cells.add(line);
        }
        return new Table(file, title + "; original radii (k = 1)", columns, cells);
    }

    private static Optional<Key> key(Workspace workspace, AccuracyRow row, Preset preset, Stage stage) {
        Key key = workspace.key(Topic.ACCURACY, setting(preset, row));
        if (row.subject() != Subject.BNN) {
            return Optional.of(AccuracyExperiment.intervals(key, row.choice(), stage));
        }
        return stage == Stage.AFTER ? Optional.of(AccuracyExperiment.bayesian(key)) : Optional.empty();
    }

    /** The paper predicts by one random pass. */
    private static Quantity quantity(AccuracyRow row, Preset preset) {
        if (row.subject() != Subject.BNN) {
            return Quantity.ACCURACY;
        }
        return preset == Preset.PAPER ? Quantity.ONE_PASS : Quantity.AVERAGE;
    }

    /** Returns line charts of the wrapped networks' accuracy over what is varied, one for each stage and preset. */
    List<Figure> figures(Workspace workspace) {
        List<Figure> figures = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            for (Preset preset : PRESETS) {
                LinePlot plot = LinePlot.of(axis.label, "accuracy");
                int curves = 0;
                for (Ranking ranking : Ranking.values()) {
                    for (Curve curve : curves(workspace, ranking, preset, stage)) {
                        plot = plot.with(curve);
                        curves++;
                    }
                }
                if (curves > 0) {
                    figures.add(Figure.of("Accuracy " + Key.words(stage) + " fine-tuning, " + preset, plot)
                            .captioned("Mean of " + workspace.runsInWords() + "; bars: one standard deviation."));
                }
            }
        }
        return figures;
    }

    /** Returns the curve of a ranking and, beside ours by the paper's choices, what the paper prints. */
    private List<Curve> curves(Workspace workspace, Ranking ranking, Preset preset, Stage stage) {
        Map<Double, Spread> ours = new TreeMap<>();
        Map<Double, Spread> printed = new TreeMap<>();
        for (AccuracyRow row : rows) {
            if (row.choice().isPresent() && row.choice().get().ranking() == ranking) {
                double x = axis.value.applyAsDouble(row.choice().get());
                key(workspace, row, preset, stage)
                        .flatMap(key -> workspace.measurements().newest(key))
                        .ifPresent(found -> ours.put(x, found.spread(Quantity.ACCURACY)));
                if (preset == Preset.PAPER) {
                    row.printed().at(stage).ifPresent(number -> printed.put(x, Spread.of(number)));
                }
            }
        }
        return Stream.concat(
                        curve(
                                ranking.inWords(),
                                SeriesStyle.numbered(List.of(Ranking.values()).indexOf(ranking)),
                                ours),
                        curve("the paper, " + ranking.inWords(), SeriesStyle.reference(), printed))
                .toList();
    }

    /** Returns the curve through points, if there are several. */
    private static Stream<Curve> curve(String name, SeriesStyle style, Map<Double, Spread> points) {
        double[] x = points.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        return x.length < 2
                ? Stream.empty()
                : Stream.of(Curve.of(name, x, List.copyOf(points.values())).with(style));
    }
}
