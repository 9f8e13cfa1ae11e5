package org.epiwrap.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;

class LayerTest {
    private static final List<Layer> KEEP_THE_SIGN =
            List.of(new AveragePool(2), new MaxPool(2), new Dropout(0.1), new Flatten());
    private static final List<Layer> ANY_SIGN = List.of(new Dense(2), new Convolution(1, 1, 1, 0), new BatchNorm());

    @Test
    void outputsAreNonNegativeAfterReluAlone() {
        for (boolean input : new boolean[] {false, true}) {
            assertThat(Layer.relu().nonNegative(input)).isTrue();
            assertThat(KEEP_THE_SIGN).allMatch(layer -> layer.nonNegative(input) == input);
            assertThat(ANY_SIGN).noneMatch(layer -> layer.nonNegative(input));
            assertThat(new Residual(List.of(Layer.relu()), List.of()).nonNegative(input))
                    .isEqualTo(input);
            assertThat(new Residual(List.of(new Dense(2)), List.of(Layer.relu())).nonNegative(input))
                    .isFalse();
        }
        assertThat(Layer.nonNegative(List.of(new Dense(2), Layer.relu(), new Dropout(0.1)), false))
                .isTrue();
        assertThat(Layer.nonNegative(List.of(Layer.relu(), new Dense(2)), true)).isFalse();
    }

    @Test
    void theLeavesOfABlockAreItsLayers() {
        Layer inner = new Residual(List.of(Layer.relu()), List.of(new Dropout(0.1)));
        Layer outer = new Residual(List.of(new Dense(2), inner), List.of(new BatchNorm()));
        assertThat(outer.role()).isEqualTo(Layer.Role.BLOCK);
        assertThat(outer.leaves())
                .containsExactly(new Dense(2), Layer.relu(), new Dropout(0.1), new BatchNorm())
                .extracting(Layer::role)
                .containsExactly(Layer.Role.WEIGHTS, Layer.Role.ACTIVATION, Layer.Role.IDENTITY, Layer.Role.LINEAR);
        assertThat(new MaxPool(2).leaves()).containsExactly(new MaxPool(2));
    }

    @Test
    void everyLayerHasAPlaceForItsNumbers() {
        Layer keepsShape = new Residual(List.of(new Convolution(2, 1, 1, 0), new BatchNorm()), List.of());
        Architecture all = new Architecture(
                new Volume(2, 4, 4),
                List.of(
                        keepsShape,
                        Layer.relu(),
                        new AveragePool(2),
                        new MaxPool(2),
                        new Dropout(0.1),
                        new Flatten(),
                        new Dense(3)));
        Layout layout = new Layout(all, Bias.POINT);
        assertThat(layout.weighted()).containsExactly("convolution0", "dense1");
        assertThat(layout.randomSize()).isEqualTo(2 * 2 + 3 * 2);
        assertThat(layout.pointSize()).isEqualTo(2 + 2 * 2 + 3);
        assertThat(all.canRunTogether()).isFalse();
        assertThat(Architecture.mlp(new Volume(2, 4, 4), 3, 5).canRunTogether()).isTrue();
    }
}
