package org.epiwrap.wrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {

    /** The obvious version, by a full sort, on weights with many ties. */
    @ParameterizedTest
    @EnumSource
    void agreesWithAFullSort(Criterion criterion) {
        UniformRandomProvider random = new RandomStreams(30).stream(0);
        for (int round = 0; round < 200; round++) {
            int count = random.nextInt(80);
            float[] mu = new float[count];
            float[] sigma = new float[count];
            for (int i = 0; i < count; i++) {
                mu[i] = (random.nextInt(11) - 5) / 4f;
                sigma[i] = random.nextInt(5) / 4f;
            }
            Weights weights = Weights.of(mu, sigma);
            double share = random.nextInt(5) / 4.0;
            int[] expected = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(i -> -weights.score(criterion, i))
                            .thenComparing(i -> i))
                    .limit(Math.round(share * count))
                    .mapToInt(i -> i)
                    .sorted()
                    .toArray();
            assertThat(Budget.highest(criterion, share).select(weights).stream().toArray())
                    .containsExactly(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.333, 0.5, 1})
    void everyBudgetTakesItsShare(double share) {
        float[] values = new float[1000];
        Weights weights = Weights.of(values, values).withReach(values);
        int expected = (int) Math.round(1000 * share);
        for (Budget budget :
                new Budget[] {Budget.highest(Criterion.SIGMA, share), Budget.impact(share), Budget.random(share, 1)}) {
            BitSet selected = budget.select(weights);
            assertThat(selected.cardinality()).isEqualTo(expected);
            assertThat(selected.length()).isLessThanOrEqualTo(1000);
            assertThat(budget.share()).isEqualTo(share);
        }
        // All equal: the first ones.
        assertThat(Budget.impact(share).select(weights).nextClearBit(0)).isEqualTo(expected);
    }

    @Test
    void randomBudgetsAreFairAndFixedBySeed() {
        Weights weights = Weights.of(new float[10], new float[10]);
        int[] taken = new int[10];
        for (int seed = 0; seed < 10_000; seed++) {
            Budget.random(0.3, seed).select(weights).stream().forEach(i -> taken[i]++);
        }
        // 3000 expected each, standard deviation 46.
        for (int count : taken) {
            assertThat(count).isBetween(3000 - 230, 3000 + 230);
        }
        assertThat(Budget.random(0.3, 7).select(weights))
                .isEqualTo(Budget.random(0.3, 7).select(weights));
    }

    /** Two inputs, two hidden units, one output; [output][input]. */
    @Test
    void impactFollowsTheWeightToTheOutput() {
        float[] reach = {0, 1.5f, 0, 0.5f}; // inputs of mean 0 and 0.5, units that feed weights of -3 and 1
        // The largest sigma sits on an input that is always 0.
        Weights weights =
                Weights.of(new float[4], new float[] {0.9f, 0.1f, 0.8f, 0.2f}).withReach(reach);
        assertThat(Budget.impact(0.25).select(weights).stream()).containsExactly(1);
        assertThat(Budget.highest(Criterion.SIGMA, 0.25).select(weights).stream())
                .containsExactly(0);
    }

    @Test
    void badBudgets() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Budget.highest(Criterion.MU, 1.01))
                .withMessage("share must be in [0, 1], but is 1.01");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Budget.impact(-0.1))
                .withMessage("share must be in [0, 1], but is -0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Budget.random(Double.NaN, 1))
                .withMessage("share must be in [0, 1], but is NaN");
    }

    @Test
    void badWeights() {
        float[] two = {1, 2};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Weights.of(two, new float[1]))
                .withMessage("sigma must be as long as mu (2), but its length is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Weights.of(two, new float[] {1, Float.POSITIVE_INFINITY}))
                .withMessage("sigma[1] must be a finite number >= 0, but is Infinity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Weights.of(two, two).withReach(new float[] {1, -1}))
                .withMessage("reach[1] must be a finite number >= 0, but is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Budget.impact(0.5).select(Weights.of(two, two)))
                .withMessage("an impact budget needs the reach of all 2 weights, but no reach is given");
    }
}
