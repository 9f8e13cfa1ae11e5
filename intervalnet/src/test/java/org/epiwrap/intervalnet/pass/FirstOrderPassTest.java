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
            });
        }
    }

    private static InputBatch batch(long... shape) {
        return new InputBatch(Tensor.of(new float[] {1, 10, 100}, shape), 0, 3, true);
    }
}
