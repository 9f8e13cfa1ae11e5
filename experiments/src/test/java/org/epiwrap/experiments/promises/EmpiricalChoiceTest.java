package org.epiwrap.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.promise.Selection;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class EmpiricalChoiceTest {

    /** Every score is tried as a threshold, with many scores that are equal. */
    @Test
    void theLargestThresholdThatReachesTheAccuracyIsTaken() {
        for (int number = 0; number < 300; number++) {
            UniformRandomProvider random = new RandomStreams(3).stream(number);
            int n = 1 + random.nextInt(30);
            double[] scores = random.ints(n, 0, 12).asDoubleStream().toArray();
            boolean[] wrong = new boolean[n];
            IntStream.range(0, n).forEach(i -> wrong[i] = random.nextInt(20) < scores[i]);
            double accuracy = (1 + random.nextInt(9)) / 10.0;
            Optional<Selection> wanted = Arrays.stream(scores)
                    .boxed()
                    .sorted((a, b) -> Double.compare(b, a))
                    .map(threshold -> upTo(threshold, scores, wrong))
                    .filter(each -> 10 * (each.kept() - each.wrong()) >= (int) Math.round(10 * accuracy) * each.kept())
                    .findFirst();
            assertThat(EmpiricalChoice.accuracy(scores, wrong, accuracy))
                    .as("case %d", number)
                    .isEqualTo(wanted);
        }
    }

    private static Selection upTo(double threshold, double[] scores, boolean[] wrong) {
        int kept = (int) Arrays.stream(scores).filter(s -> s <= threshold).count();
        int errors = (int) IntStream.range(0, scores.length)
                .filter(i -> wrong[i] && scores[i] <= threshold)
                .count();
        return new Selection(threshold, scores.length, kept, errors);
    }

    @Test
    void aQuantileIsTheLowestScoreThatIsHighEnough() {
        double[] scores = {5, 1, 4, 2, 3, 9, 8, 7, 6, 10};
        assertThat(EmpiricalChoice.quantile(scores, 0.9)).isEqualTo(9);
        assertThat(EmpiricalChoice.quantile(scores, 0.91)).isEqualTo(10);
        assertThat(EmpiricalChoice.quantile(scores, 0.1)).isEqualTo(1);
        assertThat(EmpiricalChoice.quantile(scores, 0.01)).isEqualTo(1);
    }
}
