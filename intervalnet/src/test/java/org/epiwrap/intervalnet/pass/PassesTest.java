package org.epiwrap.intervalnet.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.junit.jupiter.api.Test;

class PassesTest {
    private static final Dataset DIGITS = Mnist.DIGITS.load(Part.TEST).subset(0, 20);
    private static final Volume IMAGES = DIGITS.shape();

    /** Gives a check the passes of a network with narrow intervals, and a batch. */
    private static void withPasses(Architecture architecture, BiConsumer<Passes, InputBatch> check) {
        try (BayesianNetwork bayesian = BayesianNetwork.untrained(architecture, Bias.POINT, RunSeeds.of(1));
                IntervalNetwork whole = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                IntervalNetwork narrow = whole.scaled(
                        Arrays.stream(whole.byFanIn()).map(scale -> scale / 20).toArray())) {
            InputBatch.forEach(
                    DIGITS,
                    PictureInput.unit(DIGITS.shape()),
                    architecture,
                    batch -> check.accept(narrow.passes(), batch));
        }
    }

    /** To first order a radius is the half-width of the bounds; these are a little wider, and cut off at 0 by the ReLU. */
    private static void checkFirstOrder(Passes passes, InputBatch batch) {
        FirstOrderPass.Spread spread = passes.lastHidden(batch);
        Activations bounds = passes.hidden(batch);
        float[] centre = spread.centre().toArray();
        float[] radius = spread.radiusOrZeros().toArray();
        float[] low = bounds.lower().toArray();
        float[] high = bounds.upper().toArray();
        int open = 0;
        for (int i = 0; i < centre.length; i++) {
            if (low[i] > 0) {
                open++;
                assertThat((high[i] + low[i]) / 2).isCloseTo(centre[i], offset(0.1f * radius[i]));
                assertThat((high[i] - low[i]) / 2).isBetween(0.999f * radius[i], 1.5f * radius[i]);
            }
        }
        assertThat(open).isGreaterThan(centre.length / 20);
    }

    @Test
    void firstOrderRadiiOfConvolutionsAndAveragePoolsAreTheHalfWidthsOfBounds() {
        checkFirstOrder(new Layer.Convolution(4, 5, 1, 0), Layer.relu(), new Layer.AveragePool(2), new Layer.Flatten());
    }

    private static void checkFirstOrder(Layer... beforeDense) {
        List<Layer> layers = new ArrayList<>(List.of(beforeDense));
        layers.addAll(List.of(new Layer.Dense(12), Layer.relu(), new Layer.Dense(10)));
        withPasses(new Architecture(IMAGES, layers), PassesTest::checkFirstOrder);
    }

    @Test
    void firstOrderRadiiPassMaximumPoolsAndDropout() {
        checkFirstOrder(new Layer.MaxPool(2), new Layer.Flatten(), new Layer.Dropout(0.1));
    }

    @Test
    void intervalDominanceLeavesNoFewerClassesThanMaximality() {
        withPasses(Architecture.mlp(IMAGES, 10, 8), (passes, batch) -> {
            Activations hidden = passes.hidden(batch);
            List<ClassSet> maximal = passes.maximal(hidden);
            List<ClassSet> nonDominated = passes.nonDominated(hidden, batch);
            assertThat(nonDominated).hasSameSizeAs(maximal);
            for (int i = 0; i < maximal.size(); i++) {
                assertThat(nonDominated.get(i).containsAll(maximal.get(i))).isTrue();
            }
        });
    }

    @Test
    void midpointsOfTheLastLayerArePredictedByItsMidpoints() {
        Architecture architecture = new Architecture(Volume.features(1), List.of(new Layer.Dense(2)));
        try (IntervalNetwork network = network(architecture, new float[] {1, -1}, new float[] {3, 1}, new float[2])) {
            InputBatch.of(new float[][] {{0.5f}}, PictureInput.unit(architecture.input()), batch -> {
                // Midpoints 2 and 0, so that the logits are 1 and 0.
                float[] shares = network.passes()
                        .atMidpoints(network.passes().hidden(batch))
                        .toArray();
                float first = (float) (1 / (1 + Math.exp(-1)));
                assertThat(shares).containsExactly(new float[] {first, 1 - first}, offset(1e-6f));
                return shares;
            });
        }
    }

    @Test
    void radiiThatLeaveTheRangeOfFloatNameTheirLayer() {
        Architecture architecture = new Architecture(
                Volume.features(1), List.of(new Layer.Dense(1), new Layer.Dense(1), new Layer.Dense(1)));
        float huge = 1e30f;
        try (IntervalNetwork network =
                network(architecture, new float[] {0, 0, 0}, new float[] {huge, huge, 1}, new float[3])) {
            assertThatThrownBy(() -> InputBatch.of(
                            new float[][] {{1}}, PictureInput.unit(architecture.input()), network.passes()::lastHidden))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageContaining("dense1");
        }
    }

    private static IntervalNetwork network(Architecture architecture, float[] lower, float[] upper, float[] points) {
        return IntervalNetwork.of(architecture, Bias.POINT, RunSeeds.of(1), lower, upper, points, Map.of());
    }
}
