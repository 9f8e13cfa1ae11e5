package org.epiwrap.experiments;

import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.prediction.IntervalPredictor;

/** Models of several runs, which are closed together. */
record EpistemicRuns(List<EpistemicModel> models) implements AutoCloseable {

    /** Returns the network that computes all runs together; the caller closes it. */
    IntervalNetwork together() {
        return IntervalNetwork.together(
                models.stream().map(EpistemicModel::network).toList());
    }

    /** Returns the accuracy of each run; all are predicted in one computation. */
    List<Double> accuracies(Dataset test) {
        EpistemicModel first = models.get(0);
        try (IntervalNetwork network = together()) {
            return Evaluations.accuracies(
                    IntervalPredictor.of(network, first.input(), first.classNames())
                            .with(first.averaging())
                            .with(IntervalPredictor.Detail.PROBABILITIES)
                            .predictRuns(test),
                    test);
        }
    }

    @Override
    public void close() {
        models.forEach(EpistemicModel::close);
    }
}
