package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.credal.TopClass;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Part;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.junit.jupiter.api.Test;

class RadiusCalibrationTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Volume IMAGES = TRAIN.shape();

    private static BayesianNetwork trained(Architecture architecture) {
        BayesianNetwork network = BayesianNetwork.untrained(architecture, Bias.POINT, RunSeeds.of(1));
        TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(5);
        Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE);
        return network;
    }

    @Test
    void calibrationLosesLittle() {
        try (BayesianNetwork one = trained(Architecture.mlp(IMAGES, 10, 8));
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalNetwork wide = wrapped.scaled(40, 40)) {
            double[] scales = RadiusCalibration.scales(wide, TRAIN, UNIT, Averaging.LOGITS, 0.001);
            try (IntervalNetwork scaled = wide.scaled(scales)) {
                double mean = wide.accuracies(TRAIN, UNIT, Averaging.WEIGHTS)[0];
                double lost = mean - scaled.accuracies(TRAIN, UNIT, Averaging.LOGITS)[0];
                assertThat(lost).isLessThanOrEqualTo(0.001);
                assertThat(mean - wide.accuracies(TRAIN, UNIT, Averaging.LOGITS)[0])
                        .as("there was something to lose")
                        .isGreaterThan(0.01);
                assertThat(Arrays.stream(scales).min().orElseThrow()).isLessThan(1);
                assertThat(Arrays.stream(scales).max().orElseThrow()).isPositive();
            }
        }
    }

    /** On few rows, a loss may look small by chance: what changes must leave a standard error to spare. */
    @Test
    void theLossOnRowsIsSmallBeyondItsStandardError() throws IOException {
        Dataset rows = rows(400);
        TableInput input = TableInput.fit(rows);
        BayesianNetwork network =
                BayesianNetwork.untrained(Architecture.mlp(input.shape(), 2, 8), Bias.POINT, RunSeeds.of(1));
        Trainer.train(
                network, rows, input, TrainingPlan.table(400, Estimator.FLIPOUT).withEpochs(20), TrainingListener.NONE);
        double tolerance = 0.01;
        try (network;
                IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults());
                IntervalNetwork wide = wrapped.scaled(100, 100);
                IntervalNetwork scaled =
                        wide.scaled(RadiusCalibration.scales(wide, rows, input, Averaging.LOGITS, tolerance))) {
            BitSet midpoints = wide.correct(rows, input, Averaging.WEIGHTS)[0];
            double allowed = tolerance * rows.size();
            assertThat(loss(midpoints, scaled.correct(rows, input, Averaging.LOGITS)[0]))
                    .isLessThanOrEqualTo(allowed);
            assertThat(loss(midpoints, wide.correct(rows, input, Averaging.LOGITS)[0]))
                    .as("there was something to lose")
                    .isGreaterThan(allowed);
        }
    }

    /** Returns how many predictions are lost, with a standard error on top. */
    private static double loss(BitSet midpoints, BitSet own) {
        BitSet changed = (BitSet) own.clone();
        changed.xor(midpoints);
        return midpoints.cardinality() - own.cardinality() + Math.sqrt(changed.cardinality());
    }

    /** Two classes that overlap in both of their columns. */
    private static Dataset rows(int count) throws IOException {
        ExampleType type = new ExampleType.Rows(List.of(new Column.Numeric("a"), new Column.Numeric("b")));
        Random random = new Random(1);
        int[] labels = new int[count];
        try (Records.Builder records = Records.builder(type.bytes())) {
            for (int row = 0; row < count; row++) {
                labels[row] = random.nextInt(2);
                records.add(new float[] {(float) (labels[row] + random.nextGaussian()), (float) random.nextGaussian()});
            }
            return Dataset.of("rows", type, List.of("no", "yes"), records.build(), labels);
        }
    }

    /** Bounds of bounds need smaller radii than averages that forget them, and predictions show these bounds. */
    @Test
    void boundsOfDeepNetworksStillTellClassesApart() {
        Dataset images = TRAIN.subset(0, 500);
        try (BayesianNetwork deep = trained(Architecture.mlp(IMAGES, 10, 64, 64, 64));
                IntervalNetwork wrapped = IntervalNetwork.wrap(deep, Wrapping.withDefaults())) {
            double[] asTheyCome = new double[] {1, 1, 1, 1};
            double[] scales = RadiusCalibration.scales(wrapped, images, UNIT, Averaging.ACTIVATIONS, 0.001);
            double mean = accuracy(wrapped, asTheyCome, images, Averaging.WEIGHTS);
            assertThat(accuracy(wrapped, asTheyCome, images, Averaging.LOGITS)).isLessThan(mean - 0.1);
            assertThat(accuracy(wrapped, scales, images, Averaging.LOGITS)).isGreaterThanOrEqualTo(mean - 0.001);
            assertThat(accuracy(wrapped, scales, images, Averaging.ACTIVATIONS)).isGreaterThanOrEqualTo(mean - 0.001);
            assertThat(Arrays.stream(scales).min().orElseThrow())
                    .as("no layer lost its intervals")
                    .isPositive();
        }
    }

    private static double accuracy(IntervalNetwork network, double[] scales, Dataset images, Averaging averaging) {
        try (IntervalNetwork scaled = network.scaled(scales)) {
            return scaled.accuracies(images, UNIT, averaging)[0];
        }
    }

    /** After eight layers the smallest radii are wide bounds: then intervals stay for the sake of the scores. */
    @Test
    void networksTooDeepForBoundsKeepTheirRadii() {
        Architecture architecture = Architecture.mlp(IMAGES, 10, 64, 64, 64, 64, 64, 64, 64, 64);
        try (IntervalNetwork network = IntervalNetwork.untrained(architecture, RunSeeds.of(1))) {
            Dataset own = asItSays(network, TRAIN.subset(0, 200));
            assertThat(RadiusCalibration.scales(network, own, UNIT, Averaging.LOGITS, 0.001))
                    .as("predictions by the bounds leave some layers no radius")
                    .contains(0);
            double[] scales = RadiusCalibration.scales(network, own, UNIT, Averaging.ACTIVATIONS, 0.001);
            assertThat(Arrays.stream(scales).min().orElseThrow()).isPositive();
            assertThat(accuracy(network, scales, own, Averaging.ACTIVATIONS)).isGreaterThanOrEqualTo(0.999);
        }
    }

    /** The images with the labels that the network of the midpoints gives them. */
    private static Dataset asItSays(IntervalNetwork network, Dataset images) {
        byte[] labels = new byte[images.size()];
        InputBatch.forEach(images, UNIT, network.architecture(), batch -> {
            float[] probabilities = network.passes().probabilities(batch, Averaging.WEIGHTS, Masks.NONE);
            for (int i = 0; i < batch.count(); i++) {
                labels[batch.first() + i] = (byte) TopClass.of(probabilities, 10 * i, 10);
            }
        });
        byte[] pixels = new byte[images.size() * images.shape().size()];
        images.pixels(0, images.size(), pixels);
        return Dataset.of("own", images.shape(), images.classNames(), pixels, labels);
    }

    /** Averages of activations pass where bounds of bounds overflow; what is calibrated must have both. */
    @Test
    void calibratedNetworksHaveBounds() {
        Architecture deep = Architecture.mlp(IMAGES, 10, 64, 64, 64, 64, 64, 64, 64, 64);
        Dataset few = TRAIN.subset(0, 50);
        try (IntervalNetwork narrow = IntervalNetwork.untrained(deep, RunSeeds.of(1))) {
            double[] wide = narrow.byFanIn();
            Arrays.fill(wide, 2000);
            try (IntervalNetwork network = narrow.scaled(wide)) {
                assertThat(network.accuracies(few, UNIT, Averaging.ACTIVATIONS)[0])
                        .isBetween(0.0, 1.0);
                assertThatThrownBy(() -> IntervalNetworkTest.checkBounds(network, few))
                        .isInstanceOf(IntervalOverflowException.class);
                double[] scales = RadiusCalibration.scales(network, few, UNIT, Averaging.ACTIVATIONS, 1);
                try (IntervalNetwork calibrated = network.scaled(scales)) {
                    IntervalNetworkTest.checkBounds(calibrated, few);
                }
            }
        }
    }
}
