package org.epiwrap.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void equalValuesFillOneBin() {
        Distribution one = Distribution.of(new float[] {2, 2, 2});
        assertThat(one.quantile(0.5)).isEqualTo(2);
        assertThat(one.bars()).isEqualTo("█" + " ".repeat(15));
    }

    @Test
    void aBinWithOneValueIsNotBlank() {
        assertThat(Distribution.of(new float[] {0, 0, 0, 0, 0, 0, 0, 0, 16}).bars())
                .isEqualTo("█" + " ".repeat(14) + "▁");
    }
}
