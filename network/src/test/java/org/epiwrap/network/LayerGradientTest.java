package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.data.Volume;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine's gradients against differences of the loss, through every kind of layer and by every estimator. */
class LayerGradientTest {
    private static final Volume INPUT = new Volume(2, 6, 6);
    private static final float STEP = 1e-3f;
    /** Of a loss near 5 in float, divided by two steps. */
    private static final double ROUNDING = 1e-3;

    static Stream<List<Layer>> bodies() {
        return Stream.of(
                List.of(new Flatten(), new Dense(7), Layer.relu(), new Dropout(0.3)),
                List.of(new Convolution(3, 3, 2, 1), Layer.relu(), new AveragePool(3)),
                List.of(new Convolution(3, 3, 1, 0), new MaxPool(2)),
                List.of(new Convolution(3, 3, 1, 1), new BatchNorm(), new AveragePool(2)),
                List.of(
                        new Residual(List.of(new Convolution(2, 3, 1, 1), Layer.relu()), List.of()),
                        new AveragePool(2)),
                List.of(
                        new Residual(
                                List.of(new Convolution(4, 3, 2, 1), new BatchNorm()),
                                List.of(new Convolution(4, 1, 2, 0))),
                        Layer.relu()));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void gradientsAreSlopes(List<Layer> body) {
        Architecture architecture = new Architecture(
                INPUT,
                Stream.concat(body.stream(), Stream.of(new Flatten(), new Dense(3)))
                        .toList());
        for (Estimator estimator : Estimator.values()) {
            gradientsAreSlopes(architecture, estimator, Bias.POINT);
            gradientsAreSlopes(architecture, estimator, Bias.BAYESIAN);
        }
    }

    private static void gradientsAreSlopes(Architecture architecture, Estimator estimator, Bias bias) {
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, bias, RunSeeds.of(21))) {
            // Wide posteriors, so that their widths matter to the loss.
            float[] wide = network.rho().toArray();
            Arrays.fill(wide, -0.5f);
            network.rho().set(wide);
            Scope.run(() -> Gradients.backward(() -> loss(network, estimator)));
            check(network, estimator, network.mu());
            check(network, estimator, network.rho());
            check(network, estimator, network.points());
        }
    }

    /**
     * Differences to both sides. Where they do not agree with each other, the number lies at a kink of ReLU or of a
     * maximum and there is no slope; that may be so at a few, and a wrong gradient is not excused by it.
     */
    private static void check(BayesianNetwork network, Estimator estimator, Tensor parameter) {
        if (parameter.size() == 0) {
            return;
        }
        float[] gradient = parameter.gradient();
        float[] values = parameter.toArray();
        double scale = 0;
        for (float g : gradient) {
            scale = Math.max(scale, Math.abs(g));
        }
        assertThat(scale).as("large enough to tell right from wrong").isGreaterThan(20 * ROUNDING);
        double tolerance = 0.01 * scale + ROUNDING;
        int stride = Math.max(1, values.length / 25);
        double here = lossAt(network, estimator, parameter, values, 0, 0);
        int compared = 0;
        int kinks = 0;
        for (int i = 0; i < values.length; i += stride) {
            double right = (lossAt(network, estimator, parameter, values, i, STEP) - here) / STEP;
            double left = (here - lossAt(network, estimator, parameter, values, i, -STEP)) / STEP;
            if (Math.abs(right - left) > tolerance) {
                kinks++;
                continue;
            }
            compared++;
            assertThat((double) gradient[i])
                    .as("%s, number %s of %s", estimator, i, values.length)
                    .isCloseTo(0.5 * (left + right), offset(tolerance));
        }
        assertThat(kinks).as("kinks beside %s slopes", compared).isLessThanOrEqualTo(1 + compared / 5);
        parameter.set(values);
    }

    private static double lossAt(
            BayesianNetwork network, Estimator estimator, Tensor parameter, float[] values, int i, float by) {
        float[] moved = values.clone();
        moved[i] += by;
        parameter.set(moved);
        return Scope.get(() -> (double) loss(network, estimator).toFloat());
    }

    /** One and the same random pass each time: the step's number fixes the noise and the dropout. */
    private static Tensor loss(BayesianNetwork network, Estimator estimator) {
        int images = 4;
        float[] pixels = new float[images * INPUT.size()];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) Math.abs(Math.sin(3 * i + 1));
        }
        Tensor input = Tensor.of(pixels, images, INPUT.channels(), INPUT.height(), INPUT.width());
        return network.randomLogitsInTraining(input, estimator, 1)
                .logSoftmax(-1)
                .pick(new int[] {0, 1, 2, 1})
                .sum()
                .times(Tensor.constant(-1));
    }
}
