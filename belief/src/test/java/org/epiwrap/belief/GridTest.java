package org.epiwrap.belief;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.epiwrap.dirichlet.Moments;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.TruncatedGaussian;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GridTest {

    @Test
    void gridsHaveFourToAMillionPoints() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Grid.points(3))
                .withMessage("grid must be a whole number from 4 to 1000000, but is 3");
    }

    @Test
    void aGridThatMissesThePosteriorIsRefused() {
        // All of the density lies between the second and the third of four points.
        TabulatedDensity spike =
                TabulatedDensity.of(new double[] {0, 0.49, 0.5, 0.51, 1}, new double[] {0, 0, 1, 0, 0});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NestedBelief.of(spike, Contour.SUP_NORMALISED, Complement.GRID_POINTS, 4))
                .withMessageContaining("0 at all");
        assertThat(NestedBelief.of(spike, Contour.SUP_NORMALISED, Complement.CONTINUOUS, 4)
                        .size())
                .isEqualTo(1);
    }

    /** The closed form is where ever finer grids go, for narrow, cut and nearly flat posteriors. */
    @ParameterizedTest
    @EnumSource
    void finerGridsApproachTheExactLimit(Contour contour) {
        for (double multiplier : new double[] {5, 2, 1, 0.3, 0.01}) {
            TruncatedGaussian posterior = TruncatedGaussian.standard(multiplier);
            Moments limit = Moments.of(HalfWidth.of(posterior, contour));
            double previous = Double.MAX_VALUE;
            for (int points : new int[] {31, 301, 3001, 30001}) {
                Moments moments = Moments.of(NestedBelief.of(posterior, contour, Complement.CONTINUOUS, points));
                double error = Math.abs(moments.mean().inside() - limit.mean().inside());
                assertThat(error).isLessThan(0.2 * previous);
                previous = error;
                if (points == 30001) {
                    assertThat(error).isLessThan(5e-5);
                    assertThat(moments.variance().inside())
                            .isCloseTo(limit.variance().inside(), offset(5e-5));
                }
            }
        }
    }

    /** Series and closed form meet without a step, and no multiplier is too small. */
    @ParameterizedTest
    @EnumSource
    void theLimitIsSmoothInTheMultiplier(Contour contour) {
        for (double c : new double[] {1, 1e-8, 1e-3, 0.1}) {
            HalfWidth below = HalfWidth.of(TruncatedGaussian.standard(c * (1 - 1e-9)), contour);
            HalfWidth above = HalfWidth.of(TruncatedGaussian.standard(c * (1 + 1e-9)), contour);
            assertThat(above.shortfall() / below.shortfall()).isCloseTo(1, offset(1e-8));
            assertThat(above.variance() / below.variance()).isCloseTo(1, offset(1e-7));
        }
        HalfWidth narrowest = HalfWidth.of(TruncatedGaussian.standard(1e-300), contour);
        assertThat(narrowest.shortfall()).isBetween(0.0, 0.5);
        assertThat(narrowest.variance()).isBetween(0.0, 0.1);
    }
}
