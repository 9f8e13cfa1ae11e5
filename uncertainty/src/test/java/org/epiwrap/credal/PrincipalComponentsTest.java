package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class PrincipalComponentsTest {
    /** Variance 5 along (1, 1, 0)/√2, 4 along the third axis, 1 along (1, −1, 0)/√2. */
    private static final DMatrixRMaj COVARIANCE = new DMatrixRMaj(new double[][] {{3, 2, 0}, {2, 3, 0}, {0, 0, 4}});

    @Test
    void theLargestVariancesComeFirst() {
        PrincipalComponents all = PrincipalComponents.of(COVARIANCE.copy(), 9);
        assertThat(all.count()).isEqualTo(3);
        double root = Math.sqrt(0.5);
        double[][] expected = {{root, root, 0}, {0, 0, 1}, {root, -root, 0}};
        double[] variances = {5, 4, 1};
        for (int component = 0; component < 3; component++) {
            assertThat(all.variances().get(component, component)).isCloseTo(variances[component], within(1e-12));
            double along = 0;
            for (int i = 0; i < 3; i++) {
                along += all.directions().get(i, component) * expected[component][i];
            }
            assertThat(Math.abs(along)).isCloseTo(1, within(1e-12));
        }
        assertThat(PrincipalComponents.of(COVARIANCE.copy(), 2).count()).isEqualTo(2);
    }

    @Test
    void negligibleComponentsCanBeDropped() {
        DMatrixRMaj flat = new DMatrixRMaj(new double[][] {{1, 1, 0}, {1, 1, 0}, {0, 0, 1e-11}});
        PrincipalComponents all = PrincipalComponents.of(flat.copy(), 3);
        assertThat(all.count()).isEqualTo(3);
        PrincipalComponents kept = all.withoutNegligible();
        assertThat(kept.count()).isEqualTo(1);
        assertThat(kept.variances().data).containsExactly(all.variances().get(0, 0));
        for (int i = 0; i < 3; i++) {
            assertThat(kept.directions().get(i, 0)).isEqualTo(all.directions().get(i, 0));
        }
        assertThat(PrincipalComponents.of(new DMatrixRMaj(3, 3), 3)
                        .withoutNegligible()
                        .count())
                .isZero();
        assertThat(PrincipalComponents.of(COVARIANCE.copy(), 3)
                        .withoutNegligible()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void oneComponentAtLeast() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrincipalComponents.of(COVARIANCE.copy(), 0))
                .withMessageContaining("maximum");
    }
}
