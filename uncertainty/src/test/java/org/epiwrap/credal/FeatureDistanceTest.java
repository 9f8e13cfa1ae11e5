package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class FeatureDistanceTest {
    private static final int IMAGES = 300;

    /** One feature, two classes of two images each: the definition by hand. */
    @Test
    void byHand() {
        double[][] features = {{1}, {3}, {9}, {11}};
        FeatureDistance distance = FeatureDistance.fit(features, new int[] {0, 0, 2, 2}, 3);
        double deviation = Math.sqrt(17) + 1e-6;
        double covariance = (0.7 * 2 + 0.3 * 4 / 3) * 1.001;
        assertThat(distance.logSquared(new double[] {5})).isCloseTo(Math.log(9 / covariance), offset(1e-9));
        assertThat(distance.logSquared(new double[] {10.5})).isCloseTo(Math.log(0.25 / covariance), offset(1e-9));
        assertThat(distance.logSquared(new double[] {2})).isLessThan(Math.log(1e-20 / deviation));
    }

    /**
     * Beyond 64 features principal components are taken. Features that are always zero add nothing to them: 60 that
     * vary and 10 that do not are 64 components, and as far from the classes as 60 and 4, which are taken as they are.
     */
    @Test
    void principalComponentsKeepDistances() {
        UniformRandomProvider random = new RandomStreams(81).stream(0);
        double[][] features = new double[IMAGES][];
        int[] labels = new int[IMAGES];
        for (int i = 0; i < IMAGES; i++) {
            labels[i] = i % 4;
            features[i] = image(random, labels[i]);
        }
        FeatureDistance all = FeatureDistance.fit(features, labels, 4);
        double[][] fewer =
                Arrays.stream(features).map(f -> Arrays.copyOf(f, 64)).toArray(double[][]::new);
        FeatureDistance plain = FeatureDistance.fit(fewer, labels, 4);
        for (int i = 0; i < 20; i++) {
            double[] image = image(random, random.nextInt(5));
            assertThat(all.logSquared(image)).isCloseTo(plain.logSquared(Arrays.copyOf(image, 64)), offset(1e-9));
        }
    }

    /** 60 features that vary together, and 10 zeros. */
    private static double[] image(UniformRandomProvider random, int label) {
        double[] features = new double[70];
        double common = random.nextDouble();
        for (int j = 0; j < 60; j++) {
            features[j] = common + 0.3 * random.nextDouble() + (j % 5 == label ? 1 : 0);
        }
        return features;
    }

    /** A class of a single image has no covariance of its own: it takes part with what all share. */
    @Test
    void oneImageIsEnoughForAClass() {
        FeatureDistance distance = FeatureDistance.fit(new double[][] {{1}, {3}, {9}}, new int[] {0, 0, 1}, 2);
        double shared = 2.0 / 2 * 1.001;
        assertThat(distance.logSquared(new double[] {9.5})).isCloseTo(Math.log(0.25 / shared), offset(1e-9));
        assertThat(distance.logSquared(new double[] {9})).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** As it is and by principal components: what was fitted is nothing but the numbers it gives. */
    @Test
    void whatWasFittedComesBackToTheLastBit() {
        UniformRandomProvider random = new RandomStreams(82).stream(0);
        for (int length : new int[] {3, 64, 70}) {
            double[][] features = new double[IMAGES][];
            int[] labels = new int[IMAGES];
            for (int i = 0; i < IMAGES; i++) {
                labels[i] = i % 4;
                features[i] = Arrays.copyOf(image(random, labels[i]), length);
            }
            FeatureDistance fitted = FeatureDistance.fit(features, labels, 5);
            FeatureDistance back = FeatureDistance.of(
                    fitted.mean(), fitted.deviation(), fitted.components(), fitted.classMeans(), fitted.whitenings());
            assertThat(back.features()).isEqualTo(length);
            assertThat(back.classMeans()).hasDimensions(4, Math.min(64, length));
            for (int i = 0; i < 50; i++) {
                double[] image = Arrays.copyOf(image(random, random.nextInt(5)), length);
                assertThat(back.logSquared(image)).isEqualTo(fitted.logSquared(image));
            }
        }
    }

    @Test
    void numbersThatWereNeverFittedAreRefused() {
        double[] two = {1, 1};
        double[][] identity = {{1, 0}, {0, 1}};
        double[][] means = {{0, 0}};
        double[][][] whitenings = {identity};
        assertThat(FeatureDistance.of(two, two, identity, means, whitenings).logSquared(new double[] {4, 5}))
                .isEqualTo(Math.log(25));
        refused(
                () -> FeatureDistance.of(new double[0], two, identity, means, whitenings),
                "the number of features must be a whole number >= 1, but is 0");
        refused(
                () -> FeatureDistance.of(new double[] {1, Double.NaN}, two, identity, means, whitenings),
                "mean[1] must be a finite number, but is NaN");
        refused(
                () -> FeatureDistance.of(two, new double[] {1}, identity, means, whitenings),
                "deviation must be as long as mean (2), but its length is 1");
        refused(
                () -> FeatureDistance.of(two, new double[] {1, 0}, identity, means, whitenings),
                "deviation[1] must be a finite number > 0, but is 0.0");
        refused(
                () -> FeatureDistance.of(two, two, means, means, whitenings),
                "components must be as long as mean (2), but its length is 1");
        refused(
                () -> FeatureDistance.of(two, two, new double[2][3], means, whitenings),
                "the number of components must be a whole number from 1 to 2, but is 3");
        refused(
                () -> FeatureDistance.of(two, two, new double[][] {{1, 2}, {1}}, means, whitenings),
                "components[1] must be as long as components[0] (2), but its length is 1");
        refused(
                () -> FeatureDistance.of(two, two, identity, new double[0][], whitenings),
                "the number of classes must be a whole number >= 1, but is 0");
        refused(
                () -> FeatureDistance.of(two, two, identity, identity, whitenings),
                "whitenings must be as long as classMeans (2), but its length is 1");
        refused(
                () -> FeatureDistance.of(two, two, identity, new double[][] {{0}}, whitenings),
                "classMeans[0] must be as long as the components (2), but its length is 1");
        refused(
                () -> FeatureDistance.of(two, two, identity, means, new double[][][] {{{1, 0}, {0, -1}}}),
                "whitenings[0][1][1] must be a finite number > 0, but is -1.0");
        refused(
                () -> FeatureDistance.of(two, two, identity, means, new double[][][] {{{1, 2}, {0, 1}}}),
                "whitenings[0][0][1] must be 0, since it is above the diagonal, but is 2.0");
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @Test
    void radiiOfZeroAreFinite() {
        assertThat(FeatureDistance.features(new double[] {2, -1}, new double[] {1, 0}))
                .containsExactly(2, -1, 0, Math.log(1e-12));
    }

    @Test
    void whatIsRefused() {
        int[] labels = {0, 1};
        refused(new double[][] {{1}}, labels, "the number of examples must be a whole number >= 2, but is 1");
        refused(new double[3][1], labels, "labels must be as long as features (3), but its length is 2");
        refused(new double[2][0], labels, "the number of features must be a whole number >= 1, but is 0");
        refused(
                new double[][] {{1}, {1, 2}},
                labels,
                "features[1] must be as long as features[0] (1), but its length is 2");
        refused(new double[][] {{1}, {Double.NaN}}, labels, "features[1][0] must be a finite number, but is NaN");
        refused(new double[2][1], new int[] {0, 2}, "labels[1] must be a whole number from 0 to 1, but is 2");
        refused(
                new double[][] {{1}, {2}},
                labels,
                "at least two examples of one class must have different features, but no two have");
        FeatureDistance distance = FeatureDistance.fit(new double[][] {{1}, {2}}, new int[] {0, 0}, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> distance.logSquared(new double[2]))
                .withMessage("features must be as long as those of the training examples (1), but its length is 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> distance.logSquared(new double[] {Double.NaN}))
                .withMessage("features[0] must be a finite number, but is NaN");
    }

    private static void refused(double[][] features, int[] labels, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureDistance.fit(features, labels, 2))
                .withMessage(message);
    }
}
