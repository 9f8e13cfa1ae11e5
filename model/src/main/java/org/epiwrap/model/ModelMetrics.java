package org.epiwrap.model;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.prediction.Score;

/** The names under which a model's file keeps what was measured of it. */
public final class ModelMetrics {
    /** The share of test examples that are predicted correctly. */
    public static final String ACCURACY = "accuracy";
    /** The number of test examples. */
    public static final String TEST_EXAMPLES = "test-images";
    /** The share of test examples that are decided. */
    public static final String COVERAGE = "coverage";
    /** The accuracy on the test examples that are decided. */
    public static final String ACCURACY_OF_DECIDED = "accuracy-of-decided";
    /** The accuracy on held-out examples on which no radii were chosen. */
    public static final String HELD_OUT_PREDICTED = "accuracy-held-out";
    /** The mean number of classes that are not ruled out for one of the same examples. */
    public static final String HELD_OUT_SET_SIZE = "mean-set-size-held-out";
    /** The share of the same examples whose class is not ruled out. */
    public static final String HELD_OUT_SET_COVERAGE = "set-coverage-held-out";
    /** The mean of the score U of the same examples. */
    public static final String HELD_OUT_U = "mean-u-held-out";
    /** The mean loss of the last epoch. */
    public static final String LOSS = "loss";
    /** The mean loss of the last epoch over all runs that were trained together. */
    public static final String MEAN_LOSS = "mean-loss";

    private ModelMetrics() {}

    /** Returns the name of the loss of runs that were trained together. */
    static String loss(int runs) {
        return runs == 1 ? LOSS : MEAN_LOSS;
    }

    /** Returns how informative intervals are by an evaluation, with the classes that are not ruled out, on held-out examples. */
    static Map<String, Double> ofHeldOut(Evaluation evaluation) {
        Map<String, Double> metrics = new TreeMap<>();
        metrics.put(HELD_OUT_PREDICTED, evaluation.accuracy());
        evaluation.possible().ifPresent(sets -> {
            metrics.put(HELD_OUT_SET_SIZE, sets.meanSize());
            metrics.put(HELD_OUT_SET_COVERAGE, sets.setCoverage());
        });
        if (evaluation.predictions().has(Score.U)) {
            double[] scores = evaluation.predictions().scores(Score.U);
            metrics.put(HELD_OUT_U, Arrays.stream(scores).average().orElseThrow());
        }
        return metrics;
    }

    /** Returns the metrics of an evaluation on test examples. */
    public static Map<String, Double> of(Evaluation evaluation) {
        Map<String, Double> metrics = new TreeMap<>();
        metrics.put(ACCURACY, evaluation.accuracy());
        metrics.put(TEST_EXAMPLES, (double) evaluation.size());
        if (evaluation.predictions().abstention().applies()) {
            metrics.put(COVERAGE, evaluation.coverage());
            evaluation.accuracyOfDecided().ifPresent(accuracy -> metrics.put(ACCURACY_OF_DECIDED, accuracy));
        }
        return metrics;
    }
}
