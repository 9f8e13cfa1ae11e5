package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class CalibrationSetTest {
    private final Dataset heldOut = Images.counted(7, new Volume(1, 1, 1));

    @Test
    void theHalvesShareNoExample() {
        CalibrationSet set = CalibrationSet.of(heldOut);
        assertThat(set.choices().size()).isEqualTo(3);
        assertThat(set.promises().size()).isEqualTo(4);
        assertThat(set.size()).isEqualTo(7);
        assertThat(Images.pixels(set.choices())).isSorted().doesNotContain(Images.pixels(set.promises()));
        assertThat(Images.pixels(set.choices())).isNotEqualTo(Images.pixels(heldOut.subset(0, 3)));
    }

    /** A promise on many examples must not rest on those that an earlier choice on few was made by. */
    @Test
    void anExampleIsInTheSameHalfWhateverTheMaximum() {
        CalibrationSet all = CalibrationSet.of(heldOut);
        for (int maximum = 2; maximum < heldOut.size(); maximum++) {
            CalibrationSet some = CalibrationSet.of(heldOut, maximum);
            assertThat(some.choices().size()).isEqualTo(maximum / 2);
            assertThat(some.size()).isEqualTo(maximum);
            assertThat(Images.pixels(all.choices())).contains(Images.pixels(some.choices()));
            assertThat(Images.pixels(all.promises())).contains(Images.pixels(some.promises()));
        }
        assertThat(CalibrationSet.of(heldOut, CalibrationSet.DEFAULT_HELD_OUT).size())
                .isEqualTo(7);
    }

    @Test
    void oneExampleHasNoHalves() {
        assertThat(CalibrationSet.of(heldOut.subset(0, 2)).choices().size()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalibrationSet.of(heldOut.subset(0, 1)))
                .withMessageContaining("the number of held-out examples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalibrationSet.of(heldOut, 1))
                .withMessageContaining("maximum");
    }
}
