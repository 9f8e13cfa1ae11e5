package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.intervalnet.pass.Averaging;

/** How wide the intervals of each layer stay after wrapping. */
public sealed interface RadiusScale {

    /** Returns one factor per layer with weights, or none where the radii stay as they are. */
    double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging);

    /** Returns whether held-out examples are looked at. */
    default boolean usesHeldOut() {
        return false;
    }

    /**
     * As wide as the classes not ruled out for held-out examples stay few, see {@link InformativeRadii}. Networks too deep for that
     * keep radii for their scores, which are {@link Calibrated} for {@link Averaging#ACTIVATIONS}.
     */
    record Informative() implements RadiusScale {
        @Override
        public double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging) {
            double[] factors = InformativeRadii.scales(network, heldOut, input);
            return Arrays.stream(factors).allMatch(factor -> factor == 0)
                    ? new Calibrated().factors(network, heldOut, input, Averaging.ACTIVATIONS)
                    : factors;
        }

        @Override
        public boolean usesHeldOut() {
            return true;
        }
    }

    /**
     * As wide as the accuracy on held-out examples allows, see {@link RadiusCalibration}.
     *
     * @param tolerance the accuracy that may be lost, such as 0.001 for a tenth of a point
     * @param perturbed whether no more may be lost on perturbed held-out examples either: images of which each is
     *     corrupted, rows with noise in their cells
     */
    record Calibrated(double tolerance, boolean perturbed) implements RadiusScale {
        /** The accuracy that may be lost unless specified: a tenth of a point. */
        public static final double DEFAULT_TOLERANCE = 0.001;

        private static final int SEVERITY = 3;
        private static final long SEED = 1;

        public Calibrated {
            Check.share("tolerance", tolerance);
        }

        /** Creates the scale at which this much accuracy may be lost on held-out examples as they are. */
        public Calibrated(double tolerance) {
            this(tolerance, false);
        }

        /** Creates the scale at which a tenth of a point of accuracy may be lost. */
        public Calibrated() {
            this(DEFAULT_TOLERANCE);
        }

        /** Returns the scale at which no more may be lost on perturbed examples either. */
        public Calibrated onPerturbed() {
            return new Calibrated(tolerance, true);
        }

        @Override
        public double[] factors(IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging) {
            List<Dataset> all = perturbed ? List.of(heldOut, corrupted(heldOut)) : List.of(heldOut);
            return RadiusCalibration.scales(network, all, input, averaging, tolerance);
        }

        private static Dataset corrupted(Dataset examples) {
            Shift shift = examples.type() instanceof ExampleType.Rows
                    ? Shift.noise(examples, SEVERITY, SEED)
                    : Shift.corruptedInTurn(SEVERITY, SEED);
            return shift.apply(examples);
        }

        @Override
        public boolean usesHeldOut() {
            return true;
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
