package org.epiwrap.cli;

import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.Predictions;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** How good the probabilities of networks are, a row each. */
final class Quality {
    private final Dataset data;
    private final int classes;
    private Table table;

    Quality(Dataset data) {
        this.data = data;
        this.classes = data.classNames().size();
        this.table = Table.of(
                "quality",
                "predictions",
                Column.text("network"),
                Column.percent("accuracy", 2).higherIsBetter(),
                Column.number("NLL", 4).lowerIsBetter(),
                Column.number("Brier", 4).lowerIsBetter(),
                Column.number("ECE", 4).lowerIsBetter());
    }

    /** The probability of a class for an image. */
    interface Probability {
        float of(int image, int category);
    }

    /** Adds a network, and gives its predictions. */
    Predictions add(String network, Probability probability) {
        float[] all = new float[Math.multiplyExact(data.size(), classes)];
        for (int i = 0; i < all.length; i++) {
            all[i] = probability.of(i / classes, i % classes);
        }
        Predictions predictions = Predictions.of(all, labels(data), classes);
        table = table.row(
                Cell.of(network),
                Cell.of(predictions.accuracy()),
                Cell.of(predictions.negativeLogLikelihood()),
                Cell.of(predictions.brier()),
                Cell.of(predictions.calibrationError()));
        return predictions;
    }

    /** Adds a network of which no more than its accuracy is known. */
    void add(String network, double accuracy) {
        table = table.row(Cell.of(network), Cell.of(accuracy), Cell.missing(), Cell.missing(), Cell.missing());
    }

    Table table() {
        return table;
    }

    static int[] labels(Dataset data) {
        return IntStream.range(0, data.size()).map(data::label).toArray();
    }
}
