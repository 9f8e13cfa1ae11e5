package org.epiwrap.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.PixelBaseline;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.metrics.Detection;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Table;

/**
 * How well scores tell images that a network should not know from its test images; beside them, those of the pixels.
 *
 * @param histograms of the network's score, one for each kind of strangers
 */
record StrangerTable(Table table, List<Figure> histograms) {

    StrangerTable {
        histograms = List.copyOf(histograms);
    }

    /** One score an image, the higher the stranger. */
    interface Score {
        double[] of(Dataset data);
    }

    /** Makes the strangers, and refuses those whose images the network cannot take. */
    static Map<String, Dataset> strangers(List<Strangers> wanted, Dataset test, long seed, Volume input)
            throws IOException {
        Map<String, Dataset> sets = new LinkedHashMap<>();
        for (Strangers each : wanted) {
            Dataset made = each.of(test, seed);
            input.check(made);
            sets.put(each.name(), made);
        }
        return sets;
    }

    /** Measures the score of a network and those of pixels. */
    static StrangerTable of(Map<String, Dataset> strangers, Dataset train, Dataset test, Evaluated network) {
        String name = network.scoreName();
        Map<String, Score> scores = new LinkedHashMap<>();
        scores.put(name, network.score());
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
        List<Figure> histograms = new ArrayList<>();
        for (Map.Entry<String, Dataset> set : strangers.entrySet()) {
            int s = 0;
            for (Map.Entry<String, Score> each : scores.entrySet()) {
                double[] strange = each.getValue().of(set.getValue());
                if (s == 0) {
                    histograms.add(Figure.of(
                            name + " of test images and of " + set.getKey(),
                            network.histogram().with("test images", own.get(0)).with(set.getKey(), strange)));
                }
                Detection detection = Detection.between(own.get(s++), strange);
                table = table.row(
                        Cell.of(set.getKey()),
                        Cell.of(each.getKey()),
                        Cell.of(detection.auroc()),
                        Cell.of(detection.averagePrecision()),
                        Cell.of(detection.prevalence()),
                        Cell.of(detection.falsePositiveRate()));
            }
        }
        return new StrangerTable(table, histograms);
    }
}
