package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.OodEvaluation;
import org.epiwrap.evaluation.PromiseOutcome;
import org.epiwrap.evaluation.RandomSetQuality;
import org.epiwrap.evaluation.TemperatureScaling;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.randomset.SetRule;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.report.svg.Numbers;

/** Evaluations as tables, which pages, terminals and JSON show alike. */
public final class EvaluationTables {
    private EvaluationTables() {}

    /** Returns the quality of the probabilities of several predictors, by their names. */
    public static Table quality(Map<String, Evaluation> predictors) {
        Table table = Table.of(
                "quality",
                "Quality of the probabilities",
                Column.text("network"),
                Column.percent("accuracy", 2).higherIsBetter(),
                Column.number("NLL", 4).lowerIsBetter(),
                Column.number("Brier", 4).lowerIsBetter(),
                Column.number("ECE", 4).lowerIsBetter(),
                Column.number("class-wise ECE", 4).lowerIsBetter());
        for (Map.Entry<String, Evaluation> entry : predictors.entrySet()) {
            Evaluation evaluation = entry.getValue();
            table = table.row(
                    entry.getKey(),
                    evaluation.accuracy(),
                    evaluation.negativeLogLikelihood(),
                    evaluation.brier(),
                    evaluation.calibrationError(),
                    evaluation.classwiseCalibrationError());
        }
        return table;
    }

    /** Returns what temperatures fitted to held-out examples would make of the probabilities of predictors, by their names. */
    public static Table temperatures(Map<String, TemperatureScaling> predictors) {
        Table table = Table.of(
                "temperature",
                "Temperature scaling, for comparison: a temperature fitted to held-out data, and its effect on test data",
                Column.text("network"),
                Column.number("temperature", 3),
                Column.number("NLL", 4).lowerIsBetter(),
                Column.number("NLL scaled", 4).lowerIsBetter(),
                Column.number("ECE", 4).lowerIsBetter(),
                Column.number("ECE scaled", 4).lowerIsBetter());
        for (Map.Entry<String, TemperatureScaling> entry : predictors.entrySet()) {
            TemperatureScaling scaling = entry.getValue();
            table = table.row(
                    entry.getKey(),
                    scaling.temperature().value(),
                    scaling.before().negativeLogLikelihood(),
                    scaling.after().negativeLogLikelihood(),
                    scaling.before().calibrationError(),
                    scaling.after().calibrationError());
        }
        return table;
    }

    /**
     * Returns the accuracy of several predictors on each out-of-distribution dataset whose examples keep their classes, as
     * those of a shift may; empty if there is none.
     *
     * @param predictors by their names; all were evaluated against the same datasets
     */
    public static Optional<Table> shifted(Map<String, Evaluation> predictors) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("dataset")));
        predictors.keySet().forEach(name -> columns.add(Column.percent(name, 2).higherIsBetter()));
        Map<String, List<Cell>> rows = new LinkedHashMap<>();
        for (Evaluation evaluation : predictors.values()) {
            evaluation
                    .outOfDistribution()
                    .forEach((name, ood) -> ood.labelled()
                            .ifPresent(labelled -> rows.computeIfAbsent(
                                            name, unused -> new ArrayList<>(List.of(Cell.of(name))))
                                    .add(Cell.of(labelled.accuracy()))));
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(SeverityMeans.addedTo(new Table(
                        "accuracy-under-shift",
                        "Accuracy on shifted data, by network",
                        columns,
                        List.copyOf(rows.values()))));
    }

    /** Returns the quality of the prediction sets with a promised coverage, if there are any. */
    public static Optional<Table> sets(Evaluation evaluation) {
        return evaluation
                .sets()
                .map(quality -> sets("prediction-sets", "Prediction sets with a promised coverage", quality));
    }

    /** Returns the quality of the sets of classes that are not ruled out, if there are any. */
    public static Optional<Table> possible(Evaluation evaluation) {
        return evaluation
                .possible()
                .map(quality -> sets(
                        "possible-classes",
                        "Classes not ruled out: those that remain possible for some weights inside their intervals",
                        quality));
    }

    private static Table sets(String name, String title, SetQuality quality) {
        return Table.of(
                        name,
                        title,
                        Column.percent("set coverage", 2),
                        Column.number("mean size", 2),
                        Column.percent("vacuous", 2))
                .row(Cell.of(quality.setCoverage()), Cell.of(quality.meanSize()), Cell.of(quality.vacuous()));
    }

    /** Returns each promise beside what the test data shows. */
    public static Table promises(List<PromiseOutcome> outcomes) {
        Table table = Table.of(
                "promises",
                "Promises beside the test data. " + CalibratedPromises.BASIS,
                Column.text("promise"),
                Column.percent("promised", 2),
                Column.percent("measured", 2),
                Column.percent("chance", 2),
                Column.number("examples", 0),
                Column.text("verdict"));
        for (PromiseOutcome each : outcomes) {
            table = table.row(
                    Cell.of(each.promise()),
                    Cell.of(each.promised()),
                    Cell.of(each.measured()),
                    Cell.of(each.chance()),
                    Cell.of(each.examples()),
                    Cell.of(each.verdict().inWords()));
        }
        return table;
    }

    /** Returns the set coverage for each size of prediction sets, if there are any. */
    public static Optional<Table> setsBySize(Evaluation evaluation) {
        return evaluation
                .sets()
                .map(quality -> new Table(
                        "prediction-sets-by-size",
                        "Prediction sets of each size",
                        List.of(
                                Column.number("size", 0),
                                Column.number("examples", 0),
                                Column.percent("set coverage", 2)),
                        quality.bySize().stream()
                                .map(stratum -> List.<Cell>of(
                                        Cell.of(stratum.value()),
                                        Cell.of(stratum.images()),
                                        Cell.of(stratum.setCoverage())))
                                .toList()));
    }

    /** Returns the quality of the sets of possible classes that a number of drawn interval networks leave, by rule. */
    public static Table randomSets(int networks, Map<SetRule, RandomSetQuality> byRule) {
        Table table = Table.of(
                "random-sets",
                "sets of possible classes of " + networks + " drawn interval networks, each with an equal mass",
                Column.text("rule"),
                Column.percent("accuracy", 2).higherIsBetter(),
                Column.percent("set coverage", 2).higherIsBetter(),
                Column.number("mean size", 2).lowerIsBetter(),
                Column.percent("vacuous", 2).lowerIsBetter());
        for (Map.Entry<SetRule, RandomSetQuality> entry : byRule.entrySet()) {
            RandomSetQuality quality = entry.getValue();
            table = table.row(
                    entry.getKey() == SetRule.MAXIMALITY ? "maximality" : "interval dominance",
                    quality.decided(),
                    quality.setCoverage(),
                    quality.size(),
                    quality.vacuous());
        }
        return table;
    }

    /** Returns risk and coverage of selective prediction, if the predictor can abstain. */
    public static Optional<Table> selectivePrediction(Evaluation evaluation) {
        Abstention rule = evaluation.predictions().abstention();
        if (!rule.applies()) {
            return Optional.empty();
        }
        Table table = Table.of(
                "selective-prediction",
                "Selective prediction: abstain if the score exceeds the threshold",
                Column.text("score"),
                Column.number("threshold", 4),
                Column.percent("coverage", 2),
                Column.percent("abstained", 2),
                Column.percent("accuracy of decided", 2));
        for (Map.Entry<Score, Double> each : rule.thresholds().entrySet()) {
            Evaluation alone = evaluation.with(Abstention.above(each.getKey(), each.getValue()));
            table = selective(table, each.getKey().symbol(), Cell.of(each.getValue()), alone);
        }
        return Optional.of(
                rule.thresholds().size() > 1 ? selective(table, "together", Cell.missing(), evaluation) : table);
    }

    private static Table selective(Table table, String score, Cell threshold, Evaluation evaluation) {
        return table.row(
                Cell.of(score),
                threshold,
                Cell.of(evaluation.coverage()),
                Cell.of(evaluation.abstained()),
                Cell.of(evaluation.accuracyOfDecided()));
    }

    /** Returns the scores of a rule with their thresholds: {@code TU threshold 0.670}, of several {@code UF 0.912, TU0 0.341}. */
    static String thresholds(Abstention rule) {
        String between = rule.thresholds().size() == 1 ? " threshold " : " ";
        return rule.thresholds().entrySet().stream()
                .map(each -> each.getKey().symbol() + between + Numbers.fixed(each.getValue(), 3))
                .collect(Collectors.joining(", "));
    }

    /** Returns the scores by which examples can be rejected: our own, then the standard baselines. */
    public static List<Score> rejectionScores(Evaluation evaluation) {
        return available(evaluation, Score.TU, Score.TU0, Score.EU, Score.MUTUAL_INFORMATION);
    }

    /** Returns the scores by which out-of-distribution data is detected: our own, then the standard baselines. */
    public static List<Score> detectionScores(Evaluation evaluation) {
        return available(evaluation, Score.UNFAMILIARITY, Score.EU, Score.TU, Score.MUTUAL_INFORMATION);
    }

    /** Returns scores that are known, with that by which the predictor abstains. */
    private static List<Score> available(Evaluation evaluation, Score... own) {
        Abstention rule = evaluation.predictions().abstention();
        return Stream.of(Stream.of(own), rule.scores().stream(), Stream.of(Score.ENTROPY, Score.MAX_SOFTMAX))
                .flatMap(scores -> scores)
                .distinct()
                .filter(evaluation.predictions()::has)
                .toList();
    }

    /** Returns the areas under the accuracy–rejection curve, the risk–coverage curve and the generalised risk of each score. */
    public static Table rejection(Evaluation evaluation) {
        Table table = Table.of(
                "rejection",
                "Area under the accuracy–rejection curve",
                Column.text("score"),
                Column.number("area", 4).higherIsBetter(),
                Column.number("AURC", 4).lowerIsBetter(),
                Column.number("AUGRC", 4).lowerIsBetter());
        for (Score score : rejectionScores(evaluation)) {
            RejectionCurve curve = evaluation.rejection(score);
            table = table.row(score.symbol(), curve.area(), curve.areaUnderRisk(), curve.areaUnderGeneralisedRisk());
        }
        return table;
    }

    /**
     * Returns how well each score detects each out-of-distribution dataset, and the mean over the severities of a shift; the
     * best are chosen for each dataset.
     */
    public static Table detection(List<DetectionResult> results) {
        Table table = Table.of(
                "ood-detection",
                "Detection of out-of-distribution data among test data",
                Column.text("dataset").grouping(),
                Column.text("score"),
                Column.number("AUROC", 4).higherIsBetter(),
                Column.number("AUPRC", 4).higherIsBetter(),
                Column.number("prevalence", 4),
                Column.number("FPR95", 4).lowerIsBetter());
        for (String dataset : results.get(0).byDataset().keySet()) {
            for (DetectionResult result : results) {
                Detection detection = result.byDataset().get(dataset);
                if (detection != null) {
                    table = table.row(
                            Cell.of(dataset),
                            Cell.of(result.name()),
                            Cell.of(detection.auroc()),
                            Cell.of(detection.averagePrecision()),
                            Cell.of(detection.prevalence()),
                            Cell.of(detection.falsePositiveRate()));
                }
            }
        }
        return SeverityMeans.addedTo(table);
    }

    /**
     * Returns the share of each dataset from which the predictor abstains, and which it decides wrongly, test data first; empty
     * if it never abstains. Data whose classes are not those of the test data has no accuracy.
     */
    public static Optional<Table> abstention(Evaluation evaluation) {
        if (!evaluation.predictions().abstention().applies()) {
            return Optional.empty();
        }
        Table table = Table.of(
                        "ood-abstention",
                        "Share of each dataset from which the network abstains",
                        Column.text("dataset"),
                        Column.number("examples", 0),
                        Column.percent("abstained", 2),
                        Column.percent("wrong yet decided", 2).lowerIsBetter(),
                        Column.percent("accuracy", 2))
                .row(
                        "test data",
                        evaluation.size(),
                        evaluation.abstained(),
                        evaluation.wrongYetDecided(),
                        evaluation.accuracy());
        for (Map.Entry<String, OodEvaluation> entry :
                evaluation.outOfDistribution().entrySet()) {
            OodEvaluation ood = entry.getValue();
            table = table.row(
                    Cell.of(entry.getKey()),
                    Cell.of(ood.predictions().size()),
                    Cell.of(ood.abstained()),
                    Cell.of(ood.wrongYetDecided()),
                    ood.labelled().map(own -> Cell.of(own.accuracy())).orElseGet(Cell::missing));
        }
        return Optional.of(SeverityMeans.addedTo(table));
    }
}
