package org.epiwrap.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ActivationTest {
    private static final double[] POINTS =
            DoubleStream.iterate(-8, x -> x <= 8, x -> x + 0.173).toArray();

    static List<Activation> all() {
        return Activation.all();
    }

    /** From the definitions, computed with the mathematics of Python. */
    static Stream<Arguments> known() {
        return Stream.of(
                Arguments.of("relu", 0.0, 1.5),
                Arguments.of("leaky-relu", -0.007, 1.5),
                Arguments.of("leaky-relu:0.3", -0.21, 1.5),
                Arguments.of("elu", -0.5034146962085905, 1.5),
                Arguments.of("softplus", 0.4031860488854579, 1.7014132779827524),
                Arguments.of("sigmoid", 0.3318122278318339, 0.8175744761936437),
                Arguments.of("tanh", -0.6043677771171636, 0.9051482536448664),
                Arguments.of("hard-sigmoid", 23.0 / 60, 0.75),
                Arguments.of("hard-sigmoid:0.2", 0.36, 0.8),
                Arguments.of("hard-tanh", -0.7, 1.0),
                Arguments.of("gelu", -0.16937455655615113, 1.399789198096713),
                Arguments.of("gelu-tanh", -0.16942986529488321, 1.3995715769802328),
                Arguments.of("silu", -0.2322685594822837, 1.2263617142904655),
                Arguments.of("mish", -0.2678702347955009, 1.4033782663958028));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("known")
    void valuesAreThoseOfTheDefinition(String name, double atMinus, double atPlus) {
        Activation activation = Activation.of(name);
        assertThat(activation.value(-0.7)).isCloseTo(atMinus, within(1e-12));
        assertThat(activation.value(1.5)).isCloseTo(atPlus, within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theSlopeIsThatOfTheValues(Activation activation) {
        for (double x : POINTS) {
            double step = 1e-6;
            double measured = (activation.value(x + step) - activation.value(x - step)) / (2 * step);
            assertThat(activation.slope(Arithmetic.NUMBERS, x)).as("at %s", x).isCloseTo(measured, within(1e-7));
        }
    }

    /** The extremes over random intervals, beside those of many points of each. */
    @ParameterizedTest
    @MethodSource("all")
    void noValueLeavesTheBoundsOverAnInterval(Activation activation) {
        UniformRandomProvider random = new RandomStreams(3).stream(0);
        for (int trial = 0; trial < 500; trial++) {
            double low = random.nextDouble(-4, 3);
            double high = low + random.nextDouble() * (4 - low);
            double lowest = Double.POSITIVE_INFINITY;
            double highest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i <= 1000; i++) {
                double value = activation.value(low + (high - low) * i / 1000);
                lowest = Math.min(lowest, value);
                highest = Math.max(highest, value);
            }
            assertThat(activation.lower(low, high)).isBetween(lowest - 1e-4, lowest + 1e-15);
            assertThat(activation.upper(low, high)).isBetween(highest - 1e-15, highest + 1e-12);
        }
    }

    @Test
    void turningPointsAreTheMinima() {
        assertThat(new Activation.Gelu().turningPoint()).isCloseTo(-0.751791524693564, within(1e-9));
        assertThat(new Activation.Silu().turningPoint()).isCloseTo(-1.27846454276107, within(1e-9));
        assertThat(new Activation.Mish().turningPoint()).isCloseTo(-1.19243121451542, within(1e-9));
        assertThat(new Activation.Tanh().isMonotone()).isTrue();
        assertThat(new Activation.Silu().lower(-3, 1)).isCloseTo(-0.27846454276107, within(1e-12));
        assertThat(new Activation.Silu().upper(-3, -1)).isGreaterThan(new Activation.Silu().value(-1));
    }

    /** In single precision, on the engine: values within the stated rounding, and gradients. */
    @ParameterizedTest
    @MethodSource("all")
    void tensorsAgreeWithNumbers(Activation activation) {
        float[] x = new float[POINTS.length + 6];
        for (int i = 0; i < POINTS.length; i++) {
            x[i] = (float) POINTS[i];
        }
        System.arraycopy(new float[] {-200, -95, -30, 30, 95, 200}, 0, x, POINTS.length, 6);
        try (Tensor parameter = Tensor.parameter(x, x.length)) {
            float[][] computed = Scope.get(() -> {
                Tensor values = activation.value(TensorArithmetic.TENSORS, parameter);
                Gradients.backward(() ->
                        activation.value(TensorArithmetic.TENSORS, parameter).sum());
                return new float[][] {values.toArray(), parameter.gradient()};
            });
            for (int i = 0; i < x.length; i++) {
                double exact = activation.value(x[i]);
                double size = activation.size(Arithmetic.NUMBERS, (double) x[i]);
                double allowed = activation.operations() * 0x1p-24 * size + 1e-35;
                assertThat((double) computed[0][i]).as("f(%s)", x[i]).isCloseTo(exact, within(allowed));
                assertThat((double) computed[1][i])
                        .as("f'(%s)", x[i])
                        .isCloseTo(activation.slope(Arithmetic.NUMBERS, (double) x[i]), within(1e-5));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theTextIsReadBack(Activation activation) {
        assertThat(Activation.of(activation.toString())).isEqualTo(activation);
        assertThat(DoubleStream.of(POINTS).allMatch(x -> activation.value(x) >= 0))
                .isEqualTo(activation.nonNegative());
    }

    @Test
    void otherTextsAreRefused() {
        assertThat(Activation.of("leaky-relu:0.2")).hasToString("leaky-relu:0.2");
        assertThat(Activation.of("elu:0.5").value(-1)).isCloseTo(0.5 * Math.expm1(-1), within(1e-15));
        assertThatThrownBy(() -> Activation.of("swoosh"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an activation must be relu, leaky-relu")
                .hasMessageContaining("but is 'swoosh'");
        assertThatThrownBy(() -> Activation.of("tanh:2")).hasMessageContaining("but is 'tanh:2'");
        assertThatThrownBy(() -> Activation.of("leaky-relu:x")).hasMessageContaining("such as 0.2, but is 'x'");
        assertThatThrownBy(() -> Activation.of("leaky-relu:NaN"))
                .hasMessage("the slope of a leaky ReLU must be above 0 and at most 1.0, but is NaN");
    }
}
