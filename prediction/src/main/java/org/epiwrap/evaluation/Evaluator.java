package org.epiwrap.evaluation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.load.Data;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;

/** Evaluates a predictor on labelled test data and, if asked to, on out-of-distribution data; each is predicted once. */
public final class Evaluator {
    private final Predictor predictor;
    private final Map<String, Dataset> outOfDistribution;

    private Evaluator(Predictor predictor, Map<String, Dataset> outOfDistribution) {
        this.predictor = predictor;
        this.outOfDistribution = Collections.unmodifiableMap(outOfDistribution);
    }

    public static Evaluator of(Predictor predictor) {
        return new Evaluator(predictor, Map.of());
    }

    /**
     * Returns this evaluator, which also looks at a dataset that the predictor does not know; its labels count where its
     * classes are those of the test data.
     */
    public Evaluator against(String name, Dataset data) {
        return against(Map.of(name, data));
    }

    /** Returns this evaluator, which also looks at a dataset that the predictor does not know, under its own name. */
    public Evaluator against(Dataset data) {
        return against(data.name(), data);
    }

    /** Returns this evaluator, which also looks at datasets that the predictor does not know, by their names. */
    public Evaluator against(Map<String, Dataset> data) {
        Map<String, Dataset> all = new LinkedHashMap<>(outOfDistribution);
        all.putAll(data);
        return new Evaluator(predictor, all);
    }

    /** Evaluates the test part of data, also against the examples of classes that were left out, if there are any. */
    public Evaluation evaluate(Data data) {
        Evaluator evaluator = data.unknown().map(this::against).orElse(this);
        return evaluator.evaluate(data.split().test());
    }

    /** Predicts the test data and every out-of-distribution dataset, once each. */
    public Evaluation evaluate(Dataset test) {
        Evaluation evaluation = Evaluation.of(predictor.predict(test), test);
        for (Map.Entry<String, Dataset> entry : outOfDistribution.entrySet()) {
            Dataset data = entry.getValue();
            Predictions predictions = predictor.predict(data);
            boolean sameClasses = data.isLabelled() && data.classNames().equals(test.classNames());
            evaluation = sameClasses
                    ? evaluation.against(entry.getKey(), Evaluation.of(predictions, data))
                    : evaluation.against(entry.getKey(), predictions);
        }
        return evaluation;
    }
}
