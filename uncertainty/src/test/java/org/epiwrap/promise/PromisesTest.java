package org.epiwrap.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PromisesTest {
    @Test
    void aPromiseReplacesOneOfItsKind() {
        Promises promises = Promises.none()
                .with(Promise.setCoverage(0.9))
                .with(Promise.falseAlarm(0.1))
                .with(Promise.falseAlarm(0.2));
        assertThat(promises.all()).containsExactly(Promise.falseAlarm(0.2), Promise.setCoverage(0.9));
        assertThat(promises.ofDecisions()).isFalse();
        assertThat(promises.with(Promise.accuracy(0.9)).ofDecisions()).isTrue();
        assertThat(promises.isEmpty()).isFalse();
        assertThat(Promises.none().isEmpty()).isTrue();
    }

    @Test
    void oneThresholdCannotKeepTwoPromises() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Promises.none().with(Promise.accuracy(0.9)).with(Promise.coverage(0.9)))
                .withMessage("either an accuracy or a coverage of decisions must be promised, not both: they choose the"
                        + " same threshold");
    }

    @Test
    void whatIsStoredIsComparedByItsNumbers() {
        ConformalPValues scores = ConformalPValues.of(new double[] {2, 1});
        assertThat(scores)
                .isEqualTo(ConformalPValues.of(new double[] {1, 2}))
                .hasSameHashCodeAs(ConformalPValues.of(new double[] {1, 2}))
                .isNotEqualTo(ConformalPValues.of(new double[] {1, 3}));
        ConformalSets sets = ConformalSets.of(Promise.setCoverage(0.9), Regularisation.NONE, 0.5);
        assertThat(sets)
                .isEqualTo(ConformalSets.of(Promise.setCoverage(0.9), Regularisation.NONE, 0.5))
                .hasSameHashCodeAs(ConformalSets.of(Promise.setCoverage(0.9), Regularisation.NONE, 0.5))
                .isNotEqualTo(ConformalSets.of(Promise.setCoverage(0.9), Regularisation.NONE, 0.6))
                .isNotEqualTo(ConformalSets.of(Promise.setCoverage(0.8), Regularisation.NONE, 0.5));
        for (SetScore score : SetScore.values()) {
            assertThat(score.inWords()).contains("sets of");
        }
    }
}
