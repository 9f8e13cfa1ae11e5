package org.epiwrap.posterior;

import org.epiwrap.interval.Check;

/** See {@link Posterior#gaussian}. */
public record Gaussian(double mu, double sigma) implements Posterior {

    public Gaussian {
        Check.finite("mu", mu);
        Check.nonNegative("sigma", sigma);
    }

    @Override
    public TruncatedPosterior truncated(Truncation rule) {
        return sigma > 0 ? TruncatedGaussian.of(mu, sigma, rule) : new PointMass(mu);
    }
}
