package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BayesianNetworkTest {

    /** Values of an independent implementation in double precision. */
    @Test
    void divergenceAndSigmaAgreeWithTheReference() {
        JsonNode reference = ReferenceValues.read("kl_softplus.json");
        try (BayesianNetwork one = BayesianNetwork.untrained(
                new Architecture(Volume.features(1), List.of(new Dense(1))), RunSeeds.of(1))) {
            for (JsonNode row : reference.get("softplus")) {
                one.rho().set(new float[] {(float) row.get("rho").asDouble()});
                double sigma = Scope.get(() -> (double) one.sigma().toFloat());
                assertThat(sigma)
                        .isCloseTo(
                                row.get("sigma").asDouble(),
                                offset(1e-6 * row.get("sigma").asDouble() + 2e-8));
            }
            for (JsonNode row : reference.get("rows")) {
                double sigma = row.get("sigma").asDouble();
                one.mu().set(new float[] {(float) row.get("mu").asDouble()});
                one.rho().set(new float[] {(float) Math.log(Math.expm1(sigma))});
                double divergence = Scope.get(() -> (double) one.divergence().toFloat());
                assertThat(divergence).isCloseTo(row.get("kl").asDouble(), offset(1e-5));
            }
        }
    }

    /** Runs that share the data and the signs are each what they would be alone: passes and gradients. */
    @ParameterizedTest
    @EnumSource
    void runsTogetherAreRunsAlone(Estimator estimator) {
        // Dropout stands before the first dense layer, where all runs still see the same, and after it.
        List<Layer> layers = List.of(
                new Layer.Dropout(0.2),
                new Layer.Flatten(),
                new Dense(5),
                Layer.relu(),
                new Layer.Residual(List.of(new Dense(5), new Layer.Dropout(0.1)), List.of()),
                new Layer.Flatten(),
                new Dense(3));
        for (Bias bias : Bias.values()) {
            runsTogetherAreRunsAlone(new Architecture(new Volume(1, 4, 4), layers), bias, estimator);
        }
    }

    private static void runsTogetherAreRunsAlone(Architecture architecture, Bias bias, Estimator estimator) {
        float[] pixels = new float[6 * 16];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) Math.abs(Math.cos(i));
        }
        int[] labels = {0, 1, 2, 0, 1, 2};
        List<Long> own = List.of(11L, 12L, 13L);
        try (BayesianNetwork together = BayesianNetwork.untrained(architecture, bias, new RunSeeds(9, own))) {
            float[] all = logitsAndGradient(together, pixels, labels, estimator);
            float[] gradient = together.mu().gradient();
            for (int run = 0; run < 3; run++) {
                try (BayesianNetwork alone =
                        BayesianNetwork.untrained(architecture, bias, new RunSeeds(9, List.of(own.get(run))))) {
                    float[] logits = logitsAndGradient(alone, pixels, labels, estimator);
                    for (int i = 0; i < logits.length; i++) {
                        assertThat(all[run * logits.length + i]).isCloseTo(logits[i], offset(1e-5f));
                    }
                    float[] own1 = alone.mu().gradient();
                    for (int i = 0; i < own1.length; i++) {
                        assertThat(gradient[run * own1.length + i]).isCloseTo(own1[i], offset(1e-5f));
                    }
                }
            }
        }
    }

    private static float[] logitsAndGradient(
            BayesianNetwork network, float[] pixels, int[] labels, Estimator estimator) {
        return Scope.get(() -> {
            Tensor input = Tensor.of(pixels, 6, 1, 4, 4);
            Gradients.backward(() -> network.randomLogitsInTraining(input, estimator, 7)
                    .logSoftmax(-1)
                    .pick(labels)
                    .sum()
                    .times(Tensor.constant(-1)));
            return network.randomLogitsInTraining(input, estimator, 7).toArray();
        });
    }

    @Test
    void backbonesCountTheirParameters() {
        Volume grey = new Volume(1, 28, 28);
        Volume colour = new Volume(3, 32, 32);
        assertThat(new Layout(Architecture.mlp(grey, 10, 8), Bias.POINT).randomSize())
                .isEqualTo(784 * 8 + 8 * 10);
        assertThat(new Layout(Architecture.leNet5(grey, 10), Bias.POINT).randomSize())
                .isEqualTo(6 * 25 + 16 * 6 * 25 + 400 * 120 + 120 * 84 + 84 * 10);
        // Known counts of these networks for CIFAR: 11,173,962 with all biases of the convolutions left out.
        Layout resNet = new Layout(Architecture.resNet18(colour, 10), Bias.POINT);
        assertThat(resNet.randomSize()
                        + 2 * resNet.norms().stream().mapToInt(BlockShape::size).sum()
                        + 10)
                .isEqualTo(11_173_962);
        assertThat(Architecture.vgg16(colour, 100).classes()).isEqualTo(100);
        assertThat(Architecture.vgg16(grey, 10).classes()).isEqualTo(10);
        assertThat(Architecture.resNet18(grey, 10).classes()).isEqualTo(10);
        // Thirteen convolutions of 3×3 without biases, their 4,224 channels' norms, 512 → 512 → 10 with biases.
        Layout vgg = new Layout(Architecture.vgg16(colour, 10), Bias.POINT);
        int convolutions = 9 * (3 * 64 + 64 * 64 + 64 * 128 + 128 * 128 + 128 * 256 + 2 * 256 * 256 + 256 * 512)
                + 9 * 5 * 512 * 512;
        assertThat(vgg.randomSize()).isEqualTo(convolutions + 512 * 512 + 512 * 10);
    }

    /** Weights between two layers become fewer by the square. */
    @Test
    void deepNetworksCanBeNarrower() {
        Volume colour = new Volume(3, 32, 32);
        assertThat(Architecture.resNet18(colour, 10, 64)).isEqualTo(Architecture.resNet18(colour, 10));
        assertThat(Architecture.vgg16(colour, 10, 64)).isEqualTo(Architecture.vgg16(colour, 10));
        int whole = new Layout(Architecture.resNet18(colour, 10), Bias.POINT).randomSize();
        int quarter = new Layout(Architecture.resNet18(colour, 10, 16), Bias.POINT).randomSize();
        int ends = 9 * 3 * 64 + 512 * 10;
        assertThat(quarter).isEqualTo((whole - ends) / 16 + ends / 4);
        assertThat(Architecture.vgg16(colour, 10, 16).flattened())
                .filteredOn(layer -> layer instanceof Layer.Dense)
                .containsExactly(new Layer.Dense(128), new Layer.Dense(10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Architecture.vgg16(colour, 10, 0))
                .withMessageContaining("channels");
    }

    @Test
    void architecturesCanBeReadAndCompared() {
        Architecture one = Architecture.mlp(new Volume(1, 28, 28), 10, 8);
        assertThat(one).isEqualTo(Architecture.mlp(new Volume(1, 28, 28), 10, 8));
        assertThat(one.toString()).startsWith("1×28×28 → Flatten[] → Dense[outputs=8]");
        assertThat(Architecture.resNet18(new Volume(3, 32, 32), 10).flattened()).hasSize(60);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Architecture(new Volume(1, 3, 3), List.of(new Layer.Convolution(2, 5, 1, 0))))
                .withMessage("height must be at least 5 for a window of that size, but is 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Architecture(
                        new Volume(1, Integer.MAX_VALUE, 1), List.of(new Layer.Convolution(1, 1, 1, 1))))
                .withMessage("height must have room for at most 2147483647 windows, but has for 2147483649");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Architecture(
                        new Volume(1, 4, 4),
                        List.of(new Layer.Residual(List.of(new Layer.Convolution(2, 1, 1, 0)), List.of()))))
                .withMessage("body and shortcut must give the same shape, but give 2×4×4 and 1×4×4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Layer.Dropout(1))
                .withMessage("rate must be in [0, 1), but is 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BayesianNetwork.untrained(
                        Architecture.leNet5(new Volume(1, 28, 28), 10), new RunSeeds(1, List.of(1L, 2L))))
                .withMessage("the number of runs of a network with convolutions or batch norm must be a whole number"
                        + " from 1 to 1, but is 2");
    }

    @ParameterizedTest
    @EnumSource
    void aRunCanBeTakenOut(Bias bias) {
        Architecture architecture = Architecture.mlp(new Volume(1, 4, 4), 3, 5);
        try (BayesianNetwork together =
                        BayesianNetwork.untrained(architecture, bias, new RunSeeds(9, List.of(11L, 12L)));
                BayesianNetwork second = together.run(1);
                BayesianNetwork alone = BayesianNetwork.untrained(architecture, bias, new RunSeeds(9, List.of(12L)))) {
            assertThat(second.seeds()).isEqualTo(alone.seeds());
            assertThat(second.mu().toArray()).isEqualTo(alone.mu().toArray());
            assertThat(second.rho().toArray()).isEqualTo(alone.rho().toArray());
            assertThat(second.points().toArray()).isEqualTo(alone.points().toArray());
        }
    }

    @Test
    void blocksOfAnotherArchitectureAreRefused() {
        Architecture five = Architecture.mlp(new Volume(1, 4, 4), 3, 5);
        Architecture six = Architecture.mlp(new Volume(1, 4, 4), 3, 6);
        try (BayesianNetwork network = BayesianNetwork.untrained(five, RunSeeds.of(1))) {
            List<Block> blocks = network.blocks(0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BayesianNetwork.of(six, Bias.POINT, RunSeeds.of(1), blocks))
                    .withMessageContaining("the blocks must be those of the architecture in its order");
        }
    }

    @Test
    void networksTooLargeForAVectorAreRefused() {
        Architecture huge = new Architecture(
                Volume.features(2), List.of(new Dense(Integer.MAX_VALUE / 2), new Dense(1), new Dense(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BayesianNetwork.shapes(huge, Bias.POINT))
                .withMessageContaining("a network must have at most 2147483647 weights, but has more at dense1.kernel");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Volume(1 << 20, 1 << 20, 1))
                .withMessageContaining("an example must have at most");
    }

    /** Layers in orders that no backbone has: features are channels of one pixel, wherever they meet images. */
    @Test
    void featuresAndImagesMix() {
        Volume pixel = new Volume(3, 1, 1);
        List<Layer> layers = List.of(
                new Layer.Residual(List.of(new Dense(3)), List.of()),
                new Dense(4),
                new Layer.Convolution(5, 1, 1, 0),
                new Layer.BatchNorm(),
                new Layer.Residual(List.of(new Dense(5)), List.of()),
                new Layer.MaxPool(1),
                new Dense(3));
        try (BayesianNetwork network = BayesianNetwork.untrained(new Architecture(pixel, layers), RunSeeds.of(1))) {
            Scope.run(() -> {
                Tensor input = Tensor.of(new float[8 * 3], 8, 3, 1, 1);
                for (Estimator estimator : Estimator.values()) {
                    assertThat(network.randomLogitsInTraining(input, estimator, 1)
                                    .shape())
                            .containsExactly(8, 3);
                }
            });
        }
    }

    /** Of a batch of two, by hand: the pixels' means, then those of what the hidden units give. */
    @Test
    void meanInputsAreMeans() {
        Dataset two = Dataset.of(
                "two", new Volume(1, 1, 2), List.of("a", "b"), new byte[] {(byte) 255, 0, 51, (byte) 255}, new byte[] {
                    0, 1
                });
        Architecture architecture = new Architecture(
                new Volume(1, 1, 2), List.of(new Layer.Convolution(1, 1, 1, 0), Layer.relu(), new Dense(2)));
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, RunSeeds.of(1))) {
            List<float[]> means = network.meanInputs(two, PictureInput.unit(two.shape()));
            assertThat(means.get(0)).hasSize(1);
            assertThat(means.get(0)[0]).isCloseTo((1 + 0 + 0.2f + 1) / 4, offset(1e-6f));
            float weight = Math.max(0, network.means(0)[0]);
            assertThat(means.get(1)[0]).isCloseTo(weight * 0.6f, offset(1e-6f));
            assertThat(means.get(1)[1]).isCloseTo(weight * 0.5f, offset(1e-6f));
            assertThat(network.deviations(0)).hasSize(5);
            assertThat(network.deviations(0)[0])
                    .isCloseTo((float) Math.log1p(Math.exp(network.rho().toArray()[0])), offset(1e-6f));
            assertThat(network.pointValues(0)).containsExactly(0, 0, 0);
            assertThat(network.bias()).isEqualTo(Bias.POINT);
        }
    }

    /** Apart and together again, every number is where it was. */
    @Test
    void runsComeApartAndTogether() {
        Architecture architecture = Architecture.mlp(Volume.features(5), 3, 4);
        try (BayesianNetwork both = BayesianNetwork.untrained(architecture, new RunSeeds(9, List.of(1L, 2L)));
                BayesianNetwork first = both.run(0);
                BayesianNetwork second = both.run(1);
                BayesianNetwork again = BayesianNetwork.together(List.of(first, second));
                BayesianNetwork other =
                        BayesianNetwork.untrained(Architecture.mlp(Volume.features(5), 3, 2), RunSeeds.of(1))) {
            assertThat(again.seeds()).isEqualTo(both.seeds());
            assertThat(again.mu().toArray()).containsExactly(both.mu().toArray());
            assertThat(again.rho().toArray()).containsExactly(both.rho().toArray());
            assertThat(again.pointValues(1)).containsExactly(both.pointValues(1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BayesianNetwork.together(List.of(first, other)))
                    .withMessageContaining("one architecture");
        }
        Architecture normed = new Architecture(new Volume(1, 2, 2), List.of(new Layer.BatchNorm(), new Dense(2)));
        try (BayesianNetwork one = BayesianNetwork.untrained(normed, RunSeeds.of(1));
                BayesianNetwork copy = BayesianNetwork.together(List.of(one))) {
            assertThat(copy.runningStatistics().keySet())
                    .isEqualTo(one.runningStatistics().keySet());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BayesianNetwork.together(List.of(one, one)))
                    .withMessageContaining("batch norm");
        }
    }

    @Test
    void aPlainPlanTrainsTheMeansAlone() {
        TrainingPlan plan =
                TrainingPlan.sound(100, Estimator.FLIPOUT).withEpochs(3).plain();
        assertThat(plan.allEpochs()).isEqualTo(3);
        assertThat(plan.epochs()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan.withWarmStart(0))
                .withMessageContaining("epochs");
    }

    @Test
    void aClosedNetworkSaysSo() {
        Architecture mlp = Architecture.mlp(new Volume(1, 2, 2), 2, 3);
        BayesianNetwork network = BayesianNetwork.untrained(mlp, RunSeeds.of(1));
        network.close();
        List<Runnable> uses = List.of(
                () -> network.means(0),
                () -> network.deviations(0),
                () -> network.pointValues(0),
                () -> network.blocks(0),
                () -> network.run(0),
                () -> network.runningStatistics(),
                () -> network.draw(1),
                () -> network.meanLogits(Tensor.zeros(1, 1, 2, 2)),
                () -> network.randomLogits(Tensor.zeros(1, 1, 2, 2), Estimator.FLIPOUT, 1),
                () -> BayesianNetwork.together(List.of(network)));
        for (Runnable use : uses) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> Scope.run(use))
                    .withMessage("the Bayesian network is closed; predict before closing its model");
        }
    }
}
