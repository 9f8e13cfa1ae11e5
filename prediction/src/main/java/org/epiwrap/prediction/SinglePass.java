package org.epiwrap.prediction;

import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.tensor.Scope;

/** Predicts by one random pass through a Bayesian network, as the paper does; a batch gets noise of its own. */
public final class SinglePass extends BayesianPredictor {
    private final Estimator estimator;

    private SinglePass(BayesianNetwork network, Normalisation normalisation, ClassNames names, Estimator estimator) {
        super(network, normalisation, names);
        this.estimator = estimator;
    }

    /** Returns a predictor by the estimator the network was trained with; the network must stay open as long. */
    public static SinglePass of(
            BayesianNetwork network, Normalisation normalisation, ClassNames names, Estimator estimator) {
        return new SinglePass(network, normalisation, names, estimator);
    }

    @Override
    Walk begin() {
        return (batch, columns, at) -> Scope.run(() -> {
            long step = AFTER_TRAINING + batch.first() / batchSize();
            columns.put(
                    Columns.Part.PROBABILITIES,
                    at,
                    batch.count(),
                    network()
                            .randomLogits(batch.input(), estimator, step)
                            .logSoftmax(-1)
                            .exp()
                            .toArray());
        });
    }
}
