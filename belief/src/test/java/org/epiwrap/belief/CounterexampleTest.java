package org.epiwrap.belief;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.posterior.Truncation;
import org.junit.jupiter.api.Test;

/** A narrow spike on a wide plateau: 0.05·N(0, 0.005²) + 0.95·U(-1, 1), on which the sup-normalised contour fails. */
class CounterexampleTest {
    private static final TruncatedPosterior POSTERIOR =
            Posterior.density(CounterexampleTest::density, -1, 1).truncated(Truncation.withDefaults());
    /** |w| &gt; 0.05. */
    private static final IntervalSet TAILS = IntervalSet.of(Interval.of(-1, -0.05), Interval.of(0.05, 1));

    @Test
    void theTailsAreMoreProbableThanPlausible() {
        BeliefFunction belief = new ContourBelief(POSTERIOR, Contour.SUP_NORMALISED);
        Violation violation = belief.violation(TAILS).orElseThrow();
        assertThat(violation.probability()).isCloseTo(0.9025, offset(1e-6));
        assertThat(violation.plausibility()).isCloseTo(0.1064, offset(5e-5));
        assertThat(violation.excess()).isCloseTo(0.7961, offset(5e-5));
    }

    @Test
    void theSearchFindsAnEvenWorseSet() {
        BeliefFunction belief = new ContourBelief(POSTERIOR, Contour.SUP_NORMALISED);
        Violation worst = belief.violation().orElseThrow();
        assertThat(belief.guarantee()).isEqualTo(Guarantee.NONE);
        assertThat(worst.excess())
                .isGreaterThan(belief.violation(TAILS).orElseThrow().excess());
        assertThat(worst.set().contains(Interval.of(-1, -0.05))).isTrue();
        assertThat(worst.set().contains(Interval.of(0.05, 1))).isTrue();
        assertThat(worst.set().meets(Interval.of(-0.001, 0.001))).isFalse();
    }

    @Test
    void theGridInheritsTheFailure() {
        NestedBelief belief = NestedBelief.of(POSTERIOR, Contour.SUP_NORMALISED, Complement.CONTINUOUS, 300);
        Violation worst = belief.violation().orElseThrow();
        assertThat(worst.belief()).isGreaterThan(worst.probability());
        assertThat(belief.guarantee()).isEqualTo(Guarantee.NONE);
    }

    @Test
    void duboisPradeHolds() {
        BeliefFunction belief = new ContourBelief(POSTERIOR, Contour.DUBOIS_PRADE);
        assertThat(belief.guarantee()).isEqualTo(Guarantee.BRACKETS_PROBABILITY);
        assertThat(belief.violation(TAILS)).isEmpty();
        assertThat(belief.plausibility(TAILS)).isGreaterThanOrEqualTo(0.9025 - 1e-6);
    }

    /** Looking at grid points only overstates belief even for a Gaussian. */
    @Test
    void gridPointsAloneOverstateBelief() {
        TruncatedPosterior gaussian = Posterior.gaussian(0.1, 0.5).truncated(Truncation.withDefaults());
        NestedBelief belief = NestedBelief.of(gaussian, Contour.SUP_NORMALISED, Complement.GRID_POINTS, 6);
        Violation worst = belief.violation().orElseThrow();
        assertThat(worst.belief()).isGreaterThan(worst.probability() + 0.1);
        assertThat(belief.violation(worst.set())).isPresent();
    }

    private static double density(double x) {
        double z = x / 0.005;
        return 0.05 * Math.exp(-0.5 * z * z) / (0.005 * Math.sqrt(2 * Math.PI)) + 0.95 / 2;
    }
}
