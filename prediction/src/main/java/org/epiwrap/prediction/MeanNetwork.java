package org.epiwrap.prediction;

import org.epiwrap.data.input.Input;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Predicts by a Bayesian network with every weight at the mean of its posterior: a plain network, which has logits. */
public final class MeanNetwork extends BayesianPredictor {

    private MeanNetwork(BayesianNetwork network, Input input, ClassNames names) {
        super(network, input, names);
    }

    /** Returns the mean network of a Bayesian one, which must stay open as long. */
    public static MeanNetwork of(BayesianNetwork network, Input input, ClassNames names) {
        return new MeanNetwork(network, input, names);
    }

    @Override
    Walk begin() {
        return (batch, columns, at) -> Scope.run(() -> {
            Tensor logits = network().meanLogits(batch.input());
            columns.put(Columns.Part.LOGITS, at, batch.count(), logits.toArray());
            columns.put(
                    Columns.Part.PROBABILITIES,
                    at,
                    batch.count(),
                    logits.logSoftmax(-1).exp().toArray());
        });
    }
}
