package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The predictors by a Bayesian network, on real digits. */
class BayesianPredictorsTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 3000);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 1000);
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));

    @ParameterizedTest
    @EnumSource
    void everyPredictorClassifiesDigits(Estimator estimator) {
        TrainingPlan plan = TrainingPlan.sound(60_000, estimator).withEpochs(4);
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 16), RunSeeds.of(1));
                BayesianAverage average = BayesianAverage.of(network, UNIT, Digits.NAMES, 10)) {
            Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE);
            Predictions predictions = average.predict(TEST);
            assertThat(Digits.accuracy(predictions, TEST)).isGreaterThan(0.7);
            assertThat(Digits.accuracy(
                            MeanNetwork.of(network, UNIT, Digits.NAMES).predict(TEST), TEST))
                    .isGreaterThan(0.7);
            assertThat(Digits.accuracy(
                            SinglePass.of(network, UNIT, Digits.NAMES, estimator)
                                    .predict(TEST),
                            TEST))
                    .isGreaterThan(0.6);
            assertEntropiesAreConsistent(predictions);
        }
    }

    private static void assertEntropiesAreConsistent(Predictions predictions) {
        double disagreement = 0;
        for (int i = 0; i < predictions.size(); i++) {
            double sum = 0;
            for (double share : predictions.probabilities(i)) {
                sum += share;
            }
            assertThat(sum).isCloseTo(1, offset(1e-5));
            double total = predictions.entropy(i);
            assertThat(total).isBetween(0.0, Math.log(10) + 1e-6);
            assertThat(predictions.score(Score.EXPECTED_ENTROPY, i)).isBetween(-1e-6, total + 1e-5);
            disagreement += predictions.score(Score.MUTUAL_INFORMATION, i);
        }
        assertThat(disagreement).isPositive();
    }

    /** Against the definitions, from the same draws. */
    @Test
    void entropiesAreThoseOfTheDraws() {
        Dataset few = TEST.subset(0, 20);
        try (BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 8), RunSeeds.of(1));
                BayesianAverage average = BayesianAverage.of(network, UNIT, Digits.NAMES, 4)) {
            Predictions predictions = average.predict(few);
            double[][] mean = new double[20][10];
            double[] entropy = new double[20];
            for (int draw = 0; draw < 4; draw++) {
                long step = (1L << 31) + draw;
                float[] pixels = new float[20 * 784];
                Digits.inputs(few, pixels);
                float[] p = Scope.get(() -> network.logitsWith(network.draw(step), Tensor.of(pixels, 20, 1, 28, 28))
                        .logSoftmax(-1)
                        .exp()
                        .toArray());
                for (int i = 0; i < 200; i++) {
                    mean[i / 10][i % 10] += p[i] / 4;
                    entropy[i / 10] -= p[i] * Math.log(p[i]) / 4;
                }
            }
            for (int i = 0; i < 20; i++) {
                double total = 0;
                for (int c = 0; c < 10; c++) {
                    assertThat((double) predictions.probability(i, c)).isCloseTo(mean[i][c], offset(1e-6));
                    total -= mean[i][c] * Math.log(mean[i][c]);
                }
                assertThat(predictions.entropy(i)).isCloseTo(total, offset(1e-5));
                assertThat(predictions.score(Score.EXPECTED_ENTROPY, i)).isCloseTo(entropy[i], offset(1e-5));
                assertThat(predictions.score(Score.MUTUAL_INFORMATION, i)).isCloseTo(total - entropy[i], offset(2e-5));
            }
        }
    }

    /** A single pass of the deep backbones, on fewer images than a batch has. */
    @Test
    void deepBackbonesPredict() {
        Dataset few = TEST.subset(0, 5);
        for (Architecture deep : new Architecture[] {Architecture.resNet18(INPUT, 10), Architecture.vgg16(INPUT, 10)}) {
            try (BayesianNetwork network = BayesianNetwork.untrained(deep, RunSeeds.of(1))) {
                Predictions predictions = SinglePass.of(network, UNIT, Digits.NAMES, Estimator.FLIPOUT)
                        .predict(few);
                assertThat(predictions.size()).isEqualTo(5);
                assertThat(predictions.entropy(0)).isBetween(0.0, Math.log(10) + 1e-6);
            }
        }
    }

    @Test
    void imagesOfAnotherShapeAreRefused() {
        Architecture colour = Architecture.mlp(new Volume(3, 32, 32), 10, 4);
        try (BayesianNetwork network = BayesianNetwork.untrained(colour, RunSeeds.of(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> MeanNetwork.of(network, UNIT, Digits.NAMES).predict(TEST))
                    .withMessage("examples must be 3×32×32 for this network, but are 1×28×28");
        }
    }
}
