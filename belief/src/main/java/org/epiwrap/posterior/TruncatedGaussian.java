package org.epiwrap.posterior;

import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.ErfDifference;
import org.epiwrap.check.Check;
import org.epiwrap.interval.Interval;

/**
 * N(mu, sigma²) cut at mu ± c·sigma and renormalised. In z = (weight - mu)/sigma = c·reduced its shape depends on c
 * alone.
 */
public final class TruncatedGaussian implements TruncatedPosterior {
    private static final double SQRT_HALF = Math.sqrt(0.5);

    private final double mu;
    private final double multiplier;
    private final double halfWidth;
    private final Interval domain;

    private TruncatedGaussian(double mu, double multiplier, double halfWidth) {
        this.mu = mu;
        this.multiplier = multiplier;
        this.halfWidth = halfWidth;
        this.domain = new Interval(weightAt(-1), weightAt(1));
    }

    /**
     * N(mu, sigma²) cut by a rule.
     *
     * @param sigma standard deviation, above 0
     */
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

    /** The shape alone: mean 0, sigma 1, cut at ± {@code multiplier}. */
    public static TruncatedGaussian standard(double multiplier) {
        Check.positive("multiplier", multiplier);
        return new TruncatedGaussian(0, multiplier, multiplier);
    }

    /** c: half the domain's width in units of sigma. */
    public double multiplier() {
        return multiplier;
    }

    @Override
    public Interval domain() {
        return domain;
    }

    @Override
    public double weightAt(double reduced) {
        return mu + halfWidth * reduced;
    }

    @Override
    public double reduced(double weight) {
        // The ends of the domain are rounded; they are the ends nevertheless.
        if (weight <= domain.lower()) {
            return -1;
        }
        return weight >= domain.upper() ? 1 : Math.max(-1, Math.min(1, (weight - mu) / halfWidth));
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

    /** The density falls away from the mean, so its largest value on an interval is at the point nearest to it. */
    private double distanceFromMean(double from, double to) {
        return multiplier * Math.max(0, Math.max(from, -to));
    }
}
