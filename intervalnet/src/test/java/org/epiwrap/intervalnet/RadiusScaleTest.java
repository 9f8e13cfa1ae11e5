package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.function.Function;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadiusScaleTest {
    private static final Dataset HELD_OUT = Mnist.DIGITS.load(Part.TEST).subset(0, 100);

    private static double[] factors(RadiusScale scale) {
        return withNetwork(
                network -> scale.factors(network, HELD_OUT, PictureInput.unit(HELD_OUT.shape()), Averaging.LOGITS));
    }

    private static double[] withNetwork(Function<IntervalNetwork, double[]> work) {
        Architecture architecture = Architecture.mlp(HELD_OUT.shape(), 10, 16);
        try (BayesianNetwork bayesian = BayesianNetwork.untrained(architecture, Bias.POINT, RunSeeds.of(1));
                IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            return work.apply(network);
        }
    }

    @Test
    void aFixedFactorHoldsForEveryLayer() {
        assertThat(factors(new RadiusScale.Fixed(0.5))).containsExactly(0.5, 0.5);
    }

    @Test
    void aFactorOfOneLeavesTheRadiiAsTheyAre() {
        assertThat(factors(new RadiusScale.Fixed(1))).isEmpty();
    }

    @Test
    void fanInIsTheInverseRootOfALayersInputs() {
        assertThat(factors(new RadiusScale.FanIn())).containsExactly(new double[] {1 / 28.0, 1 / 4.0}, offset(1e-12));
    }

    @Test
    void calibratedFactorsAreThoseOfTheHeldOutImages() {
        double[] expected = withNetwork(network -> RadiusCalibration.scales(
                network, HELD_OUT, PictureInput.unit(HELD_OUT.shape()), Averaging.LOGITS, 0.001));
        assertThat(factors(new RadiusScale.Calibrated())).hasSize(2).containsExactly(expected);
    }

    /** What costs accuracy on corrupted images alone is too wide for them. */
    @Test
    void perturbedImagesLimitTheFactorsToo() {
        double[] perturbed = factors(new RadiusScale.Calibrated(0.02, true));
        double[] expected = withNetwork(network -> RadiusCalibration.scales(
                network,
                List.of(HELD_OUT, Shift.corruptedInTurn(3, 1).apply(HELD_OUT)),
                PictureInput.unit(HELD_OUT.shape()),
                Averaging.LOGITS,
                0.02));
        assertThat(perturbed).containsExactly(expected);
        double[] both = withNetwork(network -> RadiusCalibration.scales(
                network, List.of(HELD_OUT, HELD_OUT), PictureInput.unit(HELD_OUT.shape()), Averaging.LOGITS, 0.02));
        assertThat(both).containsExactly(factors(new RadiusScale.Calibrated(0.02)));
    }

    @Test
    void onlyChosenScalesUseHeldOutExamples() {
        assertThat(List.of(new RadiusScale.Informative(), new RadiusScale.Calibrated(0.1, true)))
                .allMatch(RadiusScale::usesHeldOut);
        assertThat(List.of(new RadiusScale.FanIn(), new RadiusScale.Fixed(0.5))).noneMatch(RadiusScale::usesHeldOut);
    }

    /** If all accuracy may be lost, the radii stay as wide as they are. */
    @Test
    void aToleranceLeavesWiderIntervals() {
        assertThat(factors(new RadiusScale.Calibrated(1))).containsExactly(1, 1);
        assertThatThrownBy(() -> new RadiusScale.Calibrated(1.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tolerance");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void otherFactorsAreRefused(double factor) {
        assertThatThrownBy(() -> new RadiusScale.Fixed(factor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("radius scale");
    }
}
