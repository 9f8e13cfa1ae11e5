package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class TemperatureTest {

    /** Three of four are right at a confidence p: the best is 3/4, so that (p/(1 - p))^(1/T) = 3. */
    @Test
    void twoClassesHaveAClosedForm() {
        float p = 0.9375f;
        float[] probabilities = {p, 1 - p, p, 1 - p, p, 1 - p, p, 1 - p};
        Temperature fitted = Temperature.fit(probabilities, new int[] {0, 0, 1, 0}, 2);
        assertThat(fitted.value()).isCloseTo(Math.log(15) / Math.log(3), offset(1e-12));
        assertThat(fitted.apply(probabilities, 2)[0]).isCloseTo(0.75f, offset(1e-7f));
    }

    @Test
    void whatIsCalibratedStays() {
        float[] probabilities = {0.75f, 0.25f, 0.75f, 0.25f, 0.75f, 0.25f, 0.75f, 0.25f};
        assertThat(Temperature.fit(probabilities, new int[] {1, 0, 0, 0}, 2).value())
                .isCloseTo(1, offset(1e-12));
        assertThat(new Temperature(1).apply(probabilities, 2)).containsExactly(probabilities);
    }

    /** Where all are right, or a label is held for impossible, the temperature stays inside its limits. */
    @Test
    void extremesAreFinite() {
        assertThat(Temperature.fit(new float[] {0.75f, 0.25f}, new int[] {0}, 2).value())
                .isCloseTo(0.05, offset(1e-12));
        assertThat(Temperature.fit(new float[] {1, 0}, new int[] {1}, 2).value())
                .isCloseTo(20, offset(1e-9));
        assertThat(new Temperature(0.05).apply(new float[] {1, 0}, 2)).containsExactly(1, 0);
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Temperature(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Temperature(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Temperature.fit(new float[] {1, 0}, new int[] {2}, 2));
    }
}
