package org.epiwrap.posterior;

import org.epiwrap.check.Check;

/** See {@link Posterior#gaussian}. */
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
