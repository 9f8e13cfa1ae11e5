package org.epiwrap.posterior;

import java.util.function.DoubleUnaryOperator;

/** The posterior of one weight, however it is known: as a Gaussian, as a density, as samples, or as a point. */
public sealed interface Posterior permits Gaussian, TabulatedDensity, PointMass {

    /**
     * Returns the bounded part that is wrapped. The rule applies to a Gaussian, whose tails have no end; a density
     * comes with its domain and samples with their range, and cutting those at a distance from the mean could cut away
     * a mode.
     */
    TruncatedPosterior truncated(Truncation rule);

    /** Returns N(mu, sigma²), mu finite, sigma at least 0; with 0 it is the point mu. */
    static Posterior gaussian(double mu, double sigma) {
        return new Gaussian(mu, sigma);
    }

    /**
     * Returns a density on [lower, upper], tabulated at {@value TabulatedDensity#DEFAULT_KNOTS} points. It need not be
     * normalised. Features narrower than the spacing may be missed: {@link TabulatedDensity#of} takes the knots.
     */
    static Posterior density(DoubleUnaryOperator density, double lower, double upper) {
        return TabulatedDensity.of(density, lower, upper);
    }

    /**
     * Samples in ascending order, such as one weight of a Markov chain or of the members of an ensemble, smoothed by a
     * Gaussian kernel. Equal samples are a point. What is said of the posterior, its guarantees too, is said of the
     * smoothed density.
     */
    static Posterior samples(double... ascending) {
        return KernelSmoothing.of(ascending);
    }
}
