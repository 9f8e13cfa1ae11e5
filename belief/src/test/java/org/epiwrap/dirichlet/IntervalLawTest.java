package org.epiwrap.dirichlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class IntervalLawTest {

    /** Dirichlet(2, 3, 4) has the density 8!/(1!2!3!)·x·y²·z³ = 3360·x·y²·z³. */
    @Test
    void density() {
        IntervalLaw.Dirichlet law = IntervalLaw.Dirichlet.of(new Components(2, 3, 4));
        double expected = 3360 * 0.2 * 0.3 * 0.3 * 0.5 * 0.5 * 0.5;
        assertThat(Math.exp(law.logDensity(new Components(0.2, 0.3, 0.5)))).isCloseTo(expected, offset(1e-9));
    }

    @Test
    void densityAtTheEdgesAndOutside() {
        IntervalLaw.Dirichlet law = IntervalLaw.Dirichlet.of(new Components(0.5, 1, 4));
        assertThat(law.logDensity(new Components(0, 0.5, 0.5))).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(law.logDensity(new Components(0.5, 0, 0.5))).isFinite();
        assertThat(law.logDensity(new Components(0.5, 0.5, 0))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(law.logDensity(new Components(0, 1, 0))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(law.logDensity(new Components(0.5, 0.6, -0.1))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(law.logDensity(new Components(0.5, 0.6, 0.1))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(law.logDensity(new Components(Double.NaN, 0.5, 0.5))).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void badParameters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IntervalLaw.Dirichlet.of(new Components(1, 0, 1)))
                .withMessage("alpha inside must be a finite number > 0, but is 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IntervalLaw.Dirichlet.of(new Components(1, 1, Double.NaN)))
                .withMessage("alpha above must be a finite number > 0, but is NaN");
    }
}
