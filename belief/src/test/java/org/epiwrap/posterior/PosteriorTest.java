package org.epiwrap.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;
import org.epiwrap.interval.Interval;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PosteriorTest {
    private static final Truncation RULE = Truncation.withDefaults();

    @ParameterizedTest
    @CsvSource({"0.1, 0.05", "-3, 0.2", "0, 1", "2, 40", "7, 1e-9"})
    void gaussiansAreCutAtFiveSigmasOrAtOne(double mu, double sigma) {
        TruncatedPosterior posterior = Posterior.gaussian(mu, sigma).truncated(RULE);
        double reach = Math.min(5 * sigma, 1);
        assertThat(posterior.domain()).isEqualTo(Interval.of(mu - reach, mu + reach));
        assertThat(((TruncatedGaussian) posterior).multiplier()).isEqualTo(Math.min(5, 1 / sigma));
        assertThat(posterior.probability(posterior.domain())).isCloseTo(1, offset(1e-15));
    }

    @Test
    void gaussianProbabilitiesAreThoseOfTheTruncatedNormal() {
        TruncatedPosterior posterior = Posterior.gaussian(0.2, 0.5).truncated(RULE);
        TruncatedNormalDistribution expected = TruncatedNormalDistribution.of(0.2, 0.5, -0.8, 1.2);
        for (double x = -0.9; x < 1.3; x += 0.1) {
            assertThat(posterior.probability(Interval.of(-5, x)))
                    .isCloseTo(expected.cumulativeProbability(x), offset(1e-12));
        }
    }

    @Test
    void otherTruncations() {
        assertThat(Posterior.gaussian(0, 2).truncated(Truncation.sigmas(3)).domain())
                .isEqualTo(Interval.of(-6, 6));
        assertThat(new Truncation(4, 2).widestFullSigma()).isEqualTo(0.5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Truncation(5, Double.NaN))
                .withMessage("maxHalfWidth must be > 0, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Truncation.sigmas(0))
                .withMessage("maxSigmas must be a finite number > 0, but is 0.0");
    }

    /** However the ends of a domain are rounded, all probability lies between them. */
    @ParameterizedTest
    @CsvSource({"1000, 1e-9", "1e6, 1e-9", "-3e4, 1e-11", "1e17, 0.1", "0, 1e300"})
    void theDomainHoldsEverything(double mu, double sigma) {
        TruncatedPosterior posterior = Posterior.gaussian(mu, sigma).truncated(RULE);
        assertThat(posterior.probability(posterior.domain())).isCloseTo(1, offset(1e-15));
    }

    @Test
    void aDomainWithoutEndIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.gaussian(0, 1e308).truncated(Truncation.sigmas(5)))
                .withMessage(
                        "mu and sigma must leave a finite domain, mu ± Infinity, but mu is 0.0 and sigma is 1.0E308");
    }

    @Test
    void badGaussians() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.gaussian(Double.NaN, 1))
                .withMessage("mu must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.gaussian(0, -0.5))
                .withMessage("sigma must be a finite number >= 0, but is -0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.gaussian(0, Double.POSITIVE_INFINITY))
                .withMessage("sigma must be a finite number >= 0, but is Infinity");
    }

    @Test
    void noSigmaIsAPoint() {
        TruncatedPosterior point = Posterior.gaussian(0.3, 0).truncated(RULE);
        assertThat(point).isEqualTo(new PointMass(0.3));
        assertThat(point.domain()).isEqualTo(Interval.of(0.3, 0.3));
        assertThat(point.probability(Interval.of(0.3, 1))).isEqualTo(1);
        assertThat(point.probability(Interval.of(0.4, 1))).isZero();
    }

    /** A Gaussian given as a function agrees with the Gaussian given by its parameters. */
    @Test
    void densitiesAreTabulatedClosely() {
        TruncatedPosterior exact = Posterior.gaussian(0.1, 0.3).truncated(RULE);
        TruncatedPosterior table = Posterior.density(x -> 17 * Math.exp(-0.5 * Math.pow((x - 0.1) / 0.3, 2)), -0.9, 1.1)
                .truncated(RULE);
        for (double t = -1; t < 0.95; t += 0.07) {
            assertThat(table.probability(t, t + 0.05)).isCloseTo(exact.probability(t, t + 0.05), offset(1e-6));
            assertThat(table.relativeDensity(t, t + 0.05)).isCloseTo(exact.relativeDensity(t, t + 0.05), offset(1e-6));
            assertThat(table.probabilityNoDenser(t, t)).isCloseTo(exact.probabilityNoDenser(t, t), offset(1e-5));
        }
    }

    @Test
    void levelSets() {
        TabulatedDensity hat = TabulatedDensity.of(new double[] {0, 1, 2}, new double[] {0, 1, 0});
        assertThat(hat.sublevelSet(0.5).parts()).containsExactly(Interval.of(0, 0.5), Interval.of(1.5, 2));
        assertThat(hat.sublevelProbability(0.5)).isCloseTo(0.25, offset(1e-15));
        assertThat(hat.levels()).containsExactly(0, 1);
        assertThat(hat.peak()).isEqualTo(1);
    }

    @Test
    void badDensities() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.density(x -> -1, 0, 1))
                .withMessage("the density at 0.0 must be a finite number >= 0, but is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.density(x -> x > 0.5 ? Double.NaN : 1, 0, 1))
                .withMessageMatching("the density at 0.5\\d+ must be a finite number >= 0, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.density(x -> 0, 0, 1))
                .withMessage("the density must be > 0 somewhere in [0.0, 1.0], but is 0 at every knot");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.density(x -> 1, 2, 1))
                .withMessage("upper must be > lower (2.0), but is 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TabulatedDensity.of(new double[] {0, 1, 1}, new double[] {1, 1, 1}))
                .withMessage("knot 2 must be > knot 1 (1.0), but is 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.density(x -> 1, -1e308, 1e308))
                .withMessage("the width of the domain must be a finite number, but is Infinity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.density(x -> 1, 0, Double.POSITIVE_INFINITY))
                .withMessage("upper must be a finite number, but is Infinity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TabulatedDensity.of(new double[] {0, 1}, new double[] {1}))
                .withMessage("density must be as long as knots (2), but its length is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TabulatedDensity.of(new double[] {0}, new double[] {1}))
                .withMessage("the number of knots must be a whole number >= 2, but is 1");
    }

    @Test
    void samplesAreSmoothedIntoTheirDensity() {
        UniformRandomProvider random = new RandomStreams(3).stream(0);
        double[] samples = ZigguratSampler.NormalizedGaussian.of(random)
                .samples(20_000)
                .map(z -> 0.4 + 0.1 * z)
                .sorted()
                .toArray();
        TruncatedPosterior posterior = Posterior.samples(samples).truncated(RULE);
        assertThat(posterior.probability(Interval.of(0.3, 0.5))).isCloseTo(0.6827, offset(0.01));
        assertThat(posterior.probability(Interval.of(-9, 0.4))).isCloseTo(0.5, offset(0.01));
    }

    /** Two camps of an ensemble stay two: the middle is implausible. */
    @Test
    void modesSurviveSmoothing() {
        TruncatedPosterior posterior =
                Posterior.samples(-3.02, -3.01, -3, -2.99, 2.98, 3, 3.01, 3.03).truncated(RULE);
        assertThat(posterior.domain().contains(Interval.of(-3.02, 3.03))).isTrue();
        assertThat(Interval.of(-3.1, 3.1).contains(posterior.domain())).isTrue();
        double camp = posterior.reduced(-3);
        double middle = posterior.reduced(0);
        assertThat(posterior.relativeDensity(camp, camp)).isGreaterThan(0.9);
        assertThat(posterior.relativeDensity(middle, middle)).isZero();
    }

    @Test
    void symmetricSamplesStaySymmetric() {
        TruncatedPosterior posterior = Posterior.samples(-1, -0.2, 0.2, 1).truncated(RULE);
        assertThat(posterior.domain().lower()).isEqualTo(-posterior.domain().upper());
        assertThat(posterior.probability(-1, 0)).isCloseTo(0.5, offset(1e-12));
    }

    /** The same density far from zero: reduced coordinates keep what the weights' own digits would lose. */
    @Test
    void densitiesFarFromZeroLoseNothing() {
        double shift = 0x1p20;
        TruncatedPosterior near =
                Posterior.density(x -> Math.exp(-8 * x * x), -1, 1).truncated(RULE);
        TruncatedPosterior far = Posterior.density(x -> Math.exp(-8 * (x - shift) * (x - shift)), shift - 1, shift + 1)
                .truncated(RULE);
        for (double t = -1; t < 1; t += 0.01) {
            assertThat(far.relativeDensity(t, t)).isCloseTo(near.relativeDensity(t, t), offset(1e-8));
        }
    }

    @Test
    void densitiesOfAnyScale() {
        TabulatedDensity tiny = TabulatedDensity.of(new double[] {0, 5e-310, 1e-309}, new double[] {1, 2, 1});
        assertThat(tiny.probability(-1, 0)).isCloseTo(0.5, offset(1e-12));
        TabulatedDensity loud = TabulatedDensity.of(new double[] {0, 1, 2}, new double[] {1e308, 1.5e308, 1e308});
        assertThat(loud.probability(-1, 0)).isCloseTo(0.5, offset(1e-12));
    }

    /** One far outlier must neither swallow the memory nor lose the bulk. */
    @Test
    void outliersAreAffordable() {
        double[] samples = new double[1000];
        for (int i = 0; i < 999; i++) {
            samples[i] = 1e-6 * i;
        }
        samples[999] = 1e6;
        TruncatedPosterior posterior = Posterior.samples(samples).truncated(RULE);
        assertThat(posterior.probability(Interval.of(-1e4, 1e4))).isCloseTo(0.999, offset(1e-3));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -1e300, 1e-300})
    void equalSamplesAreAPoint(double value) {
        assertThat(Posterior.samples(value, value, value)).isEqualTo(new PointMass(value));
        assertThat(Posterior.samples(value)).isEqualTo(new PointMass(value));
    }

    @Test
    void samplesThatDifferInTheLastDigitAreAPoint() {
        assertThat(Posterior.samples(1, Math.nextUp(1.0))).isInstanceOf(PointMass.class);
    }

    @Test
    void badSamples() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.samples())
                .withMessage("samples must hold at least 1 number, but are empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.samples(1, 3, 2))
                .withMessage("samples must be in ascending order, but sample 2 (2.0) is below sample 1 (3.0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Posterior.samples(1, Double.NaN))
                .withMessage("sample 1 must be a finite number, but is NaN");
    }
}
