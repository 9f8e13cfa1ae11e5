package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EntropyTest {
    @Test
    void sharesAreOfTheLargestEntropy() {
        assertThat(Entropy.shareOfLargest(new double[] {0.25, 0.25, 0.25, 0.25}))
                .isEqualTo(1, within(1e-15));
        assertThat(Entropy.shareOfLargest(new double[] {0, 1, 0})).isZero();
        // One bit of the two that four classes can have.
        assertThat(Entropy.shareOfLargest(new double[] {0.5, 0, 0.5, 0})).isEqualTo(0.5, within(1e-15));
    }

    /** Of logits and of their softmax it is the same. */
    @Test
    void probabilitiesAndTheirLogitsAgree() {
        double[] logits = {0.3, -1.2, 2.5};
        double[] probabilities = new double[3];
        double sum = Math.exp(0.3) + Math.exp(-1.2) + Math.exp(2.5);
        for (int i = 0; i < 3; i++) {
            probabilities[i] = Math.exp(logits[i]) / sum;
        }
        assertThat(Entropy.shareOfLargest(probabilities)).isEqualTo(Entropy.normalised(logits), within(1e-14));
    }

    @Test
    void whatIsNoProbabilityIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Entropy.shareOfLargest(new double[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Entropy.shareOfLargest(new double[] {Double.NaN, 1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Entropy.shareOfLargest(new double[] {-0.1, 1}));
    }
}
