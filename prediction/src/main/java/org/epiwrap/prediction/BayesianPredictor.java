package org.epiwrap.prediction;

import org.epiwrap.data.input.Input;
import org.epiwrap.network.BayesianNetwork;

/** A predictor that computes with a Bayesian network, which must stay open as long. */
abstract class BayesianPredictor extends NetworkPredictor {
    /** The first step whose noise no training draws: a training has fewer steps. */
    static final long AFTER_TRAINING = 1L << 31;

    private static final int MAX_BATCH = 1000;
    /** Activations of one pass that are held at once; each may be there several times over. */
    private static final long MAX_ACTIVATIONS = 50_000_000;

    private final BayesianNetwork network;

    BayesianPredictor(BayesianNetwork network, Input input, ClassNames names) {
        super(network.architecture(), input, names);
        this.network = network;
    }

    final BayesianNetwork network() {
        return network;
    }

    @Override
    final int runs() {
        return network.seeds().runs();
    }

    @Override
    final int batchSize() {
        return (int)
                Math.max(1, Math.min(MAX_BATCH, MAX_ACTIVATIONS / architecture().activations()));
    }
}
