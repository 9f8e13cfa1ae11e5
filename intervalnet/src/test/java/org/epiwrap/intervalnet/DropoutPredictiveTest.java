package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.network.DropoutMasks;
import org.epiwrap.network.RunSeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DropoutPredictiveTest {
    private static final Dataset DATA = Mnist.DIGITS.load(Part.TEST).subset(0, 620);
    private static final Normalisation UNIT = Normalisation.unit();
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final Architecture MLP = Architecture.mlp(INPUT, 10, 8);
    private static final int PASSES = 6;

    /** The passes of the second run, computed one by one from the definition. */
    @ParameterizedTest
    @EnumSource
    void isTheMeanAndTheSpreadOfThePasses(Averaging averaging) {
        RunSeeds seeds = new RunSeeds(1, List.of(4L, 5L));
        int images = 30;
        Dataset few = DATA.subset(0, images);
        try (IntervalNetwork network = IntervalNetwork.untrained(MLP, seeds)) {
            DropoutPredictive predictive = DropoutPredictive.of(network, few, UNIT, averaging, PASSES);
            double[][] passes = new double[PASSES][images * 10];
            for (int pass = 0; pass < PASSES; pass++) {
                DropoutMasks masks = new DropoutMasks(Purpose.DROPOUT.seeds(seeds), pass);
                float[][] shares = new float[1][];
                ImageBatch.forEach(
                        few,
                        UNIT,
                        MLP,
                        batch -> shares[0] = network.passes()
                                .probabilities(batch, averaging, (layer, rate, shape) -> masks.of(rate, shape)));
                float[] both = shares[0];
                for (int i = 0; i < images * 10; i++) {
                    passes[pass][i] = both[images * 10 + i];
                }
            }
            for (int image = 0; image < images; image++) {
                double total = 0;
                double expected = 0;
                double variance = 0;
                for (int c = 0; c < 10; c++) {
                    int at = image * 10 + c;
                    double mean = Arrays.stream(passes)
                            .mapToDouble(p -> p[at])
                            .average()
                            .orElseThrow();
                    assertThat((double) predictive.probability(1, image, c)).isCloseTo(mean, offset(1e-7));
                    total -= mean * Math.log(mean);
                    for (double[] pass : passes) {
                        expected -= pass[at] * Math.log(pass[at]) / PASSES;
                        variance += (pass[at] - mean) * (pass[at] - mean) / PASSES / 10;
                    }
                }
                assertThat(predictive.mutualInformation(1)[image]).isCloseTo(total - expected, offset(1e-9));
                assertThat(predictive.classVariance(1)[image]).isCloseTo(variance, offset(1e-9));
            }
            assertThat(Arrays.stream(predictive.mutualInformation(1)).sum())
                    .as("some units that say something are dropped")
                    .isPositive();
        }
    }

    /** A seed fixes all; runs together are runs alone; and an image's masks do not depend on those that come later. */
    @Test
    void aSeedFixesTheMasks() {
        try (IntervalNetwork both = IntervalNetwork.untrained(MLP, new RunSeeds(1, List.of(4L, 5L)));
                IntervalNetwork alone = IntervalNetwork.untrained(MLP, new RunSeeds(1, List.of(5L)))) {
            DropoutPredictive once = DropoutPredictive.of(both, DATA, UNIT, Averaging.LOGITS, PASSES);
            DropoutPredictive again = DropoutPredictive.of(both, DATA, UNIT, Averaging.LOGITS, PASSES);
            DropoutPredictive single = DropoutPredictive.of(alone, DATA, UNIT, Averaging.LOGITS, PASSES);
            DropoutPredictive fewer = DropoutPredictive.of(both, DATA.subset(0, 40), UNIT, Averaging.LOGITS, PASSES);
            assertThat(once.mutualInformation(0)).isEqualTo(again.mutualInformation(0));
            assertThat(once.classVariance(1)).isEqualTo(again.classVariance(1));
            assertThat(once.mutualInformation(0)).isNotEqualTo(once.mutualInformation(1));
            for (int image = 0; image < DATA.size(); image++) {
                assertThat(once.mutualInformation(1)[image])
                        .isCloseTo(single.mutualInformation(0)[image], offset(1e-5));
            }
            for (int image = 0; image < 40; image++) {
                assertThat(once.mutualInformation(0)[image]).isCloseTo(fewer.mutualInformation(0)[image], offset(1e-5));
            }
            assertThat(once.runs()).isEqualTo(2);
            assertThat(once.images()).isEqualTo(620);
        }
    }

    /** Each layer that drops has masks of its own, and for each image the same however many come later. */
    @Test
    void laterImagesDoNotChangeTheMasksOfTwoLayers() {
        Architecture deep = Architecture.mlp(INPUT, 10, 8, 6);
        try (IntervalNetwork both = IntervalNetwork.untrained(deep, new RunSeeds(1, List.of(4L, 5L)))) {
            DropoutPredictive all = DropoutPredictive.of(both, DATA, UNIT, Averaging.ACTIVATIONS, PASSES);
            // 620 images are two batches, 510 are two of other sizes, and 40 are one.
            for (int count : new int[] {40, 510}) {
                DropoutPredictive fewer =
                        DropoutPredictive.of(both, DATA.subset(0, count), UNIT, Averaging.ACTIVATIONS, PASSES + 1);
                DropoutPredictive asMany =
                        DropoutPredictive.of(both, DATA.subset(0, count), UNIT, Averaging.ACTIVATIONS, PASSES);
                for (int image = 0; image < count; image++) {
                    assertThat(all.mutualInformation(1)[image])
                            .isCloseTo(asMany.mutualInformation(1)[image], offset(1e-6));
                }
                assertThat(fewer.mutualInformation(1)).isNotEqualTo(asMany.mutualInformation(1));
            }
        }
    }

    @Test
    void withoutDropoutThePassesAgree() {
        Architecture plain = new Architecture(
                INPUT,
                List.of(
                        new Layer.Flatten(),
                        new Layer.Dense(8),
                        new Layer.Relu(),
                        new Layer.Dropout(0),
                        new Layer.Dense(10)));
        try (IntervalNetwork network = IntervalNetwork.untrained(plain, RunSeeds.of(4))) {
            DropoutPredictive predictive = DropoutPredictive.of(network, DATA, UNIT, Averaging.LOGITS, PASSES);
            IntervalPredictive certain = IntervalPredictive.of(network, DATA, UNIT, Averaging.LOGITS);
            assertThat(Arrays.stream(predictive.mutualInformation(0)).max().orElseThrow())
                    .isLessThan(1e-12);
            assertThat(Arrays.stream(predictive.classVariance(0)).max().orElseThrow())
                    .isLessThan(1e-12);
            assertThat(predictive.accuracy(0, DATA)).isEqualTo(certain.accuracy(0, DATA));
            assertThat(predictive.label(0, 3)).isEqualTo(certain.label(0, 3));
        }
    }

    @Test
    void foreignInputIsRefused() {
        try (IntervalNetwork network = IntervalNetwork.untrained(MLP, RunSeeds.of(4));
                IntervalNetwork huge = network.scaled(1e38, 1e38)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DropoutPredictive.of(network, DATA, UNIT, Averaging.LOGITS, 0))
                    .withMessage("passes must be a whole number >= 1, but is 0");
            DropoutPredictive predictive = DropoutPredictive.of(network, DATA.subset(0, 2), UNIT, Averaging.LOGITS, 1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> predictive.mutualInformation(1))
                    .withMessage("run must be a whole number from 0 to 0, but is 1");
            assertThatThrownBy(() -> DropoutPredictive.of(huge, DATA, UNIT, Averaging.LOGITS, 2))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageContaining("the bounds overflow at dense");
        }
    }
}
