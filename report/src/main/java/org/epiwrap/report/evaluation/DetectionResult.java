package org.epiwrap.report.evaluation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.baseline.InputBaseline;
import org.epiwrap.data.Dataset;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.metrics.Detection;
import org.epiwrap.prediction.Score;

/**
 * How well one score detects out-of-distribution data.
 *
 * @param name of the score
 * @param byDataset the detection of each out-of-distribution dataset, by its name
 */
public record DetectionResult(String name, Map<String, Detection> byDataset) {

    public DetectionResult {
        byDataset = Collections.unmodifiableMap(new LinkedHashMap<>(byDataset));
    }

    /** Returns the result of a score of an evaluation. */
    public static DetectionResult of(Evaluation evaluation, Score score) {
        return of(score.symbol(), evaluation, score);
    }

    /** Returns the result of a score of another evaluation, such as that of a baseline network, under its own name. */
    public static DetectionResult of(String name, Evaluation evaluation, Score score) {
        Map<String, Detection> results = new LinkedHashMap<>();
        evaluation.outOfDistribution().forEach((dataset, ood) -> results.put(dataset, ood.detection(score)));
        return new DetectionResult(name, results);
    }

    /** Returns the result of a baseline that scores inputs alone. */
    public static DetectionResult of(InputBaseline baseline, Dataset test, Map<String, Dataset> outOfDistribution) {
        double[] known = baseline.scores(test);
        Map<String, Detection> results = new LinkedHashMap<>();
        outOfDistribution.forEach(
                (dataset, examples) -> results.put(dataset, Detection.between(known, baseline.scores(examples))));
        return new DetectionResult(baseline.name(), results);
    }
}
