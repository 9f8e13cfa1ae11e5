package org.epiwrap.credal;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * What the {@linkplain EpistemicScore epistemic scores} of a network need to know of its training images.
 *
 * @param distance of an image's features to those of the training images
 * @param discount of a prediction by that distance
 * @param scale of the class contour, for scores that detect out-of-distribution images
 */
public record EpistemicCalibration(FeatureDistance distance, ShaferDiscount discount, double scale) {

    /** ln D² of an image at the mean of its class, up to rounding. */
    private static final double NO_DISTANCE = Math.log(1e-12);

    public EpistemicCalibration {
        Check.positive("scale", scale);
    }

    /**
     * Fits the calibration to training images, of which a few thousand suffice. Classes may have few of them or none, but
     * three of one class are needed. An image at the very mean of its class, such as the only one of a class, carries no
     * information on typical distances, which are fitted without it.
     *
     * @param features [images][features], see {@link FeatureDistance#features}
     * @param labels [images], from 0 to classes - 1
     * @param radii [images][classes], see {@link DecisionRadii}
     */
    public static EpistemicCalibration fit(double[][] features, int[] labels, double[][] radii) {
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
        double bits = ClassContour.bits(radii[0].length);
        return new EpistemicCalibration(distance, ShaferDiscount.fit(distances), ClassContour.scaleFor(radii, bits));
    }
}
