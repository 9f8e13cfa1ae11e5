package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;

/** Evaluates several runs that are predicted together. */
final class Evaluations {
    private Evaluations() {}

    /** Returns the evaluation of each run on test examples and out-of-distribution ones; each dataset is predicted once. */
    static List<Evaluation> of(
            Function<Dataset, List<Predictions>> predictor, Dataset test, Map<String, Dataset> unknown) {
        List<Evaluation> runs = new ArrayList<>();
        predictor.apply(test).forEach(run -> runs.add(Evaluation.of(run, test)));
        unknown.forEach((name, data) -> {
            List<Predictions> predictions = predictor.apply(data);
            for (int run = 0; run < runs.size(); run++) {
                runs.set(run, runs.get(run).against(name, predictions.get(run)));
            }
        });
        return runs;
    }

    /** Returns the accuracy of each run's predictions. */
    static List<Double> accuracies(List<Predictions> runs, Dataset test) {
        return runs.stream().map(run -> Evaluation.of(run, test).accuracy()).toList();
    }

    /** Returns the accuracy of each run of an interval network, whose bounds may have crossed. */
    static List<Double> accuracies(IntervalNetwork network, Input input, Averaging averaging, Dataset test) {
        return accuracies(
                IntervalPredictor.of(network, input, new ClassNames(test.classNames()))
                        .with(averaging)
                        .with(IntervalPredictor.Detail.PROBABILITIES)
                        .predictRuns(test),
                test);
    }
}
