package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.Preset;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Table;
import org.epiwrap.report.plot.Curve;
import org.epiwrap.report.plot.LinePlot;
import org.epiwrap.report.plot.SeriesStyle;

/** The measurements of {@link DropoutExperiment} as tables and curves. */
record DropoutTables(Workspace workspace) {
    /** What is rejected in the table of curves, in percent. */
    private static final int[] DISCARDED = {0, 10, 20, 50};

    /** What the paper has for a network. */
    private record Printed(double accuracy, double auroc, double auprc, double information) {}

    /** A network, or none, and a score. */
    private record Row(Subject network, MeasuredScore score, Optional<Printed> paper) {
        Row(Subject network, MeasuredScore score) {
            this(network, score, Optional.empty());
        }

        String title() {
            return name(network) + ", " + score;
        }
    }

    private static String name(Subject network) {
        return switch (network) {
            case INN -> "random intervals (INN)";
            case PIXELS -> "no network";
            case BNN -> "Bayesian";
            case MEAN -> "mean network";
            case ENSEMBLE -> "ensemble of " + Workspace.MEMBERS;
            case WRAPPED -> "wrapped";
        };
    }

    private static final List<Row> ROWS = List.of(
            new Row(
                    Subject.INN,
                    MeasuredScore.DROPOUT_INFORMATION,
                    Optional.of(new Printed(0.9107, 0.5329, 0.8951, 0.0023))),
            new Row(
                    Subject.WRAPPED,
                    MeasuredScore.DROPOUT_INFORMATION,
                    Optional.of(new Printed(0.9112, 0.6673, 0.9120, 0.0059))),
            new Row(Subject.INN, MeasuredScore.DROPOUT_MAX_SOFTMAX),
            new Row(Subject.WRAPPED, MeasuredScore.DROPOUT_MAX_SOFTMAX),
            new Row(Subject.INN, MeasuredScore.EU),
            new Row(Subject.WRAPPED, MeasuredScore.EU),
            new Row(Subject.PIXELS, MeasuredScore.NON_ZERO_PIXELS),
            new Row(Subject.PIXELS, MeasuredScore.PIXEL_DISTANCE));

    /** Returns the scores that the paper's third table names. */
    static Set<Score> detectionScores() {
        return scores(ROWS);
    }

    /** Returns the scores that the curves have. */
    static Set<Score> rejectionScores() {
        return scores(CURVES);
    }

    private static Set<Score> scores(List<Row> rows) {
        return MeasuredScore.scores(rows.stream().map(Row::score).toList());
    }

    /** Returns the paper's third table. */
    Table detection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network, score")));
        for (String source : AccuracyTable.SOURCES) {
            columns.add(Column.percent("accuracy: " + source, 2).higherIsBetter());
        }
        for (String quantity : List.of("AUROC", "AUPRC")) {
            for (String source : AccuracyTable.SOURCES) {
                columns.add(Column.number(quantity + ": " + source, 4).higherIsBetter());
            }
        }
        for (String source : AccuracyTable.SOURCES) {
            columns.add(Column.number("score of digits: " + source, 4));
        }
        return new Table(
                "table3",
                "Detection of all clothes, of training and test, among the test digits by networks of digits after"
                        + " fine-tuning (k = 1): the AUPRC of a score that knows nothing is the prevalence, 0.875",
                columns,
                ROWS.stream().map(this::cells).toList());
    }

    private List<Cell> cells(Row row) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.title())));
        // The accuracy is that of passes with dropout, without which EU is computed.
        boolean dropout = row.score() != MeasuredScore.EU;
        boolean information = row.score() == MeasuredScore.DROPOUT_INFORMATION;
        add(cells, row, Printed::accuracy, dropout, Part.ACCURACY, Quantity.ACCURACY);
        add(cells, row, Printed::auroc, true, Part.DETECTION, Quantity.AUROC);
        add(cells, row, Printed::auprc, true, Part.DETECTION, Quantity.AUPRC);
        add(cells, row, Printed::information, information, Part.ACCURACY, Quantity.INFORMATION);
        return cells;
    }

    /** Adds a quantity from the three sources, ours only where it applies. */
    private void add(
            List<Cell> cells,
            Row row,
            ToDoubleFunction<Printed> printed,
            boolean applies,
            Part part,
            Quantity quantity) {
        cells.add(Cell.of(row.paper().stream().mapToDouble(printed).findFirst()));
        for (Preset preset : AccuracyTable.PRESETS) {
            cells.add(
                    applies
                            ? workspace.measurements().cell(key(preset, part, row.network(), row.score()), quantity)
                            : Cell.missing());
        }
    }

    private Key key(Preset preset, Part part, Subject network, MeasuredScore score) {
        Key key = DropoutExperiment.key(workspace, preset, part, network);
        return part == Part.ACCURACY ? key : key.with(Field.SCORE, score);
    }

    /** Those of dropout, and scores of errors without it. */
    private static final List<Row> CURVES = Stream.concat(
                    ROWS.subList(0, 4).stream(),
                    Stream.of(
                            new Row(Subject.WRAPPED, MeasuredScore.TU0),
                            new Row(Subject.WRAPPED, MeasuredScore.EU),
                            new Row(Subject.BNN, MeasuredScore.ENTROPY),
                            new Row(Subject.ENSEMBLE, MeasuredScore.ENTROPY)))
            .toList();

    private Key key(Preset preset, Row curve) {
        return key(preset, Part.REJECTION, curve.network(), curve.score());
    }

    /** Returns the areas under the curves, and some of their points. */
    Table rejection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network, score")));
        List<Quantity> quantities = new ArrayList<>(List.of(Quantity.AREA));
        for (int percent : DISCARDED) {
            quantities.add(Quantity.discarding(percent));
        }
        for (Preset preset : AccuracyTable.PRESETS) {
            columns.add(Column.number(preset + ": area", 4).higherIsBetter());
            for (int percent : DISCARDED) {
                columns.add(Column.percent(String.format(Locale.ROOT, "%s: %d %% rejected", preset, percent), 2));
            }
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (Row curve : CURVES) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(curve.title())));
            AccuracyTable.PRESETS.forEach(
                    preset -> row.addAll(workspace.measurements().row(List.of(), key(preset, curve), quantities)));
            rows.add(row);
        }
        return new Table(
                "arc",
                "Accuracy on digits when those with the highest uncertainty are rejected, each network's own errors"
                        + " (those of interval networks with active dropout, for TU0 and EU without; the paper has a"
                        + " picture of the first two, and no figures); at most " + DropoutExperiment.MAX_ENSEMBLES
                        + " ensembles",
                columns,
                rows);
    }

    /** Returns accuracy–rejection plots, for each preset and interval network; the other networks are in all of them. */
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (Preset preset : AccuracyTable.PRESETS) {
            for (Subject network : List.of(Subject.WRAPPED, Subject.INN)) {
                List<Curve> curves = CURVES.stream()
                        .filter(curve -> curve.network() == network || curve.score() == MeasuredScore.ENTROPY)
                        .flatMap(curve -> curve(preset, curve).stream())
                        .toList();
                if (!curves.isEmpty()) {
                    LinePlot plot = LinePlot.ofRejection();
                    for (Curve curve : curves) {
                        plot = plot.with(curve);
                    }
                    figures.add(Figure.of("Accuracy–rejection curves, " + name(network) + ", " + preset, plot));
                }
            }
        }
        return figures;
    }

    private Optional<Curve> curve(Preset preset, Row curve) {
        SeriesStyle style = curve.network() == Subject.ENSEMBLE
                ? SeriesStyle.reference()
                : SeriesStyle.of(curve.score().score());
        return workspace
                .measurements()
                .newest(key(preset, curve))
                .map(measurement ->
                        ScoreQuality.curve(curve.title(), measurement).with(style));
    }
}
