package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class DisagreementTest {

    /** Two passes that are sure of different classes: all uncertainty is theirs. */
    @Test
    void byHand() {
        Disagreement disagreement = Disagreement.of(new double[][] {{1, 0}, {0, 1}});
        assertThat(disagreement.mutualInformation()).isCloseTo(Math.log(2), offset(1e-15));
        assertThat(disagreement.expectedEntropy()).isZero();
        assertThat(disagreement.classVariance()).isEqualTo(0.25);
    }

    @Test
    void whatIsRefused() {
        refused(new double[][] {}, "the number of passes must be a whole number >= 1, but is 0");
        refused(new double[][] {{1}}, "the number of classes must be a whole number >= 2, but is 1");
        refused(new double[][] {{1, 0}, {1}}, "passes[1] must be as long as passes[0] (2), but its length is 1");
        refused(new double[][] {{0.5, 0.25}}, "passes[0] must sum to 1 within 0.001, but sums to 0.75");
        refused(new double[][] {{0.5, Double.NaN}}, "passes[0] must sum to 1 within 0.001, but sums to NaN");
        refused(new double[][] {{1.5, -0.5}}, "probabilities[1] must be a finite number >= 0, but is -0.5");
    }

    private static void refused(double[][] passes, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Disagreement.of(passes))
                .withMessage(message);
    }

    @Test
    void normalisedEntropy() {
        assertThat(Entropy.normalised(new double[] {3, 3, 3})).isCloseTo(1, offset(1e-15));
        assertThat(Entropy.normalised(new double[] {1e4, -1e4})).isZero();
        assertThat(Entropy.normalised(new double[] {1e308, -1e308})).isZero();
        assertThat(Entropy.normalised(new double[] {Math.log(3), 0}))
                .isCloseTo(2 - 0.75 * Math.log(3) / Math.log(2), offset(1e-15));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Entropy.normalised(new double[] {1, Double.NaN}))
                .withMessage("logits[1] must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Entropy.normalised(new double[] {1}))
                .withMessage("the number of logits must be a whole number >= 2, but is 1");
    }
}
