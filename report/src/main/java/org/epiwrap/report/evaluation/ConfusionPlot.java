package org.epiwrap.report.evaluation;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.metrics.ConfusionMatrix;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.report.Figure;
import org.epiwrap.report.plot.HeatMap;
import org.epiwrap.report.svg.Numbers;

/** The confusion matrix of an evaluation as shades, for so few classes that they can be told apart. */
final class ConfusionPlot {
    private ConfusionPlot() {}

    /** Returns the figure; empty if there are too many classes. */
    static List<Figure> of(Evaluation evaluation) {
        ConfusionMatrix matrix = evaluation.confusion();
        ClassNames names = evaluation.predictions().classNames();
        int classes = matrix.classes();
        if (classes > ClassTables.MAX_CLASSES) {
            return List.of();
        }
        HeatMap map = new HeatMap(
                names.all(),
                "true class",
                "predicted class",
                rows(classes, truth -> rows(classes, label -> shade(matrix, truth, label))),
                rows(
                        classes,
                        truth -> rows(
                                classes,
                                label -> names.of(truth) + " predicted as " + names.of(label) + ": "
                                        + matrix.count(truth, label) + " ("
                                        + Numbers.fixed(100 * share(matrix, truth, label), 1) + " %)")));
        return List.of(Figure.of("Confusion matrix", map)
                .captioned(
                        "The diagonal is what is predicted correctly, shaded by its share of the true class; errors are shaded"
                                + " by the root of their share, so that rare ones are seen."));
    }

    private static <T> List<T> rows(int size, IntFunction<T> each) {
        return IntStream.range(0, size).mapToObj(each).toList();
    }

    private static double shade(ConfusionMatrix matrix, int truth, int label) {
        double share = share(matrix, truth, label);
        return truth == label ? share : Math.sqrt(share);
    }

    private static double share(ConfusionMatrix matrix, int truth, int label) {
        int support = matrix.quality(truth).support();
        return support == 0 ? 0 : (double) matrix.count(truth, label) / support;
    }
}
