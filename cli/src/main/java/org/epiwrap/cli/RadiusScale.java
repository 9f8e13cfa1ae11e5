package org.epiwrap.cli;

import java.util.Arrays;
import java.util.function.Supplier;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.experiments.Preset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.RadiusCalibration;

/** How wide the intervals of each layer stay after wrapping. */
sealed interface RadiusScale {

    /** One factor a layer with weights; none where the radii stay as they are. */
    double[] factors(
            IntervalNetwork network, Supplier<Dataset> heldOut, Normalisation normalisation, Averaging averaging);

    /** The paper leaves the radii as they are, which costs wide and deep networks most of their accuracy. */
    static RadiusScale usual(Preset preset) {
        return preset == Preset.PAPER ? new Fixed(1) : new Calibrated();
    }

    /** As wide as held-out images allow. */
    record Calibrated() implements RadiusScale {
        @Override
        public double[] factors(
                IntervalNetwork network, Supplier<Dataset> heldOut, Normalisation normalisation, Averaging averaging) {
            return RadiusCalibration.scales(network, heldOut.get(), normalisation, averaging);
        }
    }

    /** 1/√fan-in. */
    record FanIn() implements RadiusScale {
        @Override
        public double[] factors(
                IntervalNetwork network, Supplier<Dataset> heldOut, Normalisation normalisation, Averaging averaging) {
            return network.byFanIn();
        }
    }

    /** One factor for all layers. */
    record Fixed(double factor) implements RadiusScale {
        public Fixed {
            Check.positive("a radius scale", factor);
        }

        @Override
        public double[] factors(
                IntervalNetwork network, Supplier<Dataset> heldOut, Normalisation normalisation, Averaging averaging) {
            if (factor == 1) {
                return new double[0];
            }
            double[] factors = new double[network.byFanIn().length];
            Arrays.fill(factors, factor);
            return factors;
        }
    }
}
