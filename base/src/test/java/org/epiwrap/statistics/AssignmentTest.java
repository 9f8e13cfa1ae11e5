package org.epiwrap.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AssignmentTest {
    @Test
    void aGreedyChoiceIsNotTheLargest() {
        assertThat(Assignment.largest(new double[][] {{9, 8}, {8, 1}})).containsExactly(1, 0);
    }

    @Test
    void everyPermutationIsFound() {
        assertThat(Assignment.largest(new double[][] {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}))
                .containsExactly(1, 2, 0);
        assertThat(Assignment.largest(new double[0][])).isEmpty();
    }

    @Test
    void noPermutationHasALargerSum() {
        Random random = new Random(5);
        for (int n = 1; n <= 6; n++) {
            for (int repeat = 0; repeat < 20; repeat++) {
                int size = n;
                double[][] values = IntStream.range(0, n)
                        .mapToObj(i -> random.doubles(size, -5, 5).toArray())
                        .toArray(double[][]::new);
                int[] found = Assignment.largest(values);
                assertThat(Arrays.stream(found).distinct().count()).isEqualTo(n);
                double sum = IntStream.range(0, n)
                        .mapToDouble(i -> values[i][found[i]])
                        .sum();
                assertThat(sum).isEqualTo(best(values, 0, new boolean[n]), offset(1e-9));
            }
        }
    }

    private static double best(double[][] values, int row, boolean[] used) {
        if (row == values.length) {
            return 0;
        }
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < used.length; i++) {
            if (!used[i]) {
                used[i] = true;
                best = Math.max(best, values[row][i] + best(values, row + 1, used));
                used[i] = false;
            }
        }
        return best;
    }

    @Test
    void whatIsNotSquareOrFiniteIsRefused() {
        assertThatThrownBy(() -> Assignment.largest(new double[][] {{1, 2}}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Assignment.largest(new double[][] {{Double.NaN}}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
