package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InformativeRadiiTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 3000);
    private static final Dataset HELD_OUT = Mnist.DIGITS.load(Part.TRAIN).subset(3000, 3500);
    private static final Input UNIT = PictureInput.unit(TRAIN.shape());

    private static double meanBits(IntervalNetwork network, double scale) {
        double[] scales = new double[network.byFanIn().length];
        Arrays.fill(scales, scale);
        double[] bits = new double[1];
        try (IntervalNetwork scaled = network.scaled(scales)) {
            InputBatch.forEach(
                    HELD_OUT,
                    UNIT,
                    network.architecture(),
                    batch -> scaled.passes()
                            .bounded(batch, Averaging.WEIGHTS)
                            .possible()
                            .forEach(set -> bits[0] += Math.log(set.size()) / Math.log(2) / HELD_OUT.size()));
        }
        return bits[0];
    }

    /** The largest scale of all layers at which sets leave a quarter of a bit on average, however wide intervals were before. */
    @ParameterizedTest
    @ValueSource(strings = {"8", "24-12"})
    void theLargestScaleThatKeepsSetsSmallIsFound(String hidden) {
        int[] widths =
                Arrays.stream(hidden.split("-")).mapToInt(Integer::parseInt).toArray();
        try (BayesianNetwork network =
                BayesianNetwork.untrained(Architecture.mlp(TRAIN.shape(), 10, widths), Bias.POINT, RunSeeds.of(1))) {
            TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(6);
            Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE);
            try (IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
                assertThat(meanBits(wrapped, 1))
                        .as("there is something to narrow")
                        .isGreaterThan(0.3);
                double[] scales = InformativeRadii.scales(wrapped, HELD_OUT, UNIT);
                assertThat(scales).hasSize(widths.length + 1).containsOnly(scales[0]);
                assertThat(scales[0]).isBetween(InformativeRadii.SMALLEST, 1.0);
                assertThat(meanBits(wrapped, scales[0])).isLessThanOrEqualTo(ClassContour.bits(10));
                assertThat(meanBits(wrapped, 1.02 * scales[0])).isGreaterThan(ClassContour.bits(10));
                assertThat(new RadiusScale.Informative().factors(wrapped, HELD_OUT, UNIT, Averaging.WEIGHTS))
                        .containsExactly(scales);
                double[] narrow = wrapped.byFanIn();
                Arrays.fill(narrow, scales[0] / 2);
                try (IntervalNetwork half = wrapped.scaled(narrow)) {
                    assertThat(InformativeRadii.scales(half, HELD_OUT, UNIT))
                            .as("informative as they are")
                            .containsOnly(1);
                }
            }
        }
    }

    /** After eight layers the smallest radii are wide bounds: then intervals stay for the sake of the scores. */
    @Test
    void networksTooDeepForSetsKeepTheirRadii() {
        Architecture deep = Architecture.mlp(TRAIN.shape(), 10, 64, 64, 64, 64, 64, 64, 64, 64);
        try (IntervalNetwork network = IntervalNetwork.untrained(deep, RunSeeds.of(1))) {
            Dataset few = HELD_OUT.subset(0, 100);
            assertThat(InformativeRadii.scales(network, few, UNIT)).hasSize(9).containsOnly(0);
            double[] kept = new RadiusScale.Informative().factors(network, few, UNIT, Averaging.WEIGHTS);
            assertThat(kept)
                    .containsExactly(new RadiusScale.Calibrated().factors(network, few, UNIT, Averaging.ACTIVATIONS));
            assertThat(Arrays.stream(kept).max().orElseThrow()).isPositive();
        }
    }

    @Test
    void thereMustBeHeldOutExamples() {
        try (IntervalNetwork network =
                IntervalNetwork.untrained(Architecture.mlp(TRAIN.shape(), 10, 4), RunSeeds.of(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> InformativeRadii.scales(network, HELD_OUT.subset(0, 0), UNIT))
                    .withMessageContaining("the number of held-out examples must be a whole number >= 1, but is 0");
        }
    }
}
