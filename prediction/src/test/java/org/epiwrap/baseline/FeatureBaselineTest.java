package org.epiwrap.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.metrics.Detection;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Digits;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Predictions;
import org.junit.jupiter.api.Test;

/** Properties that the definitions imply; numbers are compared with other implementations in {@code reference}. */
class FeatureBaselineTest {
    private static final Volume INPUT = Digits.SHAPE;
    private static final Input UNIT = Digits.UNIT;
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 1500);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 300);
    private static final Dataset CLOTHES = Mnist.FASHION.load(Part.TEST).subset(0, 300);

    private static double[][] random(int rows, int columns, long seed) {
        Random random = new Random(seed);
        double[][] matrix = new double[rows][columns];
        for (double[] row : matrix) {
            Arrays.setAll(row, j -> random.nextGaussian());
        }
        return matrix;
    }

    private static Features features(double[][] hidden) {
        return Features.of(hidden, new double[hidden.length][2]);
    }

    private static double[][] times(double[][] a, double[][] b) {
        double[][] product = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    product[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return product;
    }

    /** Mahalanobis distances are the same in any coordinates; those of directions do not count that are constant. */
    @Test
    void mahalanobisDistancesDependOnNoCoordinates() {
        double[][] train = random(80, 4, 1);
        double[][] others = random(20, 4, 2);
        int[] labels = new Random(3).ints(80, 0, 3).toArray();
        double[][] change = random(4, 6, 4);
        double[] plain = FeatureMahalanobis.fit(features(train), labels).scores(features(others));
        double[] changed =
                FeatureMahalanobis.fit(features(times(train, change)), labels).scores(features(times(others, change)));
        assertThat(changed).containsExactly(plain, offset(1e-8));
        assertThat(Arrays.stream(plain).min().orElseThrow()).isPositive();
    }

    /** Each class's mean is at distance 0; a class without examples has none. */
    @Test
    void theMeanOfAClassIsNearest() {
        double[][] hidden = {{1, 0}, {3, 1}, {-1, 5}, {-3, 4}, {-2, 6}};
        Features train = features(hidden);
        Features means = features(new double[][] {{2, 0.5}, {-2, 5}, {0, 3}});
        double[] scores =
                FeatureMahalanobis.fit(train, new int[] {0, 0, 4, 4, 4}).scores(means);
        assertThat(scores[0]).isCloseTo(0, offset(1e-12));
        assertThat(scores[1]).isCloseTo(0, offset(1e-12));
        assertThat(scores[2]).isGreaterThan(1);
        // With a single class both distances are one.
        assertThat(RelativeMahalanobis.fit(train, new int[5]).scores(means)).containsExactly(0, 0, 0);
    }

    /** A network whose hidden layer is dead gives all examples the same scores. */
    @Test
    void featuresThatDoNotVaryAreNoError() {
        Features train = features(new double[5][3]);
        Features other = features(random(4, 3, 5));
        int[] labels = {0, 1, 0, 1, 1};
        LastLayer last = LastLayer.of(new double[2][3], new double[2][3], new double[2]);
        assertThat(FeatureMahalanobis.fit(train, labels).scores(other)).containsOnly(0);
        assertThat(RelativeMahalanobis.fit(train, labels).scores(other)).containsOnly(0);
        assertThat(VirtualLogit.fit(train, last).scores(other)).containsOnly(-Math.log(2));
        assertThat(FeatureNeighbours.fit(train, 1).scores(train)).containsOnly(0);
    }

    @Test
    void aSingleUnitLeavesNoVirtualLogit() {
        Features one = features(new double[][] {{1}, {2}, {4}});
        LastLayer last = LastLayer.of(new double[][] {{1}, {-1}}, new double[2][1], new double[2]);
        assertThat(VirtualLogit.fit(one, last).scores(one)).containsExactly(LogitScore.ENERGY.scores(one));
    }

    /** The direction of features matters to neighbours, their length does not. */
    @Test
    void neighboursAreComparedByDirection() {
        Features train = features(new double[][] {{1, 0}, {0, 2}, {3, 0}});
        Features others = features(new double[][] {{5, 0}, {0, 0.1}, {1, 1}});
        double diagonal = Math.sqrt(2 - Math.sqrt(2));
        assertThat(FeatureNeighbours.fit(train, 1).scores(others))
                .containsExactly(new double[] {0, 0, diagonal}, offset(1e-7));
        assertThat(FeatureNeighbours.fit(train, 2).scores(others))
                .containsExactly(new double[] {0, Math.sqrt(2), diagonal}, offset(1e-7));
        assertThat(FeatureNeighbours.fit(train, 1).name()).isEqualTo("nearest neighbour");
        assertThatIllegalArgumentException().isThrownBy(() -> FeatureNeighbours.fit(train, 4));
    }

    /** −ln Σ exp z lies below −max z, by at most ln C; large logits overflow nothing. */
    @Test
    void energyIsNearTheLargestLogit() {
        double[][] logits = random(50, 4, 6);
        logits[0] = new double[] {1000, 999, -1000, 0};
        Features features = Features.of(new double[50][1], logits);
        double[] energies = LogitScore.ENERGY.scores(features);
        double[] tops = LogitScore.MAXIMUM.scores(features);
        for (int i = 0; i < energies.length; i++) {
            assertThat(energies[i]).isBetween(tops[i] - Math.log(4), tops[i]);
        }
        assertThat(energies[0]).isCloseTo(-1000 - Math.log(1 + Math.exp(-1)), offset(1e-10));
    }

    /** All look at the mean network: its logits are those that it predicts with, and clothes score higher than digits. */
    @Test
    void trainedDigits() {
        try (BayesianNetwork network = Digits.trained(TRAIN, 24, new RunSeeds(1, List.of(1L)), Digits.plan(8));
                FeatureBaselines baselines = FeatureBaselines.fit(network, TRAIN, UNIT)) {
            assertThat(baselines.all())
                    .extracting(FeatureBaseline::name)
                    .containsExactly(
                            "maximum logit",
                            "energy",
                            "10 nearest neighbours",
                            "Mahalanobis",
                            "relative Mahalanobis",
                            "ViM");
            Map<String, double[]> known = baselines.scores(TEST);
            Map<String, double[]> unknown = baselines.scores(CLOTHES);
            Predictions mean = MeanNetwork.of(network, UNIT, Digits.NAMES).predict(TEST);
            double[] ofMeans = Objects.requireNonNull(known.get("energy"));
            for (int i = 0; i < TEST.size(); i++) {
                assertThat(ofMeans[i]).isCloseTo(UnfamiliarityCalibration.energy(mean.logits(i)), offset(1e-4));
            }
            known.forEach((name, scores) -> assertThat(
                            Detection.between(scores, Objects.requireNonNull(unknown.get(name)))
                                    .auroc())
                    .as(name)
                    .isGreaterThan(0.6));
            // The baselines of intervals are those of their midpoints.
            float[] low = new float[network.means(0).length];
            float[] high = low.clone();
            float[] means = network.means(0);
            for (int i = 0; i < low.length; i++) {
                low[i] = means[i] - 0.25f;
                high[i] = means[i] + 0.25f;
            }
            try (IntervalNetwork wide = IntervalNetwork.of(
                            network.architecture(),
                            network.bias(),
                            network.seeds(),
                            low,
                            high,
                            network.pointValues(0),
                            network.runningStatistics());
                    FeatureBaselines same = FeatureBaselines.fit(wide, TRAIN, UNIT)) {
                double[] energies = same.scores(TEST).get("energy");
                assertThat(energies).containsExactly(known.get("energy"), offset(1e-3));
            }
        }
    }

    /** Without a hidden layer the features are the inputs; of thousands of them no covariance is computed. */
    @Test
    void networksOfOneLayer() {
        try (BayesianNetwork network = BayesianNetwork.untrained(
                        new Architecture(INPUT, List.of(new Layer.Dense(10))), new RunSeeds(1, List.of(1L)));
                FeatureBaselines baselines = FeatureBaselines.fit(network, TRAIN.subset(0, 50), UNIT)) {
            assertThat(baselines.scores(TEST.subset(0, 3)).get("ViM")).hasSize(3);
        }
        Architecture wide = Architecture.mlp(INPUT, 10, 2001);
        try (BayesianNetwork network = BayesianNetwork.untrained(wide, new RunSeeds(1, List.of(1L)));
                FeatureBaselines baselines = FeatureBaselines.fit(network, TRAIN.subset(0, 5), UNIT)) {
            assertThat(baselines.all())
                    .hasSize(3)
                    .extracting(FeatureBaseline::name)
                    .contains("5 nearest neighbours");
        }
        try (BayesianNetwork network = BayesianNetwork.untrained(wide, new RunSeeds(1, List.of(1L, 2L)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FeatureBaselines.fit(network, TRAIN.subset(0, 5), UNIT))
                    .withMessageContaining("the number of runs must be a whole number from 1 to 1");
        }
    }
}
