package org.epiwrap.exchange.draws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;

class UnitMatchingTest {

    @Test
    void residualNetworksAreNotAligned() {
        Architecture residual = new Architecture(
                new Volume(1, 4, 4),
                List.of(
                        new Layer.Convolution(1, 1, 1, 0),
                        new Layer.Residual(List.of(new Layer.Convolution(1, 1, 1, 0)), List.of()),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
        assertThatThrownBy(() -> UnitMatching.of(residual, Bias.POINT))
                .hasMessageContaining("must have no residual blocks");
    }
}
