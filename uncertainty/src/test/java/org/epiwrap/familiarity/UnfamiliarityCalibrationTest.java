package org.epiwrap.familiarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.FeatureDistance.Shrinkage;
import org.epiwrap.familiarity.UnfamiliarityCalibration.Features;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class UnfamiliarityCalibrationTest {
    private static final int CLASSES = 4;

    /** Examples of classes apart from each other; how far an example strays differs, as in networks. */
    private static final class Source {
        private final UniformRandomProvider random;
        private final double[][] means;

        Source(long seed, int length) {
            this.random = new RandomStreams(seed).stream(0);
            this.means = new double[CLASSES][length];
            for (double[] mean : means) {
                Arrays.setAll(mean, j -> 1.5 * normal());
            }
        }

        /** About standard normal. */
        double normal() {
            return IntStream.range(0, 12).mapToDouble(i -> random.nextDouble()).sum() - 6;
        }

        double[] example(int category) {
            double spread = Math.exp(0.4 * normal());
            double[] example = new double[means[category].length];
            Arrays.setAll(example, j -> means[category][j] + spread * normal());
            return example;
        }

        double[][] examples(int[] labels) {
            return Arrays.stream(labels).mapToObj(this::example).toArray(double[][]::new);
        }
    }

    /** Labels of classes of these sizes. */
    private static int[] labels(int... sizes) {
        return IntStream.range(0, sizes.length)
                .flatMap(c -> IntStream.range(0, sizes[c]).map(i -> c))
                .toArray();
    }

    private static Features features(Source source, int[] labels) {
        double[][] features = source.examples(labels);
        double[][] logits =
                Arrays.stream(features).map(x -> Arrays.copyOf(x, CLASSES)).toArray(double[][]::new);
        return new Features(List.of(features, logits), logits);
    }

    private static UnfamiliarityCalibration calibration(Source source) {
        int[] labels = labels(40, 30, 20, 10);
        return UnfamiliarityCalibration.fit(
                List.of("hidden", "logits"), features(source, labels), labels, features(source, labels));
    }

    private static Unfamiliarity of(UnfamiliarityCalibration calibration, double[] example) {
        double[] logits = Arrays.copyOf(example, CLASSES);
        return calibration.of(List.of(example, logits), logits);
    }

    /** What was fitted is nothing but the numbers that it gives, on one thread or several. */
    @Test
    void isItsNumbersWhateverTheThreads() throws Exception {
        UnfamiliarityCalibration fitted = calibration(new Source(5, 6));
        ForkJoinPool alone = new ForkJoinPool(1);
        UnfamiliarityCalibration again =
                alone.submit(() -> calibration(new Source(5, 6))).get();
        alone.shutdown();
        UnfamiliarityCalibration restored = new UnfamiliarityCalibration(
                fitted.distances().stream()
                        .map(distance -> FeatureDistance.of(
                                distance.mean(),
                                distance.deviation(),
                                distance.components(),
                                distance.classMeans(),
                                distance.whitenings()))
                        .toList(),
                HarmonicCombination.of(
                        fitted.combination().names(), fitted.combination().scores()));
        Source source = new Source(6, 6);
        for (int i = 0; i < 50; i++) {
            double[] example = source.example(i % CLASSES);
            double[] expected = numbers(of(fitted, example));
            assertThat(numbers(of(again, example))).isEqualTo(expected);
            assertThat(numbers(of(restored, example))).isEqualTo(expected);
        }
    }

    private static double[] numbers(Unfamiliarity unfamiliarity) {
        return IntStream.range(0, unfamiliarity.members().size())
                .boxed()
                .flatMap(m -> List.of(unfamiliarity.score(m), unfamiliarity.pValue(m)).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** An example is unfamiliar as soon as one member says so: its features, or logits that expect no class. */
    @Test
    void oneMemberIsEnough() {
        Source source = new Source(7, 6);
        UnfamiliarityCalibration calibration = calibration(source);
        double[] typical = source.means[0].clone();
        assertThat(of(calibration, typical).value()).isLessThan(0.3);
        double[] far = typical.clone();
        far[5] += 30;
        Unfamiliarity unfamiliar = of(calibration, far);
        assertThat(unfamiliar.value()).isGreaterThan(0.7);
        assertThat(unfamiliar.pValue(0)).isEqualTo(1.0 / 101);
        assertThat(unfamiliar.pValue(1)).isGreaterThan(0.1);
        double[] low = {-40, -40, -40, -40};
        Unfamiliarity expectsNone = calibration.of(List.of(typical, Arrays.copyOf(typical, CLASSES)), low);
        assertThat(expectsNone.pValue(2)).isEqualTo(1.0 / 101);
        assertThat(expectsNone.value()).isGreaterThan(0.7);
    }

    /**
     * A class of ten examples among 300 of each other: with the share of its own covariance that its size allows for, alarms
     * at 5 % are not far from that for the class itself; with a fixed share they are several times as many.
     */
    @Test
    void smallClassesAreNotUnfamiliar() {
        double bySize = 0;
        double fixed = 0;
        int runs = 10;
        for (int run = 0; run < runs; run++) {
            bySize += alarms(new Source(100 + run, 32), Shrinkage.BY_CLASS_SIZE) / runs;
            fixed += alarms(new Source(100 + run, 32), Shrinkage.FIXED) / runs;
        }
        assertThat(bySize).isBetween(0.04, 0.15);
        assertThat(fixed).isGreaterThan(2 * bySize);
    }

    private static double alarms(Source source, Shrinkage shrinkage) {
        int[] train = labels(300, 300, 300, 10);
        FeatureDistance distance = FeatureDistance.fit(source.examples(train), train, CLASSES, shrinkage);
        ConformalPValues heldOut = ConformalPValues.of(Arrays.stream(source.examples(labels(150, 150, 150, 5)))
                .mapToDouble(distance::logSquared)
                .toArray());
        return IntStream.range(0, 400)
                .mapToDouble(i -> heldOut.of(distance.logSquared(source.example(CLASSES - 1))) <= 0.05 ? 1 : 0)
                .average()
                .orElseThrow();
    }

    /** An example like the only one of its class is at distance 0, whose logarithm no file could hold. */
    @Test
    void scoresAreFinite() {
        double[][] features = {{1}, {3}, {9}};
        double[][] logits = {{1, 0}, {2, 0}, {0, 3}};
        UnfamiliarityCalibration calibration = UnfamiliarityCalibration.fit(
                List.of("layer"),
                new Features(List.<double[][]>of(features), logits),
                new int[] {0, 0, 1},
                new Features(List.<double[][]>of(features), logits));
        assertThat(calibration.of(List.of(new double[] {9}), logits[2]).score(0))
                .isEqualTo(Math.log(1e-12));
    }

    @Test
    void energyOfLogits() {
        assertThat(UnfamiliarityCalibration.energy(new double[] {0, 0})).isCloseTo(-Math.log(2), offset(1e-15));
        assertThat(UnfamiliarityCalibration.energy(new double[] {1000, 0})).isEqualTo(-1000);
        assertThat(UnfamiliarityCalibration.energy(new double[] {-1000, -1000}))
                .isCloseTo(1000 - Math.log(2), offset(1e-12));
        assertThatIllegalArgumentException().isThrownBy(() -> UnfamiliarityCalibration.energy(new double[0]));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Source source = new Source(8, 6);
        UnfamiliarityCalibration calibration = calibration(source);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> calibration.of(List.of(new double[6]), new double[4]))
                .withMessage("features must be as long as the layers (2), but its length is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new UnfamiliarityCalibration(calibration.distances().subList(0, 1), calibration.combination()))
                .withMessageContaining("the layers and the energy (2)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UnfamiliarityCalibration(new ArrayList<>(), calibration.combination()))
                .withMessageContaining("the number of layers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Features(List.<double[][]>of(new double[3][2]), new double[2][2]))
                .withMessageContaining("those of the logits (2)");
    }
}
