package org.epiwrap.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void nothingButNumbersPasses(double value) {
        assertThatIllegalArgumentException().isThrownBy(() -> Check.finite("x", value));
        assertThatIllegalArgumentException().isThrownBy(() -> Check.positive("x", value));
        assertThatIllegalArgumentException().isThrownBy(() -> Check.nonNegative("x", value));
        assertThatIllegalArgumentException().isThrownBy(() -> Check.share("x", value));
    }

    @Test
    void whatIsAllowedComesBack() {
        assertThat(Check.number("x", Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Check.finite("x", -1)).isEqualTo(-1);
        assertThat(Check.positive("x", 1)).isEqualTo(1);
        assertThat(Check.nonNegative("x", 0)).isZero();
        assertThat(Check.share("x", 1)).isEqualTo(1);
        assertThat(Check.atLeast("x", 3, 3)).isEqualTo(3);
        assertThat(Check.between("x", 3, 1, 3)).isEqualTo(3);
        Check.sameLength("a", 2, "b", 2);
    }

    @Test
    void nanIsNoNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.number("x", Double.NaN))
                .withMessage("x must be a number, but is NaN");
    }

    @Test
    void ofManyTheBadOneIsNamed() {
        Check.finite("x", new double[] {-1, 0});
        Check.nonNegative("x", new double[] {0, 1});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.finite("x", new double[] {1, Double.NaN}))
                .withMessage("x[1] must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.nonNegative("x", new double[] {1, 2, -1}))
                .withMessage("x[2] must be a finite number >= 0, but is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.nonNegative("x", new double[] {Double.POSITIVE_INFINITY}));
    }

    @Test
    void messagesNameParameterRangeAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.positive("x", 0))
                .withMessage("x must be a finite number > 0, but is 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.atLeast("x", 1, 2))
                .withMessage("x must be a whole number >= 2, but is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.between("x", 9, 1, 3))
                .withMessage("x must be a whole number from 1 to 3, but is 9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.sameLength("a", 1, "b", 2))
                .withMessage("a must be as long as b (2), but its length is 1");
    }

    @Test
    void aVolumeFitsIntoAnInt() {
        Check.volume("an image", "bytes", 3, 32, 32);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.volume("an image", "bytes", 3, 0, 32))
                .withMessage("height must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.volume("an image", "bytes", 3, 1 << 16, 1 << 15))
                .withMessage("an image must have at most 2147483647 bytes, but has 3 x 65536 x 32768");
    }
}
