package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
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
        assertThat(check(Score.TU, value, threshold, OptionalDouble.empty()).inWords())
                .isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "0.702, 0.67, 0.0123, 'TU0 0.702 > 0.670, p 0.012'",
        "0.2, 0.67, 1, 'TU0 0.200 ≤ 0.670, p 1'",
        "0.2, Infinity, 0.00001234, 'TU0 0.200, which is never too high, p 0.000012'"
    })
    void aPValueIsShownBesideTheComparison(double value, double threshold, double pValue, String words) {
        assertThat(check(Score.TU0, value, threshold, OptionalDouble.of(pValue)).inWords())
                .isEqualTo(words);
    }

    private static ScoreCheck check(Score score, double value, double threshold, OptionalDouble pValue) {
        return new ScoreCheck(Abstention.Reason.AMBIGUOUS, score, value, threshold, pValue);
    }
}
