package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EpistemicScoreTest {

    @Test
    void ignoranceAddsUp() {
        assertThat(EpistemicScore.epistemic(0.5, 0.5)).isEqualTo(0.75);
        assertThat(EpistemicScore.total(0.5, 0.5, 0.5)).isEqualTo(0.875);
        assertThat(EpistemicScore.totalInDistribution(0.5, 0)).isEqualTo(0.5);
        assertThat(EpistemicScore.total(0, 0, 0)).isZero();
        assertThat(EpistemicScore.total(0, 1, 0)).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EpistemicScore.total(0.5, Double.NaN, 0.5))
                .withMessage("entropy must be in [0, 1], but is NaN");
    }

    /** The parts of a calibration are those that its classes fit by themselves. */
    @Test
    void aCalibrationIsItsPartsFitted() {
        double[][] features = {{1}, {3}, {9}, {11.5}};
        int[] labels = {0, 0, 1, 1};
        double[][] radii = {{0, 1}, {0, 2}, {0.5, 0}, {1.5, 0}};
        EpistemicCalibration calibration = EpistemicCalibration.fit(features, labels, radii);
        FeatureDistance distance = FeatureDistance.fit(features, labels, 2);
        double[] distances =
                Arrays.stream(features).mapToDouble(distance::logSquared).toArray();
        assertThat(calibration.distance().whitenings()).isDeepEqualTo(distance.whitenings());
        assertThat(calibration.discount()).isEqualTo(ShaferDiscount.fit(distances));
        assertThat(calibration.scale()).isEqualTo(ClassContour.scaleFor(radii, ClassContour.bits(2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EpistemicCalibration.fit(features, labels, new double[3][2]))
                .withMessage("radii must be as long as features (4), but its length is 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EpistemicCalibration(distance, calibration.discount(), 0))
                .withMessage("scale must be a finite number > 0, but is 0.0");
    }

    /** The scale is as much larger as the radii are, whatever their reach. */
    @Test
    void theReachIsEnoughIfTheScaleIsFarBelowIt() {
        double[][] features = {{1}, {3}, {9}, {11.5}};
        int[] labels = {0, 0, 1, 1};
        double[][] radii = {{0, 1}, {0, 2}, {0.5, 0}, {1.5, 0}};
        double[][] larger = {{0, 64}, {0, 128}, {32, 0}, {96, 0}};
        EpistemicCalibration usual = EpistemicCalibration.fit(features, labels, radii);
        EpistemicCalibration far = EpistemicCalibration.fit(features, labels, larger, 512);
        assertThat(usual.reach()).isEqualTo(8);
        assertThat(far.reach()).isEqualTo(512);
        assertThat(far.scale()).isEqualTo(64 * usual.scale());
        assertThat(EpistemicCalibration.isEnough(8, radii)).isTrue();
        assertThat(EpistemicCalibration.isEnough(8, larger)).isFalse();
        assertThat(EpistemicCalibration.isEnough(512, larger)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EpistemicCalibration(usual.distance(), usual.discount(), 1, Double.NaN))
                .withMessage("reach must be a finite number > 0, but is NaN");
    }

    /** The same share of the largest non-specificity for any number of classes; for ten, a quarter of a bit exactly. */
    @Test
    void trainingExamplesLeaveAShareOfTheClasses() {
        assertThat(ClassContour.bits(10)).isEqualTo(0.25);
        double share = 0.25 / (Math.log(10) / Math.log(2));
        assertThat(ClassContour.bits(2)).isCloseTo(share, offset(1e-15));
        assertThat(ClassContour.bits(16)).isCloseTo(4 * share, offset(1e-15));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.bits(1))
                .withMessage("classes must be a whole number >= 2, but is 1");
    }

    /** The only image of a class stands at its mean: the rest is calibrated as if it were not there. */
    @Test
    void classesOfOneImageAndOfNone() {
        double[][] features = {{1}, {3}, {4}, {9}, {12}, {13}, {30}};
        int[] labels = {0, 0, 0, 2, 2, 2, 3};
        double[][] radii = new double[7][];
        for (int i = 0; i < radii.length; i++) {
            radii[i] = new double[] {0, 1 + i, 2, 3};
        }
        EpistemicCalibration calibration = EpistemicCalibration.fit(features, labels, radii);
        FeatureDistance distance = FeatureDistance.fit(features, labels, 4);
        double[] others = Arrays.stream(features)
                .limit(6)
                .mapToDouble(distance::logSquared)
                .toArray();
        assertThat(calibration.discount()).isEqualTo(ShaferDiscount.fit(others));
        assertThat(distance.classMeans()).hasDimensions(3, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EpistemicCalibration.fit(
                        new double[][] {{1}, {3}, {30}}, new int[] {0, 0, 1}, new double[][] {{0, 1}, {0, 1}, {0, 1}}))
                .withMessage("images must be at different distances from the means of their classes, but the 3 given"
                        + " are not; 3 or more of one class are needed");
    }

    @Test
    void contoursAtTheEnds() {
        ClassContour sure = ClassContour.of(new double[] {12, 0, 12, 12}, 1e-3);
        assertThat(sure.nonSpecificity()).isZero();
        ClassContour vacuous = ClassContour.of(new double[4], 1);
        assertThat(vacuous.nonSpecificity()).isCloseTo(1, offset(1e-15));
        // One other class, at one scale: exp(-1/2) of log2(2) out of log2(4).
        ClassContour one = ClassContour.of(new double[] {0, 0.5, 100, 100}, 0.5);
        assertThat(one.nonSpecificity()).isCloseTo(0.5 * Math.exp(-0.5), offset(1e-15));
        assertThat(one.plausibility(1)).isCloseTo(Math.exp(-0.5), offset(1e-15));
    }

    @Test
    void contoursThatAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.of(new double[] {0, 1}, 0))
                .withMessage("scale must be a finite number > 0, but is 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.of(new double[] {0}, 1))
                .withMessage("the number of classes must be a whole number >= 2, but is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.of(new double[] {0, Double.NaN}, 1))
                .withMessage("radii[1] must be a finite number >= 0, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.of(new double[] {1, 2}, 1))
                .withMessage("radii must have a 0 for the top class, but the least is 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.scaleFor(new double[][] {}, 0.5))
                .withMessage("the number of examples must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.scaleFor(new double[][] {{0, 1}, {0, 1, 2}}, 0.5))
                .withMessage("radii[1] must be as long as radii[0] (2), but its length is 3");
        // Two classes can be unknown by one bit, no more.
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassContour.scaleFor(new double[][] {{0, 1}}, 1))
                .withMessage("bits must be above 0 and below 1.0, but is 1.0");
        // All classes tied: no scale makes that less, and the least comes nearest.
        assertThat(ClassContour.scaleFor(new double[][] {{0, 0}}, 0.5)).isCloseTo(1e-3, offset(1e-9));
    }

    @Test
    void typicalImagesAreHardlyDiscounted() {
        ShaferDiscount discount = ShaferDiscount.fit(new double[] {1, 3, 1, 3});
        assertThat(discount).isEqualTo(new ShaferDiscount(2, 1));
        assertThat(discount.discount(2)).isCloseTo(0.022750131948179195, offset(1e-15));
        assertThat(discount.discount(4)).isEqualTo(0.5);
        assertThat(discount.discount(Double.NEGATIVE_INFINITY)).isZero();
        assertThat(discount.discount(Double.POSITIVE_INFINITY)).isEqualTo(1);
    }

    @Test
    void discountsThatAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShaferDiscount.fit(new double[] {1}))
                .withMessage("the number of examples must be a whole number >= 2, but is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShaferDiscount.fit(new double[] {1, Double.NaN}))
                .withMessage("logSquaredDistances[1] must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShaferDiscount.fit(new double[] {1, 1}))
                .withMessage("deviation must be a finite number > 0, but is 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ShaferDiscount(0, 1).discount(Double.NaN))
                .withMessage("logSquaredDistance must be a number, but is NaN");
    }
}
