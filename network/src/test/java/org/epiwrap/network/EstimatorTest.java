package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.data.Volume;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Passes in training have the mean and the variance that the posterior says, by every estimator. */
class EstimatorTest {
    private static final int PASSES = 4000;

    private static Tensor images(int count, Volume volume) {
        float[] pixels = new float[count * volume.size()];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) Math.abs(Math.sin(1 + i));
        }
        return Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width());
    }

    private static Architecture architecture(boolean convolution) {
        Volume input = new Volume(2, 3, 3);
        Layer layer = convolution ? new Convolution(2, 2, 1, 0) : new Dense(3);
        return new Architecture(input, convolution ? List.of(layer, new Flatten()) : List.of(new Flatten(), layer));
    }

    @ParameterizedTest
    @EnumSource
    void outputsHaveTheAnalyticMeanAndVariance(Estimator estimator) {
        for (boolean convolution : new boolean[] {false, true}) {
            for (Bias bias : Bias.values()) {
                Architecture architecture = architecture(convolution);
                try (BayesianNetwork network = BayesianNetwork.untrained(architecture, bias, RunSeeds.of(3))) {
                    Scope.run(() -> {
                        Tensor input = images(2, architecture.input());
                        float[] mean = network.meanLogits(input).toArray();
                        double[] sum = new double[mean.length];
                        double[] squares = new double[mean.length];
                        for (int step = 0; step < PASSES; step++) {
                            long pass = step;
                            float[] logits = Scope.get(() -> network.randomLogitsInTraining(input, estimator, pass)
                                    .toArray());
                            for (int i = 0; i < mean.length; i++) {
                                double d = logits[i] - mean[i];
                                sum[i] += d;
                                squares[i] += d * d;
                            }
                        }
                        double[] expected = variances(network, input);
                        for (int i = 0; i < mean.length; i++) {
                            double standardError = Math.sqrt(expected[i] / PASSES);
                            assertThat(sum[i] / PASSES).isCloseTo(0, offset(5 * standardError));
                            // The variance of a Gaussian's sample variance is 2v²/n.
                            assertThat(squares[i] / PASSES / expected[i])
                                    .isCloseTo(1, offset(5 * Math.sqrt(2.0 / PASSES)));
                        }
                    });
                }
            }
        }
    }

    /** x²·σ², by the network itself: with σ² as its means and x² as its input; point biases are 0. */
    private static double[] variances(BayesianNetwork network, Tensor input) {
        float[] mu = network.mu().toArray();
        network.mu().set(network.sigma().square().toArray());
        float[] variances = network.meanLogits(input.square()).toArray();
        network.mu().set(mu);
        double[] result = new double[variances.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = variances[i];
        }
        return result;
    }

    /** Equal examples: reparameterisation perturbs both alike, the others do not; dense layers and convolutions. */
    @ParameterizedTest
    @EnumSource
    void onlyReparameterisationCorrelatesTheExamples(Estimator estimator) {
        for (boolean convolution : new boolean[] {false, true}) {
            double[] correlations = correlations(estimator, architecture(convolution));
            double expected = estimator == Estimator.REPARAMETERISATION ? 1 : 0;
            assertThat(correlations[0]).isCloseTo(expected, offset(5 / Math.sqrt(PASSES)));
            // Were only the outputs' signs random and not the inputs', sizes would still agree. A convolution of two
            // channels has no more than two signs for its inputs.
            assertThat(correlations[1]).isCloseTo(expected, offset(convolution ? 0.7 : 0.25));
        }
    }

    /** Between the first outputs of two equal examples: of the deviations, and of their squares. */
    private static double[] correlations(Estimator estimator, Architecture architecture) {
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, RunSeeds.of(4))) {
            return Scope.get(() -> {
                float[] one = images(1, architecture.input()).toArray();
                float[] two = new float[2 * one.length];
                System.arraycopy(one, 0, two, 0, one.length);
                System.arraycopy(one, 0, two, one.length, one.length);
                Tensor input = Tensor.of(two, 2, 2, 3, 3);
                float[] mean = network.meanLogits(input).toArray();
                int second = mean.length / 2;
                double[] first = new double[PASSES];
                double[] other = new double[PASSES];
                for (int step = 0; step < PASSES; step++) {
                    long pass = step;
                    float[] logits = Scope.get(() -> network.randomLogitsInTraining(input, estimator, pass)
                            .toArray());
                    first[step] = logits[0] - mean[0];
                    other[step] = logits[second] - mean[second];
                }
                double[] squares = Arrays.stream(first).map(d -> d * d).toArray();
                double[] otherSquares = Arrays.stream(other).map(d -> d * d).toArray();
                return new double[] {correlation(first, other), correlation(squares, otherSquares)};
            });
        }
    }

    private static double correlation(double[] x, double[] y) {
        double mx = Arrays.stream(x).average().orElseThrow();
        double my = Arrays.stream(y).average().orElseThrow();
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - mx) * (y[i] - my);
            xx += (x[i] - mx) * (x[i] - mx);
            yy += (y[i] - my) * (y[i] - my);
        }
        return xy / Math.sqrt(xx * yy);
    }

    /** d/dμ and d/dρ of E[Σ logits²] = Σ (x·μ)² + x²·σ², by averaging and by differences of the closed form. */
    @ParameterizedTest
    @EnumSource
    void gradientsHaveTheAnalyticMean(Estimator estimator) {
        Architecture architecture = architecture(false);
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, RunSeeds.of(5))) {
            Scope.run(() -> {
                Tensor input = images(1, architecture.input());
                float[] x = input.toArray();
                float[] mu = network.mu().toArray();
                float[] rho = network.rho().toArray();
                float[] centre = network.meanLogits(input).toArray();
                double[] sumMu = new double[mu.length];
                double[] squaresMu = new double[mu.length];
                double[] sumRho = new double[mu.length];
                double[] squaresRho = new double[mu.length];
                for (int step = 0; step < PASSES; step++) {
                    long pass = step;
                    float[] before =
                            step == 0 ? new float[mu.length] : network.mu().gradient();
                    float[] beforeRho =
                            step == 0 ? new float[mu.length] : network.rho().gradient();
                    Scope.run(() -> Gradients.backward(() -> network.randomLogitsInTraining(input, estimator, pass)
                            .square()
                            .sum()));
                    float[] after = network.mu().gradient();
                    float[] afterRho = network.rho().gradient();
                    for (int i = 0; i < mu.length; i++) {
                        double g = (double) after[i] - before[i];
                        double r = (double) afterRho[i] - beforeRho[i];
                        sumMu[i] += g;
                        squaresMu[i] += g * g;
                        sumRho[i] += r;
                        squaresRho[i] += r * r;
                    }
                }
                for (int i = 0; i < mu.length; i++) {
                    int output = i / x.length;
                    double xi = x[i % x.length];
                    double sigma = Math.log1p(Math.exp(rho[i]));
                    double slope = 1 / (1 + Math.exp(-rho[i]));
                    assertMean(sumMu[i], squaresMu[i], 2 * centre[output] * xi);
                    assertMean(sumRho[i], squaresRho[i], 2 * sigma * slope * xi * xi);
                }
            });
        }
    }

    private static void assertMean(double sum, double squares, double expected) {
        double mean = sum / PASSES;
        double standardError = Math.sqrt(Math.max(0, squares / PASSES - mean * mean) / PASSES);
        // Differences of accumulated floats carry some rounding of their own.
        assertThat(mean).isCloseTo(expected, offset(5 * standardError + 2e-4));
    }
}
