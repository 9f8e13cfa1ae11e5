package org.epiwrap.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AdamTest {

    /** Kingma and Ba's rule in double, on x² from 3. */
    @Test
    void stepsAreThoseOfTheRule() {
        double x = 3;
        double m = 0;
        double v = 0;
        try (Tensor parameter = Tensor.parameter(new float[] {3}, 1);
                Adam adam = new Adam(parameter)) {
            for (int t = 1; t <= 20; t++) {
                double g = 2 * x;
                m = 0.9 * m + 0.1 * g;
                v = 0.999 * v + 0.001 * g * g;
                double rate = 0.1 / t;
                x -= rate * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
                Scope.run(() -> Gradients.backward(() -> parameter.square().sum()));
                adam.step((float) rate);
                assertThat((double) parameter.toFloat()).as("step %s", t).isCloseTo(x, offset(1e-4));
                assertThat(parameter.gradient()[0]).isZero();
            }
        }
    }

    /** More numbers than are looked at together, each with a gradient of its own: all are stepped, and alike. */
    @Test
    void manyNumbersAreSteppedAsOne() {
        int count = 5000;
        float[] start = new float[count];
        float[] slopes = new float[count];
        for (int i = 0; i < count; i++) {
            slopes[i] = (i % 7 - 3) * 0.5f;
        }
        try (Tensor parameter = Tensor.parameter(start, 1, count);
                Adam adam = new Adam(parameter)) {
            for (int t = 0; t < 3; t++) {
                Scope.run(() -> Gradients.backward(
                        () -> parameter.times(Tensor.of(slopes, 1, count)).sum()));
                adam.step(0.1f);
            }
            float[] after = parameter.toArray();
            for (int i = 0; i < count; i++) {
                // A constant gradient moves a weight by the rate, whatever its size.
                assertThat(after[i]).as("number %s", i).isCloseTo(-0.3f * Math.signum(slopes[i]), offset(1e-5f));
            }
            assertThat(parameter.gradient()).containsOnly(0);
        }
    }

    @Test
    void pairsThatHaveCrossedMeet() {
        try (Tensor first = Tensor.parameter(new float[] {1, 3, -2, 0}, 4);
                Tensor second = Tensor.parameter(new float[] {2, 2, -4, 0}, 4)) {
            Tensor.putInOrder(first, second);
            assertThat(first.toArray()).containsExactly(1, 2.5f, -3, 0);
            assertThat(second.toArray()).containsExactly(2, 2.5f, -3, 0);
        }
    }

    /** Of {1, 3}: mean 2 and variance 2 (by n - 1); a tenth of these enters the running statistics, which begin at 0 and 1. */
    @Test
    void batchNormKeepsRunningStatistics() {
        try (Tensor mean = Tensor.owned(new float[1], 1);
                Tensor variance = Tensor.owned(new float[] {1}, 1)) {
            Scope.run(() -> {
                Tensor x = Tensor.of(new float[] {1, 3}, 2, 1, 1, 1);
                Tensor scale = Tensor.of(new float[] {2}, 1);
                Tensor shift = Tensor.of(new float[] {5}, 1);
                float[] trained =
                        x.batchNorm(mean, variance, scale, shift, true).toArray();
                assertThat(trained[0]).isCloseTo((float) (5 - 2 / Math.sqrt(1 + 1e-5)), offset(1e-6f));
                assertThat(mean.toFloat()).isCloseTo(0.2f, offset(1e-6f));
                assertThat(variance.toFloat()).isCloseTo(1.1f, offset(1e-6f));
                float[] used = x.batchNorm(mean, variance, scale, shift, false).toArray();
                assertThat(used[0]).isCloseTo((float) (5 + 2 * 0.8 / Math.sqrt(1.1 + 1e-5)), offset(1e-6f));
            });
        }
    }

    /** The engine starts every thread with gradients on; a prediction there must not keep all it computes. */
    @Test
    void otherThreadsRecordNoGradients() {
        try (Tensor parameter = Tensor.parameter(new float[] {3}, 1)) {
            boolean recorded = CompletableFuture.supplyAsync(() -> Scope.get(() -> {
                        Tensor square = parameter.square();
                        return square.array().hasGradient();
                    }))
                    .join();
            assertThat(recorded).isFalse();
            Scope.run(() -> Gradients.backward(() -> parameter.square().sum()));
            assertThat(parameter.gradient()[0]).isEqualTo(6);
        }
    }
}
