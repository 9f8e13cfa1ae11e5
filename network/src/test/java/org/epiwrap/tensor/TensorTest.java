package org.epiwrap.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorTest {

    @Test
    void arithmeticAndShapes() {
        Scope.run(() -> {
            Tensor a = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
            Tensor b = Tensor.of(new float[] {1, 10, 100}, 3);
            assertThat(a.plus(b).toArray()).containsExactly(2, 12, 103, 5, 15, 106);
            assertThat(a.matmul(a.transposed()).toArray()).containsExactly(14, 32, 32, 77);
            assertThat(a.sum(0).toArray()).containsExactly(5, 7, 9);
            assertThat(a.pick(new int[] {2, 0}).toArray()).containsExactly(3, 4);
            assertThat(a.reshape(2, 3, 1).plus(Tensor.constant(0)).transposed().shape())
                    .containsExactly(2, 1, 3);
            assertThat(a.reshape(2, 1, 3).pick(new int[] {1}).toArray()).containsExactly(2, 5);
            assertThat(a.reshape(6).split(0, 2).get(1).toArray()).containsExactly(3, 4, 5, 6);
            assertThat(a.reshape(1, 1, 2, 3).maxPool(2, 1).toArray()).containsExactly(5, 6);
        });
    }

    /** Short rows are pooled by a product, long ones, and those that do not divide, by the engine. */
    @ParameterizedTest
    @CsvSource({"2, 6, 8", "3, 6, 9", "4, 4, 4", "2, 4, 130", "2, 5, 7"})
    void averagePoolsAreMeansOfSquares(int size, int height, int width) {
        float[] pixels = new float[2 * height * width];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = i % 17 - 0.3f * (i % 5);
        }
        float[] pooled = Scope.get(() ->
                Tensor.of(pixels, 1, 2, height, width).averagePool(size, size).toArray());
        int rows = height / size;
        int columns = width / size;
        assertThat(pooled).hasSize(2 * rows * columns);
        for (int i = 0; i < pooled.length; i++) {
            int top = i / (rows * columns) * height + i / columns % rows * size;
            int left = i % columns * size;
            double mean = 0;
            for (int k = 0; k < size * size; k++) {
                mean += pixels[(top + k / size) * width + left + k % size] / (size * size);
            }
            assertThat((double) pooled[i]).isCloseTo(mean, offset(1e-5));
        }
    }

    @Test
    void theGradientOfAPoolIsSharedByItsPixels() {
        try (Tensor parameter = Tensor.parameter(new float[16], 1, 1, 4, 4)) {
            Scope.run(() -> Gradients.backward(() -> parameter
                    .averagePool(2, 2)
                    .times(Tensor.of(new float[] {4, 8, 12, 16}, 1, 1, 2, 2))
                    .sum()));
            assertThat(parameter.gradient()).containsExactly(1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4);
        }
    }

    @Test
    void theNormIsOfTheLastAxis() {
        Scope.run(() -> assertThat(
                        Tensor.of(new float[] {3, -4, 0, 0, 5, 12}, 3, 2).norm().toArray())
                .containsExactly(5, 0, 13));
    }

    /** d/dp Σ (c·softplus(p))², by the engine and by hand, with the collector of garbage busy in between. */
    @Test
    void gradientsSurviveGarbageCollection() {
        float[] start = {-2, -0.5f, 0, 1, 3};
        Tensor parameter = Tensor.parameter(start, 5);
        for (int round = 1; round <= 20; round++) {
            Scope.run(() -> Gradients.backward(() -> {
                Tensor scaled = parameter.softplus().times(Tensor.constant(3));
                Tensor loss = scaled.square().sum();
                churn();
                return loss;
            }));
            float[] gradient = parameter.gradient();
            for (int i = 0; i < start.length; i++) {
                double p = start[i];
                // Gradients add up until an optimiser takes them.
                double expected = 18 * Math.log1p(Math.exp(p)) / (1 + Math.exp(-p)) * round;
                assertThat((double) gradient[i]).isCloseTo(expected, offset(1e-4 * expected + 1e-5));
            }
        }
        parameter.close();
    }

    private static void churn() {
        for (int i = 0; i < 50; i++) {
            byte[] waste = new byte[1 << 16];
            Arrays.fill(waste, (byte) i);
        }
        System.gc();
    }

    /** Adam's first step has the size of the learning rate, whatever the gradient's. */
    @Test
    void adamMovesByTheLearningRate() {
        Tensor parameter = Tensor.parameter(new float[] {1, -1}, 2);
        Adam adam = new Adam(parameter);
        Scope.run(() -> {
            Gradients.backward(() -> parameter.square().sum());
            adam.step(0.01f);
        });
        assertThat(parameter.toArray()).containsExactly(new float[] {0.99f, -0.99f}, offset(1e-6f));
        assertThat(parameter.gradient()).containsExactly(0, 0);
        parameter.close();
    }

    @Test
    void elementsAreComparedJoinedAndOverwritten() {
        Scope.run(() -> {
            Tensor a = Tensor.of(new float[] {1, -2, 0}, 3);
            Tensor b = Tensor.of(new float[] {-1, 4, 0}, 3);
            assertThat(a.abs().toArray()).containsExactly(1, 2, 0);
            assertThat(a.sign().toArray()).containsExactly(1, -1, 0);
            assertThat(a.minimum(b).toArray()).containsExactly(-1, -2, 0);
            assertThat(a.maximum(b).toArray()).containsExactly(1, 4, 0);
            assertThat(b.dividedBy(Tensor.constant(2)).toArray()).containsExactly(-0.5f, 2, 0);
            assertThat(Tensor.concat(0, a, b).toArray()).containsExactly(1, -2, 0, -1, 4, 0);
            try (Tensor own = Tensor.owned(new float[3], 3)) {
                own.set(b);
                assertThat(own.toArray()).containsExactly(-1, 4, 0);
            }
        });
        assertThat(TensorEngine.version()).startsWith("PyTorch ");
    }

    /** In place and without a gradient of its own: what is computed from a parameter afterwards sees the new values. */
    @Test
    void parametersAreOverwrittenBetweenGradients() {
        try (Tensor parameter = Tensor.parameter(new float[] {1, 2, 3, 4}, 2, 2);
                Tensor empty = Tensor.owned(new float[0], 1, 0)) {
            parameter.set(new float[] {5, 6, 7, 8});
            Scope.run(() -> Gradients.backward(() -> parameter.square().sum()));
            assertThat(parameter.gradient()).containsExactly(10, 12, 14, 16);
            Scope.run(() -> parameter.set(parameter.times(Tensor.constant(-1))));
            Scope.run(() -> Gradients.backward(() -> parameter.sum()));
            assertThat(parameter.toArray()).containsExactly(-5, -6, -7, -8);
            assertThat(parameter.gradient()).containsExactly(11, 13, 15, 17);
            empty.set(new float[0]);
            assertThat(empty.toArray()).isEmpty();
        }
    }
}
