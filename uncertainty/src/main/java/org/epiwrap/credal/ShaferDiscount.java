package org.epiwrap.credal;

import org.apache.commons.numbers.gamma.Erfc;
import org.epiwrap.check.Check;
import org.epiwrap.statistics.SampleMoments;

/**
 * The discount δ of a prediction whose image is far from the training images: δ = Φ((ln D² − mean)/deviation −
 * {@value #OFFSET}), where Φ is the standard normal distribution function and D a distance such as that of
 * {@link FeatureDistance}.
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

    /** Fits the discount to ln D² of training images, which must not all be the same. */
    public static ShaferDiscount fit(double[] logSquaredDistances) {
        Check.atLeast("the number of examples", logSquaredDistances.length, 2);
        SampleMoments moments = SampleMoments.of("logSquaredDistances", logSquaredDistances);
        return new ShaferDiscount(moments.mean(), moments.populationDeviation());
    }

    /** Returns δ, from 0 to 1. */
    public double discount(double logSquaredDistance) {
        double typicality = (Check.number("logSquaredDistance", logSquaredDistance) - mean) / deviation;
        return 0.5 * Erfc.value((OFFSET - typicality) / Math.sqrt(2));
    }
}
