package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RhoTest {

    @ParameterizedTest
    @ValueSource(doubles = {2e-8, 1e-6, 1e-3, 0.05, 1, 10, 1000})
    void givesTheDeviation(double sigma) {
        double back = 1e-8
                + Math.log1p(Math.exp(-Math.abs(BayesianNetwork.rho(sigma))))
                + Math.max(0, BayesianNetwork.rho(sigma));
        assertThat(back).isEqualTo(sigma, offset(1e-6 * sigma));
    }

    @Test
    void noDeviationIsBelowTheLeast() {
        assertThat(BayesianNetwork.rho(0)).isEqualTo(-120);
        assertThat(BayesianNetwork.rho(1e-9)).isEqualTo(-120);
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianNetwork.rho(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianNetwork.rho(Double.NaN));
    }
}
