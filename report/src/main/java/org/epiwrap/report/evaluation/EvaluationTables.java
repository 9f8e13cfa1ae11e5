package org.epiwrap.report.evaluation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.OodEvaluation;
import org.epiwrap.evaluation.RandomSetQuality;
import org.epiwrap.metrics.Detection;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;
import org.epiwrap.randomset.SetRule;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

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
                Column.number("ECE", 4).lowerIsBetter());
        for (Map.Entry<String, Evaluation> entry : predictors.entrySet()) {
            Evaluation evaluation = entry.getValue();
            table = table.row(
                    entry.getKey(),
                    evaluation.accuracy(),
                    evaluation.negativeLogLikelihood(),
                    evaluation.brier(),
                    evaluation.calibrationError());
        }
        return table;
    }

    /** Returns the quality of the prediction sets, if there are any. */
    public static Optional<Table> sets(Evaluation evaluation) {
        return evaluation
                .sets()
                .map(quality -> Table.of(
                                "prediction-sets",
                                "Prediction sets: the classes that remain possible for some weights inside their intervals",
                                Column.percent("set coverage", 2),
                                Column.number("mean size", 2),
                                Column.percent("vacuous", 2))
                        .row(Cell.of(quality.setCoverage()), Cell.of(quality.meanSize()), Cell.of(quality.vacuous())));
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
        return Optional.of(Table.of(
                        "selective-prediction",
                        "Selective prediction: abstain if the score exceeds the threshold",
                        Column.text("score"),
                        Column.number("threshold", 4),
                        Column.percent("coverage", 2),
                        Column.percent("abstained", 2),
                        Column.percent("accuracy of decided", 2))
                .row(
                        Cell.of(rule.score().symbol()),
                        Cell.of(rule.threshold()),
                        Cell.of(evaluation.coverage()),
                        Cell.of(evaluation.abstained()),
                        Cell.of(evaluation.accuracyOfDecided())));
    }

    /** Returns the scores by which examples can be rejected: our own, then the standard baselines. */
    public static List<Score> rejectionScores(Evaluation evaluation) {
        return available(evaluation, Score.TU, Score.TU0, Score.EU, Score.MUTUAL_INFORMATION);
    }

    /** Returns the scores by which out-of-distribution data is detected: our own, then the standard baselines. */
    public static List<Score> detectionScores(Evaluation evaluation) {
        return available(evaluation, Score.EU, Score.TU, Score.MUTUAL_INFORMATION);
    }

    /** Returns scores that are known, with that by which the predictor abstains. */
    private static List<Score> available(Evaluation evaluation, Score... own) {
        Abstention rule = evaluation.predictions().abstention();
        return Stream.of(
                        Stream.of(own),
                        rule.applies() ? Stream.of(rule.score()) : Stream.<Score>empty(),
                        Stream.of(Score.ENTROPY, Score.MAX_SOFTMAX))
                .flatMap(scores -> scores)
                .distinct()
                .filter(evaluation.predictions()::has)
                .toList();
    }

    /** Returns the area under the accuracy–rejection curve of each score. */
    public static Table rejection(Evaluation evaluation) {
        Table table = Table.of(
                "rejection",
                "Area under the accuracy–rejection curve",
                Column.text("score"),
                Column.number("area", 4).higherIsBetter());
        for (Score score : rejectionScores(evaluation)) {
            table = table.row(score.symbol(), evaluation.rejection(score).area());
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

    /** Returns the share of each dataset from which the predictor abstains, test data first; empty if it never does. */
    public static Optional<Table> abstention(Evaluation evaluation) {
        if (!evaluation.predictions().abstention().applies()) {
            return Optional.empty();
        }
        Table table = Table.of(
                        "ood-abstention",
                        "Share of each dataset from which the network abstains",
                        Column.text("dataset"),
                        Column.number("examples", 0),
                        Column.percent("abstained", 2))
                .row("test data", evaluation.size(), evaluation.abstained());
        for (Map.Entry<String, OodEvaluation> entry :
                evaluation.outOfDistribution().entrySet()) {
            OodEvaluation ood = entry.getValue();
            table = table.row(entry.getKey(), ood.predictions().size(), ood.abstained());
        }
        return Optional.of(SeverityMeans.addedTo(table));
    }
}
