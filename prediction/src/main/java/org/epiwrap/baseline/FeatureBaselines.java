package org.epiwrap.baseline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.network.BayesianNetwork;

/**
 * The baselines of a plain network: maximum logit, energy, and distances of its last hidden layer. They are those that a
 * network's own scores must be compared with, on the same network: the means of its posteriors, or the midpoints of its
 * intervals. All are computed from one pass over the examples.
 */
public final class FeatureBaselines implements AutoCloseable {
    /** More training examples would hardly change the distances. */
    private static final int MAX_EXAMPLES = 10_000;

    private static final long SAMPLE_SEED = 1;
    /** Units of the last hidden layer up to which covariances are computed, in cubic time. */
    private static final int MAX_UNITS = 2_000;

    private final IntervalNetwork network;
    private final Input input;
    private final List<FeatureBaseline> all;

    private FeatureBaselines(IntervalNetwork network, Input input, List<FeatureBaseline> all) {
        this.network = network;
        this.input = input;
        this.all = List.copyOf(all);
    }

    /** Fits the baselines of the mean network of a Bayesian one, of one run, to examples that it was trained on. */
    public static FeatureBaselines fit(BayesianNetwork network, Dataset train, Input input) {
        return fitTo(IntervalNetwork.ofMeans(network), train, input);
    }

    /** Fits the baselines of the midpoints of an interval network, of one run, to examples that it was trained on. */
    public static FeatureBaselines fit(IntervalNetwork network, Dataset train, Input input) {
        return fitTo(network.midpoints(), train, input);
    }

    /** Takes over the network, which is closed with the baselines. */
    private static FeatureBaselines fitTo(IntervalNetwork network, Dataset train, Input input) {
        try {
            Check.between("the number of runs", network.seeds().runs(), 1, 1);
            Check.atLeast("train's size", train.size(), 1);
            Dataset sample =
                    train.size() > MAX_EXAMPLES ? train.shuffled(SAMPLE_SEED).subset(0, MAX_EXAMPLES) : train;
            return new FeatureBaselines(network, input, fitted(network, sample, input));
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private static List<FeatureBaseline> fitted(IntervalNetwork network, Dataset train, Input input) {
        Features features = Features.of(network, train, input);
        List<FeatureBaseline> all = new ArrayList<>(List.of(
                LogitScore.MAXIMUM,
                LogitScore.ENERGY,
                FeatureNeighbours.fit(features, Math.min(NearestNeighbours.DEFAULT_NEIGHBOUR, train.size()))));
        if (features.units() <= MAX_UNITS) {
            all.add(FeatureMahalanobis.fit(features, train.labels()));
            all.add(RelativeMahalanobis.fit(features, train.labels()));
            all.add(VirtualLogit.fit(features, network.passes().lastLayerOfHidden(input.isNonNegative())));
        }
        return all;
    }

    /** Returns the baselines. */
    public List<FeatureBaseline> all() {
        return all;
    }

    /** Returns the score of each example by each baseline, by the names of the baselines. */
    public Map<String, double[]> scores(Dataset data) {
        Features features = Features.of(network, data, input);
        Map<String, double[]> scores = new LinkedHashMap<>();
        all.forEach(baseline -> scores.put(baseline.name(), baseline.scores(features)));
        return scores;
    }

    @Override
    public void close() {
        network.close();
    }
}
