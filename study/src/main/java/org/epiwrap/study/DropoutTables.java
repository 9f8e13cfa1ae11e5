package org.epiwrap.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.LinePlot;
import org.epiwrap.report.Table;

/** The measurements of {@link DropoutStudy} as tables and curves. */
final class DropoutTables {
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

    /** What the paper has for a network, in the order of its columns. */
    private record Printed(double accuracy, double auroc, double auprc, double information) {}

    /** Its third table. */
    Table detection() {
        Table table = Table.of(
                "table3",
                "Networks of digits after fine-tuning (k = 1), shown all clothes, of training and test, among the test"
                        + " digits: AUPRC of a score that knows nothing is the prevalence, 0.875",
                Column.text("network"),
                Column.text("quantity"),
                Column.number("the paper", 4),
                Column.number("ours, paper", 4),
                Column.number("ours, sound", 4));
        table = printed(table, INN, DropoutStudy.BASELINE, new Printed(0.9107, 0.5329, 0.8951, 0.0023));
        table = printed(table, "wrapped", DropoutStudy.WRAPPED, new Printed(0.9112, 0.6673, 0.9120, 0.0059));
        table = beyond(table, "wrapped", DropoutStudy.WRAPPED, DropoutStudy.DOUBT);
        table = beyond(table, "wrapped", DropoutStudy.WRAPPED, DropoutStudy.EPISTEMIC);
        for (String baseline : List.of(NonZeroPixels.NAME, PixelMahalanobis.NAME)) {
            table = beyond(table, "none", DropoutStudy.PIXELS, baseline);
        }
        return table;
    }

    private Table printed(Table table, String name, String network, Printed paper) {
        return table.row(row(name, "accuracy", Cell.of(paper.accuracy()), network, "", "accuracy"))
                .row(row(
                        name,
                        "AUROC, MC-dropout",
                        Cell.of(paper.auroc()),
                        network,
                        DropoutStudy.INFORMATION,
                        ScoreQuality.AUROC))
                .row(row(
                        name,
                        "AUPRC, MC-dropout",
                        Cell.of(paper.auprc()),
                        network,
                        DropoutStudy.INFORMATION,
                        ScoreQuality.AUPRC))
                .row(row(
                        name,
                        "epistemic uncertainty of digits, MC-dropout",
                        Cell.of(paper.information()),
                        network,
                        "",
                        "information"));
    }

    private Table beyond(Table table, String name, String network, String score) {
        return table.row(row(name, "AUROC, " + score, Cell.missing(), network, score, ScoreQuality.AUROC))
                .row(row(name, "AUPRC, " + score, Cell.missing(), network, score, ScoreQuality.AUPRC));
    }

    /** Without a score, a quantity of the network itself. */
    private Cell[] row(String name, String quantity, Cell paper, String network, String score, String value) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(name), Cell.of(quantity), paper));
        for (Preset preset : List.of(Preset.PAPER, Preset.SOUND)) {
            Map<String, String> key = key(preset);
            cells.add(lab.measurements()
                    .newest(
                            score.isEmpty()
                                    ? DropoutStudy.accuracy(key, network)
                                    : DropoutStudy.detection(key, network, score))
                    .map(measurement -> Cell.of(measurement.spread(value)))
                    .orElseGet(Cell::missing));
        }
        return cells.toArray(Cell[]::new);
    }

    /** A curve of accuracy over what is discarded. */
    private record Curve(String network, String score, String title) {}

    private static List<Curve> curves() {
        return List.of(
                new Curve(DropoutStudy.BASELINE, DropoutStudy.INFORMATION, INN + ", MC-dropout"),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.INFORMATION, "wrapped, MC-dropout"),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.DOUBT, "wrapped, " + DropoutStudy.DOUBT),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.IN_DISTRIBUTION, "wrapped, TU0"),
                new Curve(DropoutStudy.WRAPPED, DropoutStudy.EPISTEMIC, "wrapped, EU"),
                new Curve(DropoutStudy.BAYESIAN, DropoutStudy.ENTROPY, "Bayesian, entropy"),
                new Curve(DropoutStudy.ENSEMBLE, DropoutStudy.ENTROPY, "ensemble of " + Lab.MEMBERS + ", entropy"));
    }

    private Optional<Measurement> measured(Preset preset, Curve curve) {
        return lab.measurements().newest(DropoutStudy.rejection(key(preset), curve.network(), curve.score()));
    }

    /** The areas under the curves, and some of their points. */
    Table rejection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network, score")));
        for (Preset preset : List.of(Preset.PAPER, Preset.SOUND)) {
            columns.add(Column.number(preset + ": area", 4).higherIsBetter());
            for (int percent : DISCARDED) {
                columns.add(Column.percent(String.format(Locale.ROOT, "%s: %d %% discarded", preset, percent), 2));
            }
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (Curve curve : curves()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(curve.title())));
            for (Preset preset : List.of(Preset.PAPER, Preset.SOUND)) {
                Optional<Measurement> found = measured(preset, curve);
                row.add(found.map(one -> Cell.of(one.spread(ScoreQuality.AREA))).orElseGet(Cell::missing));
                for (int percent : DISCARDED) {
                    row.add(found.map(one -> Cell.of(one.spread(ScoreQuality.discarding(percent))))
                            .orElseGet(Cell::missing));
                }
            }
            rows.add(row);
        }
        return new Table(
                "arc",
                "Accuracy on digits when those of highest uncertainty are discarded, each network's own errors (the paper"
                        + " has a picture of the first two, and no figures)",
                columns,
                rows);
    }

    /** One picture for each preset. */
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (Preset preset : List.of(Preset.PAPER, Preset.SOUND)) {
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
