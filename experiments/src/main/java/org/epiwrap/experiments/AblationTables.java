package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Measurements;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link AblationExperiment}, a table for each network. */
final class AblationTables {
    private static final List<Column> COLUMNS = List.of(
            Column.text("step"),
            Column.text("choice"),
            Column.percent("accuracy before", 2).higherIsBetter(),
            Column.percent("accuracy after fine-tuning", 2).higherIsBetter(),
            Column.number("mean width of probabilities", 3).lowerIsBetter(),
            Column.number("mean set size", 2).lowerIsBetter(),
            Column.percent("set coverage", 2),
            Column.number("AUROC of EU (or of pixels), other dataset and rotated", 3)
                    .higherIsBetter());

    private AblationTables() {}

    static List<Table> all(Workspace workspace) {
        Workspace own = workspace.limitedTo(AblationExperiment.MAX_RUNS);
        return AblationExperiment.settings().stream()
                .map(setting -> table(own, setting))
                .toList();
    }

    private static Table table(Workspace workspace, Setting setting) {
        Measurements measurements = workspace.measurements();
        int epochs = AblationExperiment.tuningEpochs(workspace);
        Key key = workspace.calibratedKey(Topic.ABLATION, setting);
        List<List<Cell>> rows = new ArrayList<>();
        for (Variant variant : Variant.all()) {
            List<Cell> row = new ArrayList<>(measurements.row(
                    List.of(variant.step(), variant.choice()),
                    AblationExperiment.before(key, variant),
                    List.of(
                            Quantity.ACCURACY,
                            Quantity.WIDTH,
                            Quantity.SET_SIZE,
                            Quantity.SET_COVERAGE,
                            Quantity.AUROC)));
            row.add(3, measurements.cell(AblationExperiment.after(key, variant, epochs), Quantity.ACCURACY));
            rows.add(row);
        }
        for (MeasuredScore baseline : List.of(MeasuredScore.NON_ZERO_PIXELS, MeasuredScore.PIXEL_DISTANCE)) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of("no network"), Cell.of(baseline.toString())));
            while (row.size() < COLUMNS.size() - 1) {
                row.add(Cell.missing());
            }
            row.add(measurements.cell(AblationExperiment.pixels(key, baseline), Quantity.AUROC));
            rows.add(row);
        }
        return new Table(
                "ablation-" + setting.fileName(),
                setting + ": the sound choices, and each replaced by another; radii are calibrated anew for each;"
                        + " epochs of fine-tuning: " + epochs + "; " + workspace.runsInWords(),
                COLUMNS,
                rows);
    }
}
