package org.epiwrap.experiments;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link AblationStudy}, a table for each network. */
final class AblationTables {
    private final Lab lab;

    AblationTables(Lab lab) {
        this.lab = lab;
    }

    List<Table> all() {
        return AblationStudy.settings().stream().map(this::table).toList();
    }

    private Table table(Setting setting) {
        Table table = Table.of(
                "ablation-" + setting.fileName(),
                setting.net() + " on " + setting.data() + ": the sound choices, and each replaced by another; radii are"
                        + " calibrated for each anew; epochs of fine-tuning: " + AblationStudy.tuningEpochs(lab) + "; "
                        + lab.described(),
                Column.text("step"),
                Column.text("choice"),
                Column.percent("accuracy before", 2).higherIsBetter(),
                Column.percent("accuracy after fine-tuning", 2).higherIsBetter(),
                Column.number("mean width of probabilities", 3).lowerIsBetter(),
                Column.number("classes still possible", 2).lowerIsBetter(),
                Column.percent("truth among them", 2),
                Column.number("AUROC of EU (or of pixels), other images and rotated", 3)
                        .higherIsBetter());
        Map<String, String> key = lab.calibratedKey(AblationStudy.STUDY, setting);
        for (Variant variant : Variant.all()) {
            Optional<Measurement> before = lab.measurements().newest(AblationStudy.before(key, variant));
            Optional<Measurement> after =
                    lab.measurements().newest(AblationStudy.after(key, variant, AblationStudy.tuningEpochs(lab)));
            table = table.row(
                    Cell.of(variant.step()),
                    Cell.of(variant.choice()),
                    Measurement.cell(before, "accuracy"),
                    Measurement.cell(after, "accuracy"),
                    Measurement.cell(before, "width"),
                    Measurement.cell(before, "size"),
                    Measurement.cell(before, "coverage"),
                    Measurement.cell(before, ScoreQuality.AUROC));
        }
        for (String baseline : List.of(NonZeroPixels.NAME, PixelMahalanobis.NAME)) {
            table = table.row(
                    Cell.of("no network"),
                    Cell.of(baseline),
                    Cell.missing(),
                    Cell.missing(),
                    Cell.missing(),
                    Cell.missing(),
                    Cell.missing(),
                    Measurement.cell(
                            lab.measurements().newest(AblationStudy.pixels(key, baseline)), ScoreQuality.AUROC));
        }
        return table;
    }
}
