package org.epiwrap.bench;

import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingListener;

/** A Bayesian network trained on a few thousand digits, and the interval network it is wrapped into. */
record Networks(BayesianNetwork bayesian, IntervalNetwork wrapped) implements AutoCloseable {
    /** Pixels from 0 to 1, as networks are trained by default. */
    static final Input UNIT = new PictureInput(new Volume(1, 28, 28), Normalisation.unit());

    private static final int TRAINED_ON = 3000;

    static Networks of(String architecture, Digits digits) {
        BayesianNetwork bayesian = BayesianNetwork.untrained(
                switch (architecture) {
                    case "mlp8" -> Architecture.mlp(Digits.INPUT, Digits.CLASSES, 8);
                    case "mlp512" -> Architecture.mlp(Digits.INPUT, Digits.CLASSES, 512);
                    case "lenet5-100" -> Architecture.leNet5(Digits.INPUT, 100);
                    case "lenet5" -> Architecture.leNet5(Digits.INPUT, Digits.CLASSES);
                    default -> throw new IllegalArgumentException("unknown network " + architecture);
                },
                RunSeeds.of(1));
        digits.train(bayesian, digits.first(TRAINED_ON), UNIT, TrainingListener.NONE);
        return new Networks(bayesian, IntervalNetwork.wrap(bayesian, Wrapping.withDefaults()));
    }

    @Override
    public void close() {
        wrapped.close();
        bayesian.close();
    }
}
