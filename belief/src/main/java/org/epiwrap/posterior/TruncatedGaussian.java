package org.epiwrap.posterior;

import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.ErfDifference;
import org.epiwrap.check.Check;
import org.epiwrap.interval.Interval;

/**
 * N(mu, sigma²) cut at mu ± c·sigma and renormalised. In z = (weight - mu)/sigma = c·reduced its shape depends on c
 * alone.
 *
 * @param multiplier c: half the domain's width in units of sigma
 * @param halfWidth c·sigma
 */
public record TruncatedGaussian(double mu, double multiplier, double halfWidth) implements TruncatedPosterior {
    private static final double SQRT_HALF = Math.sqrt(0.5);

    public TruncatedGaussian {
        Check.finite("mu", mu);
        Check.positive("multiplier", multiplier);
        Check.positive("halfWidth", halfWidth);
    }

    /** Returns N(mu, sigma²), sigma above 0, cut by a rule. */
    public static TruncatedGaussian of(double mu, double sigma, Truncation rule) {
        Check.finite("mu", mu);
        Check.positive("sigma", sigma);
        double halfWidth = rule.halfWidth(sigma);
        if (!(Math.abs(mu) + halfWidth <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("mu and sigma must leave a finite domain, mu ± " + halfWidth
                    + ", but mu is " + mu + " and sigma is " + sigma);
        }
        return new TruncatedGaussian(mu, rule.multiplier(sigma), halfWidth);
    }

    /** Returns the shape alone: mean 0, sigma 1, cut at ± {@code multiplier}. */
    public static TruncatedGaussian standard(double multiplier) {
        return new TruncatedGaussian(0, multiplier, multiplier);
    }

    @Override
    public Interval domain() {
        return new Interval(weightAt(-1), weightAt(1));
    }

    @Override
    public double weightAt(double reduced) {
        return mu + halfWidth * reduced;
    }

    @Override
    public double reduced(double weight) {
        // The ends of the domain are rounded; they are the ends nevertheless.
        if (weight <= weightAt(-1)) {
            return -1;
        }
        return weight >= weightAt(1) ? 1 : Math.max(-1, Math.min(1, (weight - mu) / halfWidth));
    }

    @Override
    public double probability(double from, double to) {
        double end = multiplier * SQRT_HALF;
        return 0.5 * ErfDifference.value(end * from, end * to) / Erf.value(end);
    }

    @Override
    public double relativeDensity(double from, double to) {
        double z = distanceFromMean(from, to);
        return Math.exp(-0.5 * z * z);
    }

    /** (P(|Z| &gt; z) - P(|Z| &gt; c)) / P(|Z| ≤ c) at the z nearest to the mean. */
    @Override
    public double probabilityNoDenser(double from, double to) {
        double end = multiplier * SQRT_HALF;
        return ErfDifference.value(distanceFromMean(from, to) * SQRT_HALF, end) / Erf.value(end);
    }

    /** Returns how far the point of an interval nearest to the mean, which is the densest, is from it. */
    private double distanceFromMean(double from, double to) {
        return multiplier * Math.max(0, Math.max(from, -to));
    }
}
