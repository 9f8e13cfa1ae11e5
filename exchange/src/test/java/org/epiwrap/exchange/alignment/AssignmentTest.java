package org.epiwrap.exchange.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class AssignmentTest {

    @RepeatedTest(30)
    void noPermutationGainsMore(RepetitionInfo repetition) {
        UniformRandomProvider random = new RandomStreams(1).stream(repetition.getCurrentRepetition());
        int n = 1 + random.nextInt(7);
        double[][] gains = new double[n][n];
        // Small whole numbers, so that there are ties.
        Arrays.stream(gains).forEach(row -> Arrays.setAll(row, i -> random.nextInt(9) - 4.0));
        int[] columns = Assignment.largest(gains);
        assertThat(Arrays.stream(columns).sorted())
                .containsExactly(IntStream.range(0, n).boxed().toArray(Integer[]::new));
        double gain =
                IntStream.range(0, n).mapToDouble(i -> gains[i][columns[i]]).sum();
        assertThat(gain).isEqualTo(best(gains, 0, new boolean[n]), offset(1e-9));
    }

    private static double best(double[][] gains, int row, boolean[] taken) {
        if (row == gains.length) {
            return 0;
        }
        double best = Double.NEGATIVE_INFINITY;
        for (int column = 0; column < gains.length; column++) {
            if (!taken[column]) {
                taken[column] = true;
                best = Math.max(best, gains[row][column] + best(gains, row + 1, taken));
                taken[column] = false;
            }
        }
        return best;
    }
}
