package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreCheckTest {
    /** A score and a threshold that differ never look equal. */
    @ParameterizedTest
    @CsvSource({
        "0.702, 0.67, TU 0.702 > 0.670",
        "0.67, 0.67, TU 0.670 ≤ 0.670",
        "0.9999998, 0.9999, TU 1.0000 > 0.9999",
        "0.9999, 0.9999998, TU 0.9999 ≤ 1.0000"
    })
    void asManyDecimalsAreShownAsTheComparisonNeeds(double value, double threshold, String words) {
        assertThat(new ScoreCheck(new Abstention(Score.TU, threshold), value).inWords())
                .isEqualTo(words);
    }
}
