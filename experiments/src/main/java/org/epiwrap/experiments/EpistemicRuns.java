package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.prediction.IntervalPredictor;

/** Models of several runs, which are closed together. */
record EpistemicRuns(List<EpistemicModel> models) implements AutoCloseable {

    /** Makes models, one after the other. */
    @FunctionalInterface
    interface Source {
        /** Adds each model as soon as it is made. */
        void addTo(List<EpistemicModel> models) throws IOException;
    }

    /** Collects models; if one cannot be made, those before it are closed. */
    static EpistemicRuns collect(Source source) throws IOException {
        List<EpistemicModel> models = new ArrayList<>();
        try {
            source.addTo(models);
            return new EpistemicRuns(List.copyOf(models));
        } catch (IOException | RuntimeException e) {
            models.forEach(EpistemicModel::close);
            throw e;
        }
    }

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
