package org.epiwrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.epiwrap.credal.ClassSet;
import org.junit.jupiter.api.Test;

class SetQualityTest {

    @Test
    void byHand() {
        List<ClassSet> sets = List.of(ClassSet.of(0), ClassSet.of(0, 1), ClassSet.of(0, 1, 2), ClassSet.of(2));
        assertThat(SetQuality.of(sets, new int[] {0, 2, 1, 2}, 3)).isEqualTo(new SetQuality(0.75, 1.75, 0.25));
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetQuality.of(List.of(), new int[] {}, 3))
                .withMessage("the number of labels must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetQuality.of(List.of(), new int[] {1}, 3))
                .withMessage("sets must be as long as labels (1), but its length is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetQuality.of(List.of(ClassSet.of(1)), new int[] {3}, 3))
                .withMessage("labels[0] must be a whole number from 0 to 2, but is 3");
    }
}
