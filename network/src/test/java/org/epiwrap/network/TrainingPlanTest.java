package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.epiwrap.architecture.Backbone;
import org.epiwrap.tensor.LearningRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingPlanTest {

    /** Some 6,000 steps where there are enough rows, and at least 10 epochs. */
    @ParameterizedTest
    @CsvSource({
        "      100,  32, 150, mlp:32",
        "    3_000,  32,  64, mlp:64",
        "   13_000, 128,  59, mlp:256-128",
        "   40_000, 256,  38, mlp:256-128",
        "1_000_000, 256,  10, mlp:256-128"
    })
    void thePlanOfATableFollowsFromItsRows(String number, int batch, int epochs, String net) {
        int rows = Integer.parseInt(number.replace("_", ""));
        TrainingPlan plan = TrainingPlan.table(rows, Estimator.FLIPOUT);
        assertThat(plan.batchSize()).isEqualTo(batch);
        assertThat(plan.epochs()).isEqualTo(epochs);
        assertThat(plan.klWeight()).isEqualTo(0.1 / rows);
        assertThat(Backbone.forRows(rows)).isEqualTo(Backbone.named(net));
    }

    /** The best epoch is taken, but the rate must fall before training ends. */
    @Test
    void aTableIsTrainedUntilTheRateHasFallen() {
        TrainingPlan plan = TrainingPlan.table(5_000, Estimator.FLIPOUT);
        assertThat(plan.learningRate()).isEqualTo(LearningRate.cosine(3e-3));
        assertThat(plan.patience()).isEqualTo(plan.epochs());
    }
}
