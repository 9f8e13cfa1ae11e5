package org.epiwrap.credal;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * What the {@linkplain EpistemicScore epistemic scores} of a network need to know of its training images.
 *
 * @param distance of an image's features to those of the training images
 * @param discount of a prediction by that distance
 * @param scale of the class contour, for scores that detect out-of-distribution images
 * @param reach up to which decision radii are looked for: a few times the scale
 */
public record EpistemicCalibration(FeatureDistance distance, ShaferDiscount discount, double scale, double reach) {

    /** ln D² of an image at the mean of its class, up to rounding. */
    private static final double NO_DISTANCE = Math.log(1e-12);

    /** In scales of the contour: a class at this distance has a plausibility of exp(-32). */
    private static final double MIN_REACH = 8;

    public EpistemicCalibration {
        Check.positive("scale", scale);
        Check.positive("reach", reach);
    }

    /** Creates a calibration with the usual reach of decision radii. */
    public EpistemicCalibration(FeatureDistance distance, ShaferDiscount discount, double scale) {
        this(distance, discount, scale, DecisionRadii.REACH);
    }

    /**
     * Fits the calibration to training images, of which a few thousand suffice. Classes may have few of them or none, but
     * three of one class are needed. An image at the very mean of its class, such as the only one of a class, carries no
     * information on typical distances, which are fitted without it.
     *
     * @param features [images][features], see {@link FeatureDistance#features}
     * @param labels [images], from 0 to classes - 1
     * @param radii [images][classes], see {@link DecisionRadii}
     * @param reach of these radii
     */
    public static EpistemicCalibration fit(double[][] features, int[] labels, double[][] radii, double reach) {
        Check.atLeast("the number of examples", radii.length, 1);
        Check.sameLength("radii", radii.length, "features", features.length);
        FeatureDistance distance = FeatureDistance.fit(features, labels, radii[0].length);
        // Each image by itself: the same for any number of threads.
        double[] distances = Arrays.stream(features)
                .parallel()
                .mapToDouble(distance::logSquared)
                .filter(value -> value > NO_DISTANCE)
                .toArray();
        if (Arrays.stream(distances).distinct().count() < 2) {
            throw new IllegalArgumentException("images must be at different distances from the means of their classes,"
                    + " but the " + features.length + " given are not; 3 or more of one class are needed");
        }
        return new EpistemicCalibration(distance, ShaferDiscount.fit(distances), scaleFor(radii, reach), reach);
    }

    /**
     * Fits the calibration to training images whose radii have the {@linkplain DecisionRadii#REACH usual reach}; see the other
     * method of this name.
     */
    public static EpistemicCalibration fit(double[][] features, int[] labels, double[][] radii) {
        return fit(features, labels, radii, DecisionRadii.REACH);
    }

    /**
     * Returns whether decision radii of training images go far enough: whether the scale of the contour is so small a part
     * of their reach that a class beyond it is as good as ruled out.
     *
     * @param radii [images][classes] with this reach
     */
    public static boolean isEnough(double reach, double[][] radii) {
        return scaleFor(radii, reach) <= reach / MIN_REACH;
    }

    /** Returns the scale of the contour; radii are divided by what their reach exceeds the usual one. */
    private static double scaleFor(double[][] radii, double reach) {
        double factor = reach / DecisionRadii.REACH;
        double[][] usual = Arrays.stream(radii)
                .map(image -> Arrays.stream(image).map(k -> k / factor).toArray())
                .toArray(double[][]::new);
        return factor * ClassContour.scaleFor(usual, ClassContour.bits(radii[0].length));
    }
}
