package org.epiwrap.posterior;

import org.epiwrap.check.Check;

/**
 * The normal distribution N(mu, sigma²).
 *
 * @param mu mean, finite
 * @param sigma standard deviation, at least 0; 0 is the point mu
 */
public record Gaussian(double mu, double sigma) implements Posterior {

    public Gaussian {
        Check.finite("mu", mu);
        Check.nonNegative("sigma", sigma);
    }

    @Override
    public TruncatedPosterior truncated(Truncation rule) {
        double halfWidth = rule.halfWidth(sigma);
        // A sigma that mu cannot show in its last digit is as good as none.
        boolean point = mu - halfWidth == mu + halfWidth;
        return point ? new PointMass(mu) : TruncatedGaussian.of(mu, sigma, rule);
    }
}
