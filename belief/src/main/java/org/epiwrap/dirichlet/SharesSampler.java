package org.epiwrap.dirichlet;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Draws Dirichlet shares whose parameters change from draw to draw, without creating objects: the last draw is read
 * from {@link #below()}, {@link #inside()} and {@link #above()}. (Commons' sampler is bound to its parameters, makes an
 * array a draw, and divides 0 by 0 when all parameters are tiny.)
 *
 * <p>Shares are normalised gamma variates by Marsaglia and Tsang's method. A parameter below 1 is raised by 1 and the
 * variate multiplied by U^(1/α); that product can be far below the smallest double, so such draws are made in logarithms.
 * An instance belongs to one thread.
 */
public final class SharesSampler {
    private final UniformRandomProvider random;
    private final SharedStateContinuousSampler normal;
    private double below;
    private double inside;
    private double above;

    public SharesSampler(UniformRandomProvider random) {
        this.random = random;
        this.normal = ZigguratSampler.NormalizedGaussian.of(random);
    }

    public double below() {
        return below;
    }

    public double inside() {
        return inside;
    }

    public double above() {
        return above;
    }

    /** Draws shares of the Dirichlet distribution with these parameters, all finite and above 0. */
    public void draw(double alphaBelow, double alphaInside, double alphaAbove) {
        if (alphaBelow >= 1 && alphaInside >= 1 && alphaAbove >= 1) {
            normalise(gamma(alphaBelow), gamma(alphaInside), gamma(alphaAbove));
        } else {
            double logBelow = logGamma(alphaBelow);
            double logInside = logGamma(alphaInside);
            double logAbove = logGamma(alphaAbove);
            double largest = Math.max(logBelow, Math.max(logInside, logAbove));
            normalise(Math.exp(logBelow - largest), Math.exp(logInside - largest), Math.exp(logAbove - largest));
        }
    }

    private void normalise(double gammaBelow, double gammaInside, double gammaAbove) {
        double sum = gammaBelow + gammaInside + gammaAbove;
        below = gammaBelow / sum;
        inside = gammaInside / sum;
        above = gammaAbove / sum;
    }

    private double logGamma(double shape) {
        return shape >= 1 ? Math.log(gamma(shape)) : Math.log(gamma(shape + 1)) + Math.log(uniform()) / shape;
    }

    /** Returns a gamma variate of a shape of at least 1. */
    private double gamma(double shape) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = normal.sample();
            double root = 1 + c * x;
            if (root <= 0) {
                continue;
            }
            double v = root * root * root;
            double u = uniform();
            double x2 = x * x;
            // The first test accepts nearly always and spares the logarithms.
            if (u < 1 - 0.0331 * x2 * x2 || Math.log(u) < 0.5 * x2 + d * (1 - v + Math.log(v))) {
                return d * v;
            }
        }
    }

    /** Returns a number that is uniform on (0, 1), both ends excluded. */
    private double uniform() {
        return ((random.nextLong() >>> 11) + 0.5) * 0x1p-53;
    }
}
