package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.reference.Reference.assertClose;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.HalfWidth;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TruncatedGaussian;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
import org.junit.jupiter.api.Test;

class DirichletReferenceTest {
    private static final EpistemicWrapper WRAPPER = EpistemicWrapper.withDefaults();
    private static final int DRAWS = 200_000;

    @ReferenceRows("alpha_by_sigma.json")
    void alphaBySigma(JsonNode row) {
        Posterior posterior = Posterior.gaussian(0.7, row.get("sigma").asDouble());
        assertClose(dirichlet(WRAPPER, posterior).alpha(), row.get("alpha"), "paper's fit");
        EpistemicWrapper pooled = WRAPPER.with(DirichletFit.POOLED);
        assertClose(dirichlet(pooled, posterior).alpha(), row.get("alphaPooled"), "pooled fit");
    }

    @ReferenceRows("analytic_limit.json")
    void analyticLimit(JsonNode row) {
        double sigma = row.get("sigma").asDouble();
        double c = row.get("multiplier").asDouble();
        Posterior posterior = Posterior.gaussian(-0.3, sigma);
        EpistemicWrapper exact = WRAPPER.with(Grid.exact());
        WrappedPosterior wrapped = exact.wrap(posterior);
        assertClose(wrapped.moments().mean(), row.get("L1"), "L1");
        assertClose(wrapped.moments().variance(), row.get("L2"), "L2");
        assertClose(dirichlet(exact, posterior).alpha(), row.get("alphaPaper"), "paper's fit");
        assertClose(
                dirichlet(exact.with(DirichletFit.POOLED), posterior).alpha(), row.get("alphaPooled"), "pooled fit");

        TruncatedGaussian truncated = (TruncatedGaussian) posterior.truncated(Truncation.withDefaults());
        HalfWidth rayleigh = HalfWidth.of(truncated, Contour.SUP_NORMALISED);
        assertClose(c * (1 - rayleigh.shortfall()), row.get("meanHalfWidthSigma"), "mean half-width");
        assertClose(c * c * rayleigh.variance(), row.get("varHalfWidthSigma"), "variance of the half-width");
        HalfWidth halfNormal = HalfWidth.of(truncated, Contour.DUBOIS_PRADE);
        assertClose(c * (1 - halfNormal.shortfall()), row.get("dpMeanHalfWidthSigma"), "Dubois–Prade mean");
        assertClose(c * c * halfNormal.variance(), row.get("dpVarHalfWidthSigma"), "Dubois–Prade variance");
    }

    @ReferenceRows("dirichlet_endpoints.json")
    void endpoints(JsonNode row) {
        JsonNode a = row.get("alpha");
        IntervalLaw law = IntervalLaw.Dirichlet.of(new Components(
                a.get(0).asDouble(), a.get(1).asDouble(), a.get(2).asDouble()));
        Components mean = law.mean();
        assertClose(mean.below(), row.get("meanLower01"), "mean lower");
        assertClose(mean.below() + mean.inside(), row.get("meanUpper01"), "mean upper");
    }

    /** Variances and covariance of the ends of drawn intervals, within five standard errors at the most. */
    @ReferenceRows("dirichlet_endpoints.json")
    void drawsSpreadAsTheEndpointsDo(JsonNode row) {
        JsonNode a = row.get("alpha");
        IntervalLaw law = IntervalLaw.Dirichlet.of(new Components(
                a.get(0).asDouble(), a.get(1).asDouble(), a.get(2).asDouble()));
        double meanLower = row.get("meanLower01").asDouble();
        double meanUpper = row.get("meanUpper01").asDouble();
        UniformRandomProvider random = new RandomStreams(3).stream(0);
        double lower = 0;
        double upper = 0;
        double both = 0;
        for (int i = 0; i < DRAWS; i++) {
            Components shares = law.draw(random);
            double fromLower = shares.below() - meanLower;
            double fromUpper = 1 - shares.above() - meanUpper;
            lower += fromLower * fromLower / DRAWS;
            upper += fromUpper * fromUpper / DRAWS;
            both += fromLower * fromUpper / DRAWS;
        }
        double variance = row.get("varLower01").asDouble();
        // Of deviations d with |d| < 1, E d⁴ is at most E d², so that d² has a variance of at most E d².
        double tolerance = 5 * Math.sqrt(variance / DRAWS);
        assertThat(lower).isCloseTo(variance, offset(tolerance));
        assertThat(upper).isCloseTo(row.get("varUpper01").asDouble(), offset(tolerance));
        assertThat(both).isCloseTo(row.get("covLowerUpper01").asDouble(), offset(tolerance));
    }

    /** The two numbers by which the paper's fit is usually met: 0.381 sigma where the focal mean is 1.43 sigma. */
    @Test
    void halfWidthsOfNarrowWeights() {
        WrappedPosterior wrapped = WRAPPER.wrap(Posterior.gaussian(0, 0.1));
        assertThat(wrapped.interval().upper()).isCloseTo(0.0381, offset(5e-5));
        assertThat(5 * wrapped.moments().mean().inside()).isCloseTo(1.43, offset(5e-3));
    }

    private static IntervalLaw.Dirichlet dirichlet(EpistemicWrapper wrapper, Posterior posterior) {
        return (IntervalLaw.Dirichlet) wrapper.wrap(posterior).law();
    }
}
