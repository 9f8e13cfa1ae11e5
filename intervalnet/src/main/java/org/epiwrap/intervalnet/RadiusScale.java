package org.epiwrap.intervalnet;

import java.util.Arrays;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.pass.Averaging;

/** How wide the intervals of each layer stay after wrapping. */
public sealed interface RadiusScale {

    /** Returns one factor per layer with weights, or none where the radii stay as they are. */
    double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging);

    /** As wide as held-out images allow if this much accuracy may be lost, see {@link RadiusCalibration}. */
    record Calibrated(double tolerance) implements RadiusScale {
        /** The accuracy that may be lost unless specified: a tenth of a point. */
        public static final double DEFAULT_TOLERANCE = 0.001;

        public Calibrated {
            Check.share("tolerance", tolerance);
        }

        /** Creates the scale at which a tenth of a point of accuracy may be lost. */
        public Calibrated() {
            this(DEFAULT_TOLERANCE);
        }

        @Override
        public double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging) {
            return RadiusCalibration.scales(network, heldOut, input, averaging, tolerance);
        }
    }

    /** 1/√fan-in. */
    record FanIn() implements RadiusScale {
        @Override
        public double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging) {
            return network.byFanIn();
        }
    }

    /** One factor for all layers. */
    record Fixed(double factor) implements RadiusScale {
        public Fixed {
            Check.positive("a radius scale", factor);
        }

        @Override
        public double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging) {
            if (factor == 1) {
                return new double[0];
            }
            double[] factors = new double[network.byFanIn().length];
            Arrays.fill(factors, factor);
            return factors;
        }
    }
}
