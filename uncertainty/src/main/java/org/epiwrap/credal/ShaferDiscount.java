package org.epiwrap.credal;

import org.apache.commons.numbers.gamma.Erfc;
import org.epiwrap.check.Check;

/**
 * How much of what a network says of an image is discounted because the image is far from the training images: δ =
 * Φ((ln D² - mean)/deviation - {@value #OFFSET}), D being a distance such as that of {@link FeatureDistance}.
 *
 * @param mean of ln D² over training images
 * @param deviation the standard deviation of ln D² over training images
 */
public record ShaferDiscount(double mean, double deviation) {
    /** A typical image is two deviations short of being half discounted. */
    private static final double OFFSET = 2;

    public ShaferDiscount {
        Check.finite("mean", mean);
        Check.positive("deviation", deviation);
    }

    /** From ln D² of training images, which must not all be the same. */
    public static ShaferDiscount fit(double[] logSquaredDistances) {
        Check.atLeast("the number of images", logSquaredDistances.length, 2);
        Check.finite("logSquaredDistances", logSquaredDistances);
        double sum = 0;
        for (double value : logSquaredDistances) {
            sum += value;
        }
        double mean = sum / logSquaredDistances.length;
        double squares = 0;
        for (double value : logSquaredDistances) {
            squares += (value - mean) * (value - mean);
        }
        return new ShaferDiscount(mean, Math.sqrt(squares / logSquaredDistances.length));
    }

    /** δ, from 0 to 1. */
    public double discount(double logSquaredDistance) {
        double typicality = (Check.number("logSquaredDistance", logSquaredDistance) - mean) / deviation;
        return 0.5 * Erfc.value((OFFSET - typicality) / Math.sqrt(2));
    }
}
