package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void byHand() {
        assertThat(Spread.of(2, 4, 4, 4, 5, 5, 7, 9).mean()).isEqualTo(5);
        assertThat(Spread.of(2, 4, 4, 4, 5, 5, 7, 9).deviation()).isCloseTo(Math.sqrt(32 / 7.0), offset(1e-15));
        assertThat(Spread.of(3)).isEqualTo(new Spread(3, 0, 1));
        // Far from zero nothing cancels.
        assertThat(Spread.of(1e9 + 1, 1e9 + 2, 1e9 + 3)).isEqualTo(new Spread(1e9 + 2, 1, 3));
    }

    /** Runs 1, 2 and 3 of one quantity are 0.5, 1 and 1.5 above those of the other. */
    @Test
    void differencesWithinRuns() {
        Spread differences = Spread.ofDifferences(new double[] {2, 5, 9}, new double[] {1.5, 4, 7.5});
        assertThat(differences).isEqualTo(new Spread(1, 0.5, 3));
        assertThat(differences.standardError()).isCloseTo(0.5 / Math.sqrt(3), offset(1e-15));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spread.ofDifferences(new double[2], new double[3]))
                .withMessage("second must be as long as first (2), but its length is 3");
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(Spread::of)
                .withMessage("the number of runs must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spread.of(1, Double.NaN))
                .withMessage("values[1] must be a finite number, but is NaN");
    }
}
