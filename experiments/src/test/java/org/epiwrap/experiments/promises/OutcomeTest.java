package org.epiwrap.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeTest {

    /** What is exactly as asked keeps a promise, although most shares are not themselves in binary. */
    @ParameterizedTest
    @CsvSource({
        "0.99, 2500, 25, 2475",
        "0.98, 2500, 50, 2450",
        "0.95, 2500, 125, 2375",
        "0.9, 10, 1, 9",
        "0.99, 2501, 25, 2476",
        "0.9, 0, 0, 0"
    })
    void sharesBecomeNumbers(double asked, int examples, int atMost, int atLeast) {
        assertThat(Outcome.atMost(examples, 1 - asked)).isEqualTo(atMost);
        assertThat(Outcome.atLeast(examples, asked)).isEqualTo(atLeast);
        assertThat(Outcome.of(atMost, examples, 1 - asked, 1, 1, 1).isBroken()).isFalse();
        assertThat(Outcome.of(atMost + 1, examples + 1, 1 - asked, 1, 1, 1).isBroken())
                .isEqualTo(atMost + 1 > Outcome.atMost(examples + 1, 1 - asked));
    }

    @Test
    void ofNothingNothingFails() {
        Outcome none = Outcome.of(0, 0, 0.01, 1, 300, 0);
        assertThat(none.rate()).isZero();
        assertThat(none.isBroken()).isFalse();
        assertThat(none.predictedBroken()).isZero();
    }

    /** Three of four divisions are given, one of which looks broken; a uniform rate breaks 9 of 11 numbers. */
    @Test
    void aRunIsSummedUp() {
        Rule rule = Rule.of(BuiltInData.MNIST).get(0);
        List<Optional<Outcome>> outcomes = new ArrayList<>(List.of(
                Optional.of(Outcome.of(0, 10, 0.1, 1, 1, 0.5)),
                Optional.empty(),
                Optional.of(Outcome.of(1, 10, 0.1, 1, 1, 0.6)),
                Optional.of(Outcome.of(2, 10, 0.1, 1, 1, 0.7))));
        Values values = new Values();
        PromiseExperiment.add(values, rule, outcomes);
        PromiseExperiment.add(values, rule, List.of(Optional.empty()));
        Measurement measured = values.of(Key.of(Topic.PROMISES));
        assertThat(measured.numbers(Quantity.REFUSED)).containsExactly(0.25, 1);
        assertThat(measured.numbers(Quantity.BROKEN)).containsExactly(0.25, 0);
        assertThat(measured.numbers(Quantity.PREDICTED)[0]).isCloseTo(0.75 * 9 / 11, within(1e-12));
        assertThat(measured.numbers(Quantity.PREDICTED)[1]).isZero();
        assertThat(measured.numbers(Quantity.MEASURED)).hasSize(1);
        assertThat(measured.mean(Quantity.MEASURED)).isCloseTo(0.9, within(1e-12));
        assertThat(measured.mean(Quantity.DEVIATION)).isCloseTo(0.1, within(1e-12));
        assertThat(measured.mean(Quantity.DECIDED_SHARE)).isCloseTo(0.6, within(1e-12));
        // 150 of 200 divisions of the only run that gave any.
        assertThat(PromiseTables.standardError(measured).orElseThrow()).isCloseTo(0.1 / Math.sqrt(150), within(1e-12));
    }

    @Test
    void everyRuleHasItsKey() {
        for (BuiltInData data : List.of(BuiltInData.MNIST, BuiltInData.FASHION_MNIST)) {
            List<Rule> rules = Rule.of(data);
            assertThat(rules).hasSize(data == BuiltInData.MNIST ? 21 : 26);
            assertThat(rules.stream().map(rule -> rule.key(Key.of(Topic.PROMISES))))
                    .doesNotHaveDuplicates();
        }
    }
}
