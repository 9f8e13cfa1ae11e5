package org.epiwrap.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class IntervalSetTest {
    private static final Interval DOMAIN = Interval.of(0, 10);

    @Test
    void touchingAndOverlappingPartsAreJoined() {
        IntervalSet set = IntervalSet.of(Interval.of(5, 6), Interval.of(1, 3), Interval.of(2, 4), Interval.of(4, 4.5));
        assertThat(set.parts()).containsExactly(Interval.of(1, 4.5), Interval.of(5, 6));
        assertThat(set.contains(Interval.of(2, 4.25))).isTrue();
        assertThat(set.contains(Interval.of(4, 5))).isFalse();
        assertThat(set.meets(Interval.of(4.6, 4.9))).isFalse();
        assertThat(set.meets(Interval.of(4.6, 5))).isTrue();
    }

    @Test
    void complementsAreTheGaps() {
        assertThat(IntervalSet.of(Interval.of(2, 3), Interval.of(7, 12))
                        .complementIn(DOMAIN)
                        .parts())
                .containsExactly(Interval.of(0, 2), Interval.of(3, 7));
        assertThat(IntervalSet.of().complementIn(DOMAIN).parts()).containsExactly(DOMAIN);
        assertThat(IntervalSet.of(Interval.of(-1, 11)).complementIn(DOMAIN).isEmpty())
                .isTrue();
        assertThat(IntervalSet.of(Interval.of(4, 4)).complementIn(DOMAIN).parts())
                .containsExactly(DOMAIN);
    }

    @Test
    void onlyWhatLiesInTheDomainCounts() {
        assertThat(IntervalSet.of(Interval.of(-5, -1), Interval.of(9, 20))
                        .within(DOMAIN)
                        .parts())
                .containsExactly(Interval.of(9, 10));
    }

    @Test
    void aTurnedOrOpenIntervalIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interval.of(2, 1))
                .withMessage("upper must be >= lower (2.0), but is 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interval.of(Double.NaN, 1))
                .withMessage("lower must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interval.of(0, Double.POSITIVE_INFINITY))
                .withMessage("upper must be a finite number, but is Infinity");
    }

    @Test
    void midpointAndWidth() {
        assertThat(Interval.of(-1, 3).midpoint()).isEqualTo(1);
        assertThat(Interval.of(-1, 3).width()).isEqualTo(4);
    }
}
