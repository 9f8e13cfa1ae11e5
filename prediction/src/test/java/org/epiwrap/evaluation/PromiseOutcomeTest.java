package org.epiwrap.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.epiwrap.evaluation.PromiseOutcome.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromiseOutcomeTest {
    @ParameterizedTest
    @CsvSource({
        "0.99, 0.992, false, KEPT",
        "0.99, 0.985, false, WITHIN_CHANCE",
        "0.99, 0.975, false, MISSED",
        "0.01, 0.008, true, KEPT",
        "0.01, 0.015, true, WITHIN_CHANCE",
        "0.01, 0.025, true, MISSED",
        "0.99, , false, UNTESTED"
    })
    void aPromiseIsMissedIfChanceDoesNotExplainIt(double promised, Double measured, boolean upper, Verdict verdict) {
        OptionalDouble share = measured == null ? OptionalDouble.empty() : OptionalDouble.of(measured);
        PromiseOutcome outcome = new PromiseOutcome("a promise", promised, share, 100, 0.01, upper);
        assertThat(outcome.verdict()).isEqualTo(verdict);
        assertThat(outcome.verdict().inWords()).doesNotContain("_");
    }
}
