package org.epiwrap.report.evaluation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.epiwrap.baseline.FeatureBaselines;
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

    /**
     * Returns the results of the baselines that look at a network's features and logits; each dataset is passed through the
     * network once.
     *
     * @param network the name of the network, which the results begin with
     */
    public static List<DetectionResult> of(
            String network, FeatureBaselines baselines, Dataset test, Map<String, Dataset> outOfDistribution) {
        Map<String, double[]> known = baselines.scores(test);
        Map<String, Map<String, Detection>> results = new LinkedHashMap<>();
        known.keySet().forEach(name -> results.put(name, new LinkedHashMap<>()));
        outOfDistribution.forEach((dataset, examples) -> {
            Map<String, double[]> unknown = baselines.scores(examples);
            results.forEach((name, detections) -> detections.put(
                    dataset,
                    Detection.between(
                            Objects.requireNonNull(known.get(name)), Objects.requireNonNull(unknown.get(name)))));
        });
        return results.entrySet().stream()
                .map(each -> new DetectionResult(network + ": " + each.getKey(), each.getValue()))
                .toList();
    }
}
