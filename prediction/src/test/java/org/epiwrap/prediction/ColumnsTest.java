package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnsTest {
    /** Twenty times 0.05 is more than 1 in single precision. */
    @Test
    void averagesOfCertainPredictionsAreProbabilities() {
        Columns columns = new Columns(2, 3, 2);
        for (int draw = 0; draw < 20; draw++) {
            columns.add(Columns.Part.PROBABILITIES, 1, 2, 1f / 20, new float[] {1, 0, 0, 1, 0.5f, 0.5f, 1, 0});
        }
        assertThat(columns.probabilities()[2]).isGreaterThan(1);
        columns.limitProbabilities(1, 2);
        assertThat(columns.probabilities()).containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 0.50000006f, 0.50000006f, 1, 0);
    }
}
