package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class RejectionCurveTest {

    @Test
    void byHand() {
        RejectionCurve curve =
                RejectionCurve.of(new double[] {0.5, 0.1, 0.5, 0.9}, new boolean[] {true, true, false, false});
        assertThat(curve.accuracyOfKept(1)).isEqualTo(1);
        assertThat(curve.accuracyOfKept(2)).isEqualTo(0.75); // one of two equals, half of which are right
        assertThat(curve.accuracyOfKept(3)).isEqualTo(2.0 / 3);
        assertThat(curve.accuracyOfKept(4)).isEqualTo(0.5);
        assertThat(curve.area()).isEqualTo((1 + 0.75 + 2.0 / 3 + 0.5) / 4);
        assertThat(curve.areaUnderRisk()).isCloseTo((0 + 0.25 + 1.0 / 3 + 0.5) / 4, offset(1e-15));
    }

    @Test
    void allRightIsFine() {
        assertThat(RejectionCurve.of(new double[] {3, 1}, new boolean[] {true, true})
                        .area())
                .isEqualTo(1);
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionCurve.of(new double[] {}, new boolean[] {}))
                .withMessage("the length of uncertainty must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RejectionCurve.of(new double[] {Double.NaN}, new boolean[] {true}))
                .withMessage("uncertainty[0] must be a number, but is NaN");
        RejectionCurve curve = RejectionCurve.of(new double[] {3, 1}, new boolean[] {true, false});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> curve.accuracyOfKept(3))
                .withMessage("images must be a whole number from 1 to 2, but is 3");
        assertThatIllegalArgumentException().isThrownBy(() -> curve.accuracyOfKept(0));
    }
}
