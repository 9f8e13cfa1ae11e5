package org.epiwrap.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.PixelBaseline;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.evaluation.Detection;
import org.epiwrap.network.Volume;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** How well scores tell images that a network should not know from its test images; beside them, those of the pixels. */
record StrangerTable(Map<String, Dataset> strangers) {

    /** One score an image, the higher the stranger. */
    interface Score {
        double[] of(Dataset data);
    }

    /** Makes the strangers, and refuses those whose images the network cannot take. */
    static StrangerTable of(List<Strangers> wanted, Dataset test, long seed, Volume input) throws IOException {
        Map<String, Dataset> sets = new LinkedHashMap<>();
        for (Strangers each : wanted) {
            Dataset made = each.of(test, seed);
            input.check(made);
            sets.put(each.name(), made);
        }
        return new StrangerTable(sets);
    }

    Table table(Dataset train, Dataset test, String name, Score score) {
        Map<String, Score> scores = new LinkedHashMap<>();
        scores.put(name, score);
        for (PixelBaseline baseline : List.of(new NonZeroPixels(), PixelMahalanobis.fit(train))) {
            scores.put(baseline.name(), baseline::scores);
        }
        List<double[]> own = new ArrayList<>();
        scores.values().forEach(each -> own.add(each.of(test)));
        Table table = Table.of(
                "strangers",
                "images from elsewhere, told from test images by",
                Column.text("images"),
                Column.text("score"),
                Column.number("AUROC", 4).higherIsBetter(),
                Column.number("AUPRC", 4).higherIsBetter(),
                Column.number("prevalence", 4),
                Column.number("FPR95", 4).lowerIsBetter());
        for (Map.Entry<String, Dataset> set : strangers.entrySet()) {
            int s = 0;
            for (Map.Entry<String, Score> each : scores.entrySet()) {
                Detection detection =
                        Detection.between(own.get(s++), each.getValue().of(set.getValue()));
                table = table.row(
                        Cell.of(set.getKey()),
                        Cell.of(each.getKey()),
                        Cell.of(detection.auroc()),
                        Cell.of(detection.averagePrecision()),
                        Cell.of(detection.prevalence()),
                        Cell.of(detection.falsePositiveRate()));
            }
        }
        return table;
    }
}
