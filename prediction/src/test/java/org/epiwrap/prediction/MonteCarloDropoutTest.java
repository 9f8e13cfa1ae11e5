package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Purpose;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.DropoutMasks;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MonteCarloDropoutTest {
    private static final Dataset DATA = Mnist.DIGITS.load(Part.TEST).subset(0, 620);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final Architecture MLP = Architecture.mlp(INPUT, 10, 8);
    private static final int PASSES = 6;

    private static List<Predictions> predict(IntervalNetwork network, Dataset data, Averaging averaging, int passes) {
        return MonteCarloDropout.of(network, UNIT, Digits.NAMES, averaging, passes)
                .predictRuns(data);
    }

    private static double[] information(Predictions predictions) {
        return predictions.scores(Score.MUTUAL_INFORMATION);
    }

    /** The passes of the second run, computed one by one from the definition. */
    @ParameterizedTest
    @EnumSource
    void isTheMeanAndTheSpreadOfThePasses(Averaging averaging) {
        RunSeeds seeds = new RunSeeds(1, List.of(4L, 5L));
        int images = 30;
        Dataset few = DATA.subset(0, images);
        try (IntervalNetwork network = IntervalNetwork.untrained(MLP, seeds)) {
            List<Predictions> predictive = predict(network, few, averaging, PASSES);
            double[][] passes = new double[PASSES][images * 10];
            for (int pass = 0; pass < PASSES; pass++) {
                DropoutMasks masks = new DropoutMasks(Purpose.DROPOUT.seeds(seeds), pass);
                float[][] shares = new float[1][];
                InputBatch.forEach(
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
                    assertThat((double) predictive.get(1).probability(image, c)).isCloseTo(mean, offset(1e-7));
                    total -= mean * Math.log(mean);
                    for (double[] pass : passes) {
                        expected -= pass[at] * Math.log(pass[at]) / PASSES;
                        variance += (pass[at] - mean) * (pass[at] - mean) / PASSES / 10;
                    }
                }
                assertThat(information(predictive.get(1))[image]).isCloseTo(total - expected, offset(1e-9));
                assertThat(predictive.get(1).scores(Score.CLASS_VARIANCE)[image])
                        .isCloseTo(variance, offset(1e-9));
            }
            assertThat(Arrays.stream(information(predictive.get(1))).sum())
                    .as("some units that matter are dropped")
                    .isPositive();
        }
    }

    /** A seed fixes all; runs together are runs alone; and an image's masks do not depend on those that come later. */
    @Test
    void aSeedFixesTheMasks() {
        try (IntervalNetwork both = IntervalNetwork.untrained(MLP, new RunSeeds(1, List.of(4L, 5L)));
                IntervalNetwork alone = IntervalNetwork.untrained(MLP, new RunSeeds(1, List.of(5L)))) {
            List<Predictions> once = predict(both, DATA, Averaging.LOGITS, PASSES);
            List<Predictions> again = predict(both, DATA, Averaging.LOGITS, PASSES);
            List<Predictions> single = predict(alone, DATA, Averaging.LOGITS, PASSES);
            List<Predictions> fewer = predict(both, DATA.subset(0, 40), Averaging.LOGITS, PASSES);
            assertThat(information(once.get(0))).isEqualTo(information(again.get(0)));
            assertThat(once.get(1).scores(Score.CLASS_VARIANCE))
                    .isEqualTo(again.get(1).scores(Score.CLASS_VARIANCE));
            assertThat(information(once.get(0))).isNotEqualTo(information(once.get(1)));
            for (int image = 0; image < DATA.size(); image++) {
                assertThat(information(once.get(1))[image]).isCloseTo(information(single.get(0))[image], offset(1e-5));
            }
            for (int image = 0; image < 40; image++) {
                assertThat(information(once.get(0))[image]).isCloseTo(information(fewer.get(0))[image], offset(1e-5));
            }
            assertThat(once).hasSize(2);
            assertThat(once.get(0).size()).isEqualTo(620);
        }
    }

    /** Each layer that drops has masks of its own, and for each image the same however many come later. */
    @Test
    void laterImagesDoNotChangeTheMasksOfTwoLayers() {
        Architecture deep = Architecture.mlp(INPUT, 10, 8, 6);
        try (IntervalNetwork both = IntervalNetwork.untrained(deep, new RunSeeds(1, List.of(4L, 5L)))) {
            List<Predictions> all = predict(both, DATA, Averaging.ACTIVATIONS, PASSES);
            // 620 images are two batches, 510 are two of other sizes, and 40 are one.
            for (int count : new int[] {40, 510}) {
                List<Predictions> fewer = predict(both, DATA.subset(0, count), Averaging.ACTIVATIONS, PASSES + 1);
                List<Predictions> asMany = predict(both, DATA.subset(0, count), Averaging.ACTIVATIONS, PASSES);
                for (int image = 0; image < count; image++) {
                    assertThat(information(all.get(1))[image])
                            .isCloseTo(information(asMany.get(1))[image], offset(1e-6));
                }
                assertThat(information(fewer.get(1))).isNotEqualTo(information(asMany.get(1)));
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
                        Layer.relu(),
                        new Layer.Dropout(0),
                        new Layer.Dense(10)));
        try (IntervalNetwork network = IntervalNetwork.untrained(plain, RunSeeds.of(4))) {
            List<Predictions> predictive = predict(network, DATA, Averaging.LOGITS, PASSES);
            Predictions certain = IntervalPredictor.of(network, UNIT, Digits.NAMES)
                    .with(Averaging.LOGITS)
                    .predict(DATA);
            assertThat(Arrays.stream(information(predictive.get(0))).max().orElseThrow())
                    .isLessThan(1e-12);
            assertThat(Arrays.stream(predictive.get(0).scores(Score.CLASS_VARIANCE))
                            .max()
                            .orElseThrow())
                    .isLessThan(1e-12);
            assertThat(Digits.accuracy(predictive.get(0), DATA)).isEqualTo(Digits.accuracy(certain, DATA));
            assertThat(predictive.get(0).label(3)).isEqualTo(certain.label(3));
        }
    }

    @Test
    void foreignInputIsRefused() {
        try (IntervalNetwork network = IntervalNetwork.untrained(MLP, RunSeeds.of(4));
                IntervalNetwork huge = network.scaled(1e38, 1e38)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> predict(network, DATA, Averaging.LOGITS, 0))
                    .withMessage("passes must be a whole number >= 1, but is 0");
            try (IntervalNetwork two = IntervalNetwork.untrained(MLP, new RunSeeds(1, List.of(4L, 5L)))) {
                MonteCarloDropout both = MonteCarloDropout.of(two, UNIT, Digits.NAMES, Averaging.LOGITS, 1);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> both.predict(DATA))
                        .withMessage("the number of runs, which predictRuns predicts together, must be a whole number"
                                + " from 1 to 1, but is 2");
            }
            assertThatThrownBy(() -> predict(huge, DATA, Averaging.LOGITS, 2))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageContaining("the bounds overflow at dense");
        }
    }
}
