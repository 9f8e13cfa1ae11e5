package org.epiwrap.experiments.hard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.experiments.measurement.ScoreOf;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;

/**
 * What all networks of a setting make of a dataset.
 *
 * @param scores of each example, one array for each run, or a single one for scores that need no network
 * @param mean the predictions of each run's mean network
 * @param wrapped the predictions of each run's wrapped network
 */
record Scored(Map<ScoreOf, List<double[]>> scores, List<Predictions> mean, List<Predictions> wrapped) {

    Scored() {
        this(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** Adds the next run of a score. */
    void add(Subject subject, String score, double[] values) {
        scores.computeIfAbsent(new ScoreOf(subject, score), unused -> new ArrayList<>())
                .add(values);
    }

    /** Adds the next run of all scores that predictions have. */
    void add(Subject subject, Predictions predictions) {
        for (Score score : predictions.available()) {
            add(subject, score.symbol(), predictions.scores(score));
        }
    }

    /** Returns the numbers of one run of a score. */
    double[] scores(ScoreOf score, int run) {
        List<double[]> runs = scores.getOrDefault(score, List.of());
        return runs.get(Math.min(run, runs.size() - 1));
    }
}
