package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;
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
    void whatIsNegligibleIsLeftOut() {
        DMatrixRMaj flat = new DMatrixRMaj(new double[][] {{1, 1, 0}, {1, 1, 0}, {0, 0, 1e-11}});
        assertThat(PrincipalComponents.of(flat, 3).count()).isEqualTo(1);
        assertThat(PrincipalComponents.of(new DMatrixRMaj(3, 3), 3).count()).isZero();
    }
}
