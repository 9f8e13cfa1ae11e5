package org.epiwrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {

    @Test
    void countsElements() {
        assertThat(Shape.scalar().elements()).isEqualTo(1);
        assertThat(Shape.scalar().rank()).isZero();
        Shape shape = Shape.of(2, 3, 5);
        assertThat(shape.elements()).isEqualTo(30);
        assertThat(shape.rank()).isEqualTo(3);
        assertThat(shape.size(1)).isEqualTo(3);
        assertThat(shape).hasToString("[2, 3, 5]");
        assertThat(Shape.of(7, 0, 3).elements()).isZero();
        assertThat(Shape.of(Long.MAX_VALUE).elements()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesWhatIsNoShape() {
        assertThatThrownBy(() -> Shape.of(2, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the sizes must be whole numbers >= 0, but are [2, -1]");
        assertThatThrownBy(() -> new Shape(Collections.nCopies(33, 1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the rank must be a whole number from 0 to 32, but is 33");
        long large = 1L << 32;
        for (long[] sizes : List.of(
                new long[] {large, large}, new long[] {0, large, large}, new long[] {large, large, 0}, new long[] {
                    1L << 62, 2
                })) {
            assertThatThrownBy(() -> Shape.of(sizes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the product of the sizes must be at most 2^63 - 1, but they are "
                            + Arrays.toString(sizes));
        }
    }
}
