package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.LinePlot;
import org.epiwrap.report.Table;

/** The measurements of {@link DropoutStudy} as tables and curves. */
final class DropoutTables {
    private static final List<String> SOURCES = List.of("the paper", "ours, paper", "ours, sound");
    private static final List<Preset> PRESETS = List.of(Preset.PAPER, Preset.SOUND);
    private static final String INN = "random intervals (INN)";

    /** What is discarded in the table of curves, in percent. */
    private static final int[] DISCARDED = {0, 10, 20, 50};

    private final Lab lab;

    DropoutTables(Lab lab) {
        this.lab = lab;
    }

    private Map<String, String> key(Preset preset) {
        return lab.key(DropoutStudy.STUDY, DropoutStudy.setting(preset));
    }

    /** What the paper has for a network. */
    private record Printed(double accuracy, double auroc, double auprc, double information) {}

    /** A row of its third table: a network, or none, and a score. */
    private record Row(String title, String network, String score, Optional<Printed> paper) {
        static Row beyond(String title, String network, String score) {
            return new Row(title + ", " + score, network, score, Optional.empty());
        }
    }

    private static List<Row> rows() {
        return List.of(
                new Row(
                        INN + ", " + DropoutStudy.INFORMATION,
                        DropoutStudy.BASELINE,
                        DropoutStudy.INFORMATION,
                        Optional.of(new Printed(0.9107, 0.5329, 0.8951, 0.0023))),
                new Row(
                        "wrapped, " + DropoutStudy.INFORMATION,
                        DropoutStudy.WRAPPED,
                        DropoutStudy.INFORMATION,
                        Optional.of(new Printed(0.9112, 0.6673, 0.9120, 0.0059))),
                Row.beyond(INN, DropoutStudy.BASELINE, DropoutStudy.DOUBT),
                Row.beyond("wrapped", DropoutStudy.WRAPPED, DropoutStudy.DOUBT),
                Row.beyond(INN, DropoutStudy.BASELINE, DropoutStudy.EPISTEMIC),
                Row.beyond("wrapped", DropoutStudy.WRAPPED, DropoutStudy.EPISTEMIC),
                Row.beyond("no network", DropoutStudy.PIXELS, NonZeroPixels.NAME),
                Row.beyond("no network", DropoutStudy.PIXELS, PixelMahalanobis.NAME));
    }

    /** Its third table. */
    Table detection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network, score")));
        for (String source : SOURCES) {
            columns.add(Column.percent("accuracy: " + source, 2).higherIsBetter());
        }
        for (String quantity : List.of("AUROC", "AUPRC")) {
            for (String source : SOURCES) {
                columns.add(Column.number(quantity + ": " + source, 4).higherIsBetter());
            }
        }
        for (String source : SOURCES) {
            columns.add(Column.number("score of digits: " + source, 4));
        }
        return new Table(
                "table3",
                "Networks of digits after fine-tuning (k = 1), shown all clothes, of training and test, among the test"
                        + " digits: AUPRC of a score that knows nothing is the prevalence, 0.875",
                columns,
                rows().stream().map(this::cells).toList());
    }

    private List<Cell> cells(Row row) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.title())));
        cells.add(printed(row, Printed::accuracy));
        // That of passes with dropout, without which EU is computed.
        boolean dropout = !row.score().equals(DropoutStudy.EPISTEMIC);
        PRESETS.forEach(
                preset -> cells.add(dropout ? Measurement.cell(ofNetwork(preset, row), "accuracy") : Cell.missing()));
        cells.add(printed(row, Printed::auroc));
        PRESETS.forEach(preset -> cells.add(Measurement.cell(ofScore(preset, row), ScoreQuality.AUROC)));
        cells.add(printed(row, Printed::auprc));
        PRESETS.forEach(preset -> cells.add(Measurement.cell(ofScore(preset, row), ScoreQuality.AUPRC)));
        cells.add(printed(row, Printed::information));
        PRESETS.forEach(preset -> cells.add(
                row.score().equals(DropoutStudy.INFORMATION)
                        ? Measurement.cell(ofNetwork(preset, row), "information")
                        : Cell.missing()));
        return cells;
    }

    private static Cell printed(Row row, ToDoubleFunction<Printed> quantity) {
        return row.paper().map(paper -> Cell.of(quantity.applyAsDouble(paper))).orElseGet(Cell::missing);
    }

    private Optional<Measurement> ofNetwork(Preset preset, Row row) {
        return lab.measurements().newest(DropoutStudy.accuracy(key(preset), row.network()));
    }

    private Optional<Measurement> ofScore(Preset preset, Row row) {
        return lab.measurements().newest(DropoutStudy.detection(key(preset), row.network(), row.score()));
    }

    /** A curve of accuracy over what is discarded. */
    private record Curve(String network, String score, String title) {}

    private static List<Curve> curves() {
        return List.of(
                new Curve(DropoutStudy.BASELINE, DropoutStudy.INFORMATION, INN + ", MC-dropout"),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.INFORMATION, "wrapped, MC-dropout"),
                new Curve(DropoutStudy.BASELINE, DropoutStudy.DOUBT, INN + ", " + DropoutStudy.DOUBT),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.DOUBT, "wrapped, " + DropoutStudy.DOUBT),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.IN_DISTRIBUTION, "wrapped, TU0"),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.EPISTEMIC, "wrapped, EU"),
                new Curve(DropoutStudy.BAYESIAN, DropoutStudy.ENTROPY, "Bayesian, entropy"),
                new Curve(DropoutStudy.ENSEMBLE, DropoutStudy.ENTROPY, "ensemble of " + Lab.MEMBERS + ", entropy"));
    }

    private Optional<Measurement> measured(Preset preset, Curve curve) {
        Map<String, String> key = DropoutStudy.keyOf(lab, preset, curve.network());
        return lab.measurements().newest(DropoutStudy.rejection(key, curve.network(), curve.score()));
    }

    /** The areas under the curves, and some of their points. */
    Table rejection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network, score")));
        for (Preset preset : PRESETS) {
            columns.add(Column.number(preset + ": area", 4).higherIsBetter());
            for (int percent : DISCARDED) {
                columns.add(Column.percent(String.format(Locale.ROOT, "%s: %d %% discarded", preset, percent), 2));
            }
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (Curve curve : curves()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(curve.title())));
            for (Preset preset : PRESETS) {
                Optional<Measurement> found = measured(preset, curve);
                row.add(Measurement.cell(found, ScoreQuality.AREA));
                for (int percent : DISCARDED) {
                    row.add(Measurement.cell(found, ScoreQuality.discarding(percent)));
                }
            }
            rows.add(row);
        }
        return new Table(
                "arc",
                "Accuracy on digits when those of highest uncertainty are discarded, each network's own errors (those of"
                        + " interval networks with dropout left at work, for TU0 and EU without; the paper has a picture of"
                        + " the first two, and no figures); at most " + DropoutStudy.MOST_ENSEMBLES
                        + " ensembles",
                columns,
                rows);
    }

    /** One picture for each preset. */
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (Preset preset : PRESETS) {
            LinePlot plot = LinePlot.ofRejection();
            int curves = 0;
            for (Curve curve : curves()) {
                Optional<Measurement> found = measured(preset, curve);
                if (found.isPresent()) {
                    double[][] points = ScoreQuality.curve(found.get());
                    plot = plot.with(curve.title(), points[0], points[1]);
                    curves++;
                }
            }
            if (curves > 0) {
                figures.add(Figure.of("Accuracy of what is kept, " + preset, plot));
            }
        }
        return figures;
    }
}
