package org.epiwrap.familiarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.statistics.SampleMoments;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class HarmonicCombinationTest {
    private static final int CASES = 200;
    private static final List<String> TWO = List.of("a", "b");

    /** Two members and three calibration examples. */
    @Test
    void byHand() {
        HarmonicCombination combination = HarmonicCombination.of(TWO, new double[][] {{3, 1, 2}, {10, 30, 20}});
        Unfamiliarity middle = combination.of(2, 31);
        assertThat(middle.members()).isEqualTo(TWO);
        assertThat(middle.score(1)).isEqualTo(31);
        assertThat(middle.pValue(0)).isEqualTo(0.75);
        assertThat(middle.pValue(1)).isEqualTo(0.25);
        assertThat(middle.statistic()).isCloseTo(Math.log((4 / 3.0 + 4) / 2), offset(1e-15));
        assertThat(middle.value()).isCloseTo(middle.statistic() / Math.log(4), offset(1e-15));
        assertThat(combination.of(0, 0).value()).isZero();
        assertThat(combination.of(9, 99).value()).isEqualTo(1);
        assertThat(combination.scores()).isDeepEqualTo(new double[][] {{1, 2, 3}, {10, 20, 30}});
    }

    /** Sums in place of UF: those of examples are at most the largest sum of a value if and only if UF is at most the value. */
    @Test
    void sumsDecideAsValuesDo() {
        RandomCases.forAll(32, CASES, random -> {
            int members = 1 + random.nextInt(5);
            double[][] scores = new double[members][1 + random.nextInt(30)];
            for (double[] member : scores) {
                Arrays.setAll(member, i -> random.nextInt(12));
            }
            HarmonicCombination combination = HarmonicCombination.of(
                    IntStream.range(0, members).mapToObj(m -> "m" + m).toList(), scores);
            double[] values = new double[20];
            double[] sums = new double[values.length];
            for (int i = 0; i < values.length; i++) {
                double[] example = new double[members];
                Arrays.setAll(example, m -> random.nextInt(14) - 1);
                Unfamiliarity own = combination.of(example);
                values[i] = own.value();
                for (int m = 0; m < members; m++) {
                    sums[i] += 1 / own.pValue(m);
                }
            }
            for (double limit : values) {
                double largest = combination.largestSum(limit);
                for (int i = 0; i < values.length; i++) {
                    assertThat(sums[i] <= largest).isEqualTo(values[i] <= limit);
                }
            }
            assertThat(combination.largestSum(1)).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(combination.largestSum(0)).isGreaterThanOrEqualTo(members);
            assertThat(combination.largestSum(-0.1)).isEqualTo(Double.NEGATIVE_INFINITY);
        });
    }

    /** p-values are multiples of 1/(n + 1), UF is a share, and it falls with no member's score that rises. */
    @Test
    void risesWithEachMember() {
        RandomCases.forAll(31, CASES, random -> {
            int members = 1 + random.nextInt(6);
            int size = 1 + random.nextInt(40);
            double[][] scores = new double[members][size];
            for (double[] member : scores) {
                // Few values, so that there are ties.
                Arrays.setAll(member, i -> random.nextInt(12));
            }
            List<String> names =
                    IntStream.range(0, members).mapToObj(m -> "m" + m).toList();
            HarmonicCombination combination = HarmonicCombination.of(names, scores);
            double[] example = new double[members];
            Arrays.setAll(example, m -> random.nextInt(14) - 1);
            double[] higher = example.clone();
            higher[random.nextInt(members)] += 5 * random.nextDouble();
            Unfamiliarity before = combination.of(example);
            Unfamiliarity after = combination.of(higher);
            assertThat(before.value()).isBetween(0.0, 1.0);
            assertThat(after.value()).isBetween(before.value(), 1.0);
            double smallest = 1;
            for (int m = 0; m < members; m++) {
                double p = before.pValue(m);
                assertThat(p).isBetween(1 / (size + 1.0), 1.0);
                assertThat(p * (size + 1)).isCloseTo(Math.rint(p * (size + 1)), offset(1e-9));
                assertThat(after.pValue(m)).isLessThanOrEqualTo(p);
                smallest = Math.min(smallest, p);
            }
            // The most alarmed member decides, but for a share among all.
            assertThat(before.statistic())
                    .isBetween(-Math.log(smallest) - Math.log(members) - 1e-12, -Math.log(smallest) + 1e-12);
        });
    }

    /**
     * Members that depend on each other, calibrated 2,000 times on one part and alarms on another: alarms are false no more often
     * than promised, by two standard errors, nor much less often.
     */
    @Test
    void alarmsAreFalseAsOftenAsPromised() {
        double[] rates = new double[2000];
        for (int run = 0; run < rates.length; run++) {
            UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(500L + run);
            HarmonicCombination combination = HarmonicCombination.of(List.of("a", "b", "c"), transposed(random, 60));
            ConformalPValues alarms = ConformalPValues.of(values(combination, random, 99));
            for (double value : values(combination, random, 25)) {
                rates[run] += alarms.of(value) <= 0.05 ? 1 / 25.0 : 0;
            }
        }
        SampleMoments moments = SampleMoments.of("rates", rates);
        double error = moments.populationDeviation() / Math.sqrt(rates.length);
        assertThat(moments.mean()).isBetween(0.035, 0.05 + 2 * error);
    }

    private static double[] values(HarmonicCombination combination, UniformRandomProvider random, int size) {
        return IntStream.range(0, size)
                .mapToDouble(i -> combination.of(example(random)).value())
                .toArray();
    }

    private static double[] example(UniformRandomProvider random) {
        double common = random.nextDouble();
        return new double[] {common, common + 0.3 * random.nextDouble(), random.nextDouble() * common};
    }

    private static double[][] transposed(UniformRandomProvider random, int size) {
        double[][] scores = new double[3][size];
        for (int i = 0; i < size; i++) {
            double[] example = example(random);
            for (int m = 0; m < 3; m++) {
                scores[m][i] = example[m];
            }
        }
        return scores;
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarmonicCombination.of(TWO, new double[][] {{1}}))
                .withMessage("scores must be as long as the names of the members (2), but its length is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarmonicCombination.of(TWO, new double[][] {{1}, {1, 2}}))
                .withMessageContaining("scores[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarmonicCombination.of(TWO, new double[2][0]))
                .withMessageContaining("the number of calibration examples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarmonicCombination.of(TWO, new double[][] {{1}, {Double.NaN}}))
                .withMessageContaining("scores[1]");
        HarmonicCombination combination = HarmonicCombination.of(TWO, new double[][] {{1}, {2}});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> combination.of(1))
                .withMessageContaining("the members (2)");
        assertThatIllegalArgumentException().isThrownBy(() -> combination.of(1, Double.NaN));
    }
}
