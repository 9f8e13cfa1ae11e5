package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.evaluation.ClassEvaluation;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.metrics.ConfusionMatrix;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** What becomes of each class, as tables. */
public final class ClassTables {
    /** The number of classes up to which each has its row, and the confusion matrix is shown whole. */
    static final int MAX_CLASSES = 30;

    /** How many of the worst confusions are listed. */
    private static final int WORST = 10;

    /** The name of the table whose AUROC is that of a class. */
    static final String BALANCE = "balance";

    private ClassTables() {}

    /** Returns measures in which each class counts the same; AUROC where there are two classes. */
    public static Table balance(Map<String, Evaluation> predictors) {
        boolean two = predictors.values().stream()
                .anyMatch(evaluation -> evaluation.auroc().isPresent());
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("network"), Column.percent("balanced accuracy", 2).higherIsBetter()));
        if (two) {
            columns.add(Column.number("AUROC", 4).higherIsBetter());
        }
        List<List<Cell>> rows = new ArrayList<>();
        predictors.forEach((name, evaluation) -> {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(name), Cell.of(evaluation.balancedAccuracy())));
            if (two) {
                row.add(Cell.of(evaluation.auroc()));
            }
            rows.add(row);
        });
        String ranking =
                two ? "; AUROC of the probability of " + firstOf(predictors).get(1) : "";
        return new Table(BALANCE, "Every class counting the same" + ranking, columns, rows);
    }

    private static List<String> firstOf(Map<String, Evaluation> predictors) {
        return predictors.values().iterator().next().predictions().classNames().all();
    }

    /** Returns a row for each class; of more than {@value #MAX_CLASSES} those with the lowest recall. */
    public static Table classes(Evaluation evaluation) {
        List<ClassEvaluation> all = evaluation.byClass();
        boolean some = all.size() > MAX_CLASSES;
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("class"),
                Column.number("support", 0),
                Column.percent("precision", 2),
                Column.percent("recall", 2),
                Column.percent("F1", 2)));
        boolean abstains = evaluation.predictions().abstention().applies();
        if (abstains) {
            columns.add(Column.percent("abstained", 2));
        }
        boolean hasSets = all.stream().anyMatch(each -> each.sets().isPresent());
        if (hasSets) {
            columns.add(Column.percent("set coverage", 2));
            columns.add(Column.number("mean size", 2));
        }
        List<ClassEvaluation> shown = some
                ? all.stream()
                        .filter(each -> each.quality().recall().isPresent())
                        .sorted(Comparator.comparingDouble(
                                each -> each.quality().recall().getAsDouble()))
                        .limit(MAX_CLASSES)
                        .toList()
                : all;
        List<List<Cell>> rows = new ArrayList<>();
        for (ClassEvaluation each : shown) {
            List<Cell> row = new ArrayList<>(List.of(
                    Cell.of(each.name()),
                    Cell.of(each.quality().support()),
                    Cell.of(each.quality().precision()),
                    Cell.of(each.quality().recall()),
                    Cell.of(each.quality().f1())));
            if (abstains) {
                row.add(Cell.of(each.abstained()));
            }
            if (hasSets) {
                row.add(each.sets().map(sets -> Cell.of(sets.setCoverage())).orElseGet(Cell::missing));
                row.add(each.sets().map(sets -> Cell.of(sets.meanSize())).orElseGet(Cell::missing));
            }
            rows.add(row);
        }
        String caption =
                some ? "The " + MAX_CLASSES + " of " + all.size() + " classes with the lowest recall" : "Classes";
        return new Table("classes", caption + ", decided or not", columns, rows);
    }

    /** Returns the pairs of classes that are confused most; empty if there is no error. */
    public static Optional<Table> confusions(Evaluation evaluation) {
        ClassNames names = evaluation.predictions().classNames();
        Table table = Table.of(
                "confusions",
                "Most frequent errors",
                Column.text("class"),
                Column.text("predicted as"),
                Column.number("count", 0),
                Column.percent("of the class", 2));
        List<ConfusionMatrix.Confusion> worst = evaluation.confusion().worst(WORST);
        for (ConfusionMatrix.Confusion each : worst) {
            table = table.row(
                    Cell.of(names.of(each.truth())),
                    Cell.of(names.of(each.predicted())),
                    Cell.of(each.count()),
                    Cell.of(each.share()));
        }
        return worst.isEmpty() ? Optional.empty() : Optional.of(table);
    }

    /** Returns the numbers of the confusion matrix, a row for each true class; empty if there are too many classes. */
    public static Optional<Table> confusion(Evaluation evaluation) {
        ConfusionMatrix matrix = evaluation.confusion();
        ClassNames names = evaluation.predictions().classNames();
        if (matrix.classes() > MAX_CLASSES) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>(List.of(Column.text("class")));
        names.all().forEach(name -> columns.add(Column.number("as " + name, 0)));
        List<List<Cell>> rows = IntStream.range(0, matrix.classes())
                .mapToObj(truth -> {
                    List<Cell> row = new ArrayList<>(List.of(Cell.of(names.of(truth))));
                    IntStream.range(0, matrix.classes()).forEach(label -> row.add(Cell.of(matrix.count(truth, label))));
                    return row;
                })
                .toList();
        return Optional.of(new Table("confusion", "Confusion matrix: a row for each true class", columns, rows));
    }
}
