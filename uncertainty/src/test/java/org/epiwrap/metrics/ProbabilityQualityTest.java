package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class ProbabilityQualityTest {
    private static final float[] ROWS = {0.75f, 0.25f, 0, 0.5f, 0.5f, 0, 0, 0, 1, 0.125f, 0.25f, 0.625f};
    private static final int[] LABELS = {0, 1, 2, 2};

    @Test
    void byHand() {
        ProbabilityQuality predictions = ProbabilityQuality.of(ROWS, LABELS, 3);
        // Of the second image's two equals the first class is predicted, which is wrong.
        assertThat(predictions.correct()).containsExactly(true, false, true, true);
        assertThat(predictions.accuracy()).isEqualTo(0.75);
        assertThat(predictions.negativeLogLikelihood())
                .isCloseTo((Math.log(4.0 / 3) + Math.log(2) + Math.log(1.6)) / 4, offset(1e-15));
        assertThat(predictions.brier()).isCloseTo((0.125 + 0.5 + 0 + 0.21875) / 4, offset(1e-15));
        assertThat(predictions.calibrationError()).isCloseTo((0.25 + 0.5 + 0 + 0.375) / 4, offset(1e-15));
        // Of the classes one after the other; images with equal probabilities share a bin.
        assertThat(predictions.classwiseCalibrationError())
                .isCloseTo((0.25 + 0.5 + 0.125 + 2 * 0.25 + 0.5 + 0.375) / 3 / 4, offset(1e-15));
    }

    /** Errors of opposite directions in one bin cancel: of two images with 0.5 one is of the class. */
    @Test
    void aClassIsCalibratedIfItsSharesAre() {
        float[] rows = {0.5f, 0.5f, 0.5f, 0.5f};
        assertThat(ProbabilityQuality.of(rows, new int[] {0, 1}, 2).classwiseCalibrationError())
                .isZero();
        assertThat(ProbabilityQuality.of(rows, new int[] {0, 0}, 2).classwiseCalibrationError())
                .isEqualTo(0.5);
    }

    @Test
    void binsAreOpenBelowAndClosedAbove() {
        float[] rows = {0.6f, 0.4f, 0.61f, 0.39f, 0.8f, 0.2f, 1, 0};
        Reliability reliability =
                ProbabilityQuality.of(rows, new int[] {0, 1, 0, 0}, 2).reliability();
        // 0.6 and 0.8 are a little more than 9/15 and 12/15 as floats.
        assertThat(reliability.bins()).hasSize(3);
        Reliability.Bin first = reliability.bins().get(0);
        assertThat(first.lower()).isEqualTo(9 / 15.0);
        assertThat(first.upper()).isEqualTo(10 / 15.0);
        assertThat(first.images()).isEqualTo(2);
        assertThat(first.confidence()).isCloseTo(0.605, offset(1e-7));
        assertThat(first.accuracy()).isEqualTo(0.5);
        assertThat(reliability.bins().get(2)).isEqualTo(new Reliability.Bin(14 / 15.0, 1, 1, 1, 1));
    }

    /** One image whose label is held for impossible must not make the whole mean infinite. */
    @Test
    void zeroProbabilityOfTheLabelIsFinite() {
        ProbabilityQuality predictions = ProbabilityQuality.of(new float[] {1, 0}, new int[] {1}, 2);
        assertThat(predictions.negativeLogLikelihood()).isCloseTo(103.28, offset(0.01));
        assertThat(predictions.brier()).isEqualTo(2);
    }

    @Test
    void whatIsRefused() {
        refused(new float[] {}, new int[] {}, 2, "the number of labels must be a whole number >= 1, but is 0");
        refused(new float[] {1}, new int[] {0}, 1, "classes must be a whole number >= 2, but is 1");
        refused(
                new float[] {1, 0, 0},
                new int[] {0},
                2,
                "probabilities must hold 2 numbers for each of 1 examples, but its length is 3");
        refused(
                new float[] {1, 0, 1, 0},
                new int[] {0, 2},
                2,
                "labels[1] must be a whole number from 0 to 1, but is 2");
        refused(new float[] {1, 0}, new int[] {-1}, 2, "labels[0] must be a whole number from 0 to 1, but is -1");
        refused(
                new float[] {1, 0, Float.NaN, 1},
                new int[] {0, 0},
                2,
                "the probability of class 0 for example 1 must be in [0, 1], but is NaN");
        refused(
                new float[] {0.5f, 0.25f},
                new int[] {0},
                2,
                "the probabilities of example 0 must sum to 1 within 0.001, but sum to 0.75");
    }

    private static void refused(float[] probabilities, int[] labels, int classes, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbabilityQuality.of(probabilities, labels, classes))
                .withMessage(message);
    }
}
