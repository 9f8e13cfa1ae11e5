package org.epiwrap.wrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.Guarantee;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpistemicWrapperTest {
    private static final EpistemicWrapper DEFAULT = EpistemicWrapper.withDefaults();

    @ParameterizedTest
    @EnumSource
    void aKnownWeightStaysAPoint(DirichletFit fit) {
        for (EpistemicWrapper wrapper : new EpistemicWrapper[] {
            DEFAULT.with(fit),
            DEFAULT.with(fit).with(Grid.exact()),
            DEFAULT.with(fit).with(Complement.GRID_POINTS)
        }) {
            WrappedPosterior wrapped = wrapper.wrap(Posterior.gaussian(0.25, 0));
            assertThat(wrapped.interval()).isEqualTo(Interval.of(0.25, 0.25));
            assertThat(wrapped.draw(new RandomStreams(1).stream(0))).isEqualTo(Interval.of(0.25, 0.25));
            assertThat(wrapped.guarantee()).isEqualTo(Guarantee.BRACKETS_PROBABILITY);
            assertThat(wrapped.belief().belief(Interval.of(0, 1))).isEqualTo(1);
            assertThat(wrapped.belief().plausibility(Interval.of(0.3, 1))).isZero();
        }
    }

    /** The flat posterior says nothing of its weight but the domain; the floors must not make up a middle third. */
    @ParameterizedTest
    @EnumSource
    void aVacuousBeliefGivesTheWholeDomain(DirichletFit fit) {
        WrappedPosterior flat = DEFAULT.with(fit).wrap(Posterior.density(x -> 1, -2, 3));
        assertThat(flat.law()).isEqualTo(new IntervalLaw.Fixed(new Components(0, 1, 0)));
        assertThat(flat.interval()).isEqualTo(Interval.of(-2, 3));
        assertThat(flat.guarantee()).isEqualTo(Guarantee.BRACKETS_PROBABILITY);
    }

    /** Ever flatter Gaussians tend to the whole domain, without a jump where the law becomes a fixed interval. */
    @ParameterizedTest
    @EnumSource
    void flatterGaussiansTendToTheWholeDomain(DirichletFit fit) {
        double previous =
                DEFAULT.with(fit).wrap(Posterior.gaussian(0, 10)).interval().upper();
        for (double sigma = 10; sigma < 1e12; sigma *= 1.003) {
            double upper = DEFAULT.with(fit)
                    .wrap(Posterior.gaussian(0, sigma))
                    .interval()
                    .upper();
            assertThat(upper)
                    .as("sigma %s", sigma)
                    .isCloseTo(previous, offset(1e-4))
                    .isLessThanOrEqualTo(1);
            previous = upper;
        }
        assertThat(previous).isCloseTo(1, offset(1e-12));
    }

    /** Ever narrower spikes in a wide domain, by both fits: no jump when variances fall below the floor. */
    @ParameterizedTest
    @EnumSource
    void narrowSpikesChangeSmoothly(DirichletFit fit) {
        EpistemicWrapper wrapper = DEFAULT.with(Grid.exact()).with(fit);
        double previous = Double.NaN;
        for (double sigmas = 5; sigmas < 5000; sigmas *= 1.01) {
            double upper = wrapper.with(Truncation.sigmas(sigmas))
                    .wrap(Posterior.gaussian(0, 1))
                    .interval()
                    .upper();
            if (sigmas > 5) {
                assertThat(upper / previous).as("%s sigmas", sigmas).isBetween(0.9, 1.1);
            }
            previous = upper;
        }
    }

    @Test
    void allMassOnOneInnerIntervalGivesThatInterval() {
        TabulatedDensity spike =
                TabulatedDensity.of(new double[] {0, 0.51, 0.52, 0.53, 1}, new double[] {0, 0, 1, 0, 0});
        WrappedPosterior wrapped = DEFAULT.with(Grid.points(11)).wrap(spike);
        assertThat(wrapped.interval().lower()).isCloseTo(0.5, offset(1e-12));
        assertThat(wrapped.interval().upper()).isCloseTo(0.6, offset(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.1, 1e-3, 1e-30})
    void narrowWeightsDifferInScaleOnly(double sigma) {
        WrappedPosterior wrapped = DEFAULT.wrap(Posterior.gaussian(0, sigma));
        WrappedPosterior widest = DEFAULT.wrap(Posterior.gaussian(0, 0.2));
        assertThat(wrapped.law()).isEqualTo(widest.law());
        assertThat(wrapped.interval().upper() / sigma)
                .isCloseTo(widest.interval().upper() / 0.2, offset(1e-14));
    }

    /** What reduced coordinates are for: a narrow weight far from zero is as exact as one at zero. */
    @Test
    void farAwayWeightsLoseNoDigits() {
        assertThat(DEFAULT.wrap(Posterior.gaussian(1e6, 1e-6)).law())
                .isEqualTo(DEFAULT.wrap(Posterior.gaussian(0, 1e-6)).law());
    }

    @Test
    void gaussiansAreSymmetricToTheLastBit() {
        for (double sigma : new double[] {0.05, 0.23, 0.7, 3}) {
            Interval interval = DEFAULT.wrap(Posterior.gaussian(0, sigma)).interval();
            assertThat(interval.lower()).isEqualTo(-interval.upper());
        }
    }

    @Test
    void theExactGridIsForGaussians() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.with(Grid.exact()).wrap(Posterior.density(x -> x, 0, 1)))
                .withMessage("grid must be a number of points for a posterior that is not Gaussian, but is exact");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.with(Grid.exact()).with(Complement.GRID_POINTS))
                .withMessageStartingWith("complement must be CONTINUOUS on the exact grid");
    }

    @Test
    void guaranteesDependOnPosteriorContourAndComplement() {
        Posterior gaussian = Posterior.gaussian(0.3, 0.1);
        Posterior bimodal = Posterior.samples(-1.02, -1.01, -1, 0.1, 0.3, 0.5, 0.7, 0.9);
        assertThat(DEFAULT.wrap(gaussian).guarantee()).isEqualTo(Guarantee.BRACKETS_PROBABILITY);
        assertThat(DEFAULT.with(Complement.GRID_POINTS)
                        .with(Grid.points(5))
                        .wrap(gaussian)
                        .guarantee())
                .isEqualTo(Guarantee.NONE);
        assertThat(DEFAULT.with(Contour.DUBOIS_PRADE).wrap(bimodal).guarantee())
                .isEqualTo(Guarantee.BRACKETS_PROBABILITY);
    }
}
