package org.epiwrap.intervalnet.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.api.Test;

class FirstOrderPassTest {

    @Test
    void aBatchNormOfFeaturesTreatsEachByItself() {
        Architecture architecture = new Architecture(
                Volume.features(1),
                List.of(new Layer.Dense(2), new Layer.BatchNorm(), Layer.relu(), new Layer.Dense(1)));
        // Kernels of 1 ± 0.5 and 2 ± 1; the norm gives 3x + 1 and -4x + 2.
        try (IntervalNetwork network = IntervalNetwork.of(
                architecture,
                Bias.POINT,
                RunSeeds.of(1),
                new float[] {0.5f, 1, 0, 0},
                new float[] {1.5f, 3, 0, 0},
                new float[] {0, 0, 3, -4, 1, 2, 0},
                Map.of("norm0.mean", new float[2], "norm0.variance", new float[] {1 - 1e-5f, 1 - 1e-5f}))) {
            Scope.run(() -> {
                FirstOrderPass.Spread spread = network.passes().lastHidden(batch(3, 1, 1, 1));
                assertThat(spread.centre().shape()).containsExactly(3, 2);
                assertThat(spread.centre().toArray())
                        .containsExactly(new float[] {4, -6, 31, -78, 301, -798}, offset(1e-3f));
                assertThat(spread.radiusOrZeros().toArray())
                        .containsExactly(new float[] {1.5f, 4, 15, 40, 150, 400}, offset(1e-3f));
                // The last layer's kernels and bias are 0.
                FirstOrderPass.Outputs all = network.passes().firstOrder(batch(3, 1, 1, 1));
                assertThat(all.outputs()).hasSize(2);
                assertThat(all.outputs().get(0).centre().toArray())
                        .isEqualTo(spread.centre().toArray());
                assertThat(all.outputs().get(1).centre().toArray()).containsOnly(0);
            });
        }
    }

    /** The body gives pixels, the shortcut features. */
    @Test
    void featuresAreAddedToThoseOfABatchNorm() {
        Architecture architecture = new Architecture(
                Volume.features(1),
                List.of(
                        new Layer.Residual(List.of(new Layer.Dense(1), new Layer.BatchNorm()), List.of()),
                        new Layer.Dense(1)));
        // A kernel of 1 ± 0.5; the norm gives 3x + 1.
        try (IntervalNetwork network = IntervalNetwork.of(
                architecture,
                Bias.POINT,
                RunSeeds.of(1),
                new float[] {0.5f, 0},
                new float[] {1.5f, 0},
                new float[] {0, 3, 1, 0},
                Map.of("norm0.mean", new float[1], "norm0.variance", new float[] {1 - 1e-5f}))) {
            Scope.run(() -> {
                FirstOrderPass.Spread spread = network.passes().lastHidden(batch(3, 1));
                assertThat(spread.centre().shape()).containsExactly(3, 1);
                assertThat(spread.centre().toArray()).containsExactly(new float[] {5, 41, 401}, offset(1e-2f));
                assertThat(spread.radiusOrZeros().toArray())
                        .containsExactly(new float[] {1.5f, 15, 150}, offset(1e-2f));
                // The branch after its norm, without what the block adds.
                FirstOrderPass.Outputs all = network.passes().firstOrder(batch(3, 1));
                assertThat(all.outputs().get(0).centre().toArray())
                        .containsExactly(new float[] {4, 31, 301}, offset(1e-2f));
                assertThat(all.outputs().get(0).radiusOrZeros().toArray())
                        .containsExactly(new float[] {1.5f, 15, 150}, offset(1e-2f));
            });
        }
    }

    /** With every activation, pool and block between them; the last hidden layer is the same as without the other layers. */
    @Test
    void outputsAreThoseBeforeTheActivation() {
        Layer.Convolution convolution = new Layer.Convolution(2, 3, 1, 1);
        List<Layer> layers = List.of(
                convolution,
                new Layer.BatchNorm(),
                Layer.relu(),
                new Layer.Residual(List.of(convolution, new Layer.BatchNorm()), List.of(convolution)),
                new Layer.Residual(List.of(new Layer.BatchNorm(), Layer.relu(), convolution), List.of()),
                convolution,
                new Layer.MaxPool(2),
                new Layer.BatchNorm(),
                new Layer.Dense(5),
                Layer.relu(),
                new Layer.Dense(3));
        Architecture architecture = new Architecture(new Volume(1, 4, 4), layers);
        try (IntervalNetwork network = IntervalNetwork.untrained(architecture, RunSeeds.of(3))) {
            float[] pixels = new float[48];
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = i % 7 / 7f;
            }
            Scope.run(() -> {
                InputBatch batch = new InputBatch(Tensor.of(pixels, 3, 1, 4, 4), 0, 3, true);
                FirstOrderPass.Spread hidden = network.passes().lastHidden(batch);
                FirstOrderPass.Outputs all = network.passes().firstOrder(batch);
                assertThat(all.outputs()).hasSize(7);
                assertThat(all.lastHidden().centre().toArray())
                        .isEqualTo(hidden.centre().toArray());
                assertThat(all.lastHidden().radiusOrZeros().toArray())
                        .isEqualTo(hidden.radiusOrZeros().toArray());
                assertThat(all.outputs().get(5).centre().toArray())
                        .isEqualTo(hidden.centre().toArray());
                assertThat(all.outputs().get(0).centre().shape()).containsExactly(3, 2, 4, 4);
                // Before the pool, so that its norm is not that of the convolution.
                assertThat(all.outputs().get(4).centre().shape()).containsExactly(3, 2, 4, 4);
                float[] logits = all.outputs().get(6).centre().toArray();
                assertThat(logits)
                        .containsExactly(
                                network.passes()
                                        .logits(batch.input(), true, Averaging.WEIGHTS, Masks.NONE)
                                        .lower()
                                        .toArray(),
                                offset(1e-5f));
            });
        }
    }

    private static InputBatch batch(long... shape) {
        return new InputBatch(Tensor.of(new float[] {1, 10, 100}, shape), 0, 3, true);
    }
}
