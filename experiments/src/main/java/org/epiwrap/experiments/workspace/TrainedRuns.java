package org.epiwrap.experiments.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.Ensemble;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.SinglePass;

/**
 * Trained networks, one a run. They stay open until the workspace is closed.
 *
 * @param groups the runs that were trained together: all of them where the architecture allows, else one each
 * @param card what is known of each
 */
public record TrainedRuns(List<BayesianNetwork> groups, ModelCard card) {

    /** Creates the runs of some groups. */
    public TrainedRuns {
        groups = List.copyOf(groups);
    }

    /** Returns the model of each run; the caller closes them. */
    public List<BayesianModel> models() {
        List<BayesianModel> models = new ArrayList<>();
        try {
            for (BayesianNetwork group : groups) {
                for (int run = 0; run < group.seeds().runs(); run++) {
                    models.add(new BayesianModel(group.run(run), card));
                }
            }
            return models;
        } catch (RuntimeException e) {
            models.forEach(BayesianModel::close);
            throw e;
        }
    }

    /** Predicts by the average of draws, for each run. */
    public List<Predictions> average(Dataset data, int draws) {
        return each(network -> {
            try (BayesianAverage average = BayesianAverage.of(network, card.input(), card.names(), draws)) {
                return average.predictRuns(data);
            }
        });
    }

    /** Predicts by the mean network of each run. */
    public List<Predictions> mean(Dataset data) {
        return each(
                network -> MeanNetwork.of(network, card.input(), card.names()).predictRuns(data));
    }

    /** Predicts by one random pass of each run. */
    public List<Predictions> singlePass(Dataset data, Estimator estimator) {
        return each(network ->
                SinglePass.of(network, card.input(), card.names(), estimator).predictRuns(data));
    }

    /** Predicts by ensembles of the mean networks: that of run i has so many members from i on. */
    public List<Predictions> ensembles(Dataset data, int members) {
        List<Predictions> all = mean(data);
        return IntStream.rangeClosed(0, all.size() - members)
                .mapToObj(first -> Ensemble.of(card.names(), all.subList(first, first + members)))
                .toList();
    }

    private List<Predictions> each(Function<BayesianNetwork, List<Predictions>> predictor) {
        return groups.stream()
                .flatMap(network -> predictor.apply(network).stream())
                .toList();
    }
}
