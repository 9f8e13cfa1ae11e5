package org.epiwrap.prediction;

import org.epiwrap.data.input.Input;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.tensor.Scope;

/** Predicts by one random pass through a Bayesian network, as the paper does; a batch gets noise of its own. */
public final class SinglePass extends BayesianPredictor {
    private final Estimator estimator;

    private SinglePass(BayesianNetwork network, Input input, ClassNames names, Estimator estimator) {
        super(network, input, names);
        this.estimator = estimator;
    }

    /** Returns a predictor by the estimator the network was trained with; the network must stay open as long. */
    public static SinglePass of(BayesianNetwork network, Input input, ClassNames names, Estimator estimator) {
        return new SinglePass(network, input, names, estimator);
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
