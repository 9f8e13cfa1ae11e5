package org.epiwrap.posterior;

import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.ErfDifference;
import org.epiwrap.interval.Check;
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

    private TruncatedGaussian(double mu, double multiplier, double halfWidth) {
        this.mu = mu;
        this.multiplier = multiplier;
        this.halfWidth = halfWidth;
    }

    /**
     * N(mu, sigma²) cut by a rule.
     *
     * @param sigma standard deviation, above 0
     */
    public static TruncatedGaussian of(double mu, double sigma, Truncation rule) {
        Check.finite("mu", mu);
        Check.positive("sigma", sigma);
        return new TruncatedGaussian(mu, rule.multiplier(sigma), rule.halfWidth(sigma));
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
        return new Interval(weightAt(-1), weightAt(1));
    }

    @Override
    public double weightAt(double reduced) {
        return mu + halfWidth * reduced;
    }

    @Override
    public double reduced(double weight) {
        return Math.max(-1, Math.min(1, (weight - mu) / halfWidth));
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
