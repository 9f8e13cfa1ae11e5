package org.epiwrap.model;

import java.util.Map;
import java.util.TreeMap;
import org.epiwrap.evaluation.Evaluation;

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
    /** The mean loss of the last epoch. */
    public static final String LOSS = "loss";
    /** The mean loss of the last epoch over all runs that were trained together. */
    public static final String MEAN_LOSS = "mean-loss";

    private ModelMetrics() {}

    /** Returns the name of the loss of runs that were trained together. */
    static String loss(int runs) {
        return runs == 1 ? LOSS : MEAN_LOSS;
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
