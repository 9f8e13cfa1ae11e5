package org.epiwrap.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class PromiseTest {
    /** Over all orders of four examples one of which is new, its rank is each equally often. */
    @Test
    void pValuesByEnumeration() {
        double[] values = {1, 2, 2, 5};
        int[] alarms = new int[5];
        for (int next = 0; next < 4; next++) {
            int left = next;
            double[] others = IntStream.range(0, 4)
                    .filter(i -> i != left)
                    .mapToDouble(i -> values[i])
                    .toArray();
            double p = ConformalPValues.of(others).of(values[next]);
            for (int quarter = 1; quarter <= 4; quarter++) {
                alarms[quarter] += p <= quarter / 4.0 ? 1 : 0;
            }
        }
        for (int quarter = 1; quarter <= 4; quarter++) {
            assertThat(alarms[quarter] / 4.0).isLessThanOrEqualTo(quarter / 4.0);
        }
        assertThat(alarms).containsExactly(0, 1, 1, 3, 4);
    }

    @Test
    void thresholdsAgreeWithPValues() {
        RandomCases.forAll(1, 500, random -> {
            double[] scores = new double[1 + random.nextInt(60)];
            Arrays.setAll(scores, i -> random.nextInt(20) / 4.0 - 1);
            double level = random.nextDouble() * 0.9 + 0.01;
            ConformalPValues p = ConformalPValues.of(scores);
            OptionalDouble threshold = p.thresholdAt(level);
            assertThat(threshold.isPresent()).isEqualTo(scores.length >= ConformalPValues.minimumSize(level));
            for (double score = -2; score < 6; score += 0.125) {
                boolean alarm = threshold.isPresent() && score > threshold.getAsDouble();
                assertThat(p.of(score) <= level).isEqualTo(alarm);
            }
        });
    }

    /** P(at least k of n below) is what the definition sums up. */
    @Test
    void orderStatisticsByEnumeration() {
        for (int n : new int[] {1, 5, 17, 40}) {
            for (double alpha : new double[] {0.05, 0.2, 0.5}) {
                for (double delta : new double[] {0.05, 0.3}) {
                    int expected = 0;
                    for (int k = n; k >= 1 && tail(n, 1 - alpha, k) <= delta; k--) {
                        expected = k;
                    }
                    assertThat(OrderStatistic.of(n, alpha, delta).orElse(0)).isEqualTo(expected);
                }
            }
        }
    }

    private static double tail(int n, double share, int k) {
        double sum = 0;
        for (int i = k; i <= n; i++) {
            double term = Math.pow(share, i) * Math.pow(1 - share, n - i);
            for (int j = 0; j < i; j++) {
                term *= (double) (n - j) / (i - j);
            }
            sum += term;
        }
        return sum;
    }

    @Test
    void boundsAndTestsOfRisksAgree() {
        for (int kept : new int[] {1, 10, 300}) {
            for (int wrong : new int[] {0, 1, kept / 3}) {
                double bound = RiskTest.upperBound(kept, wrong, 0.05);
                if (bound < 1) {
                    assertThat(RiskTest.pValue(kept, wrong, bound * 1.0001)).isLessThanOrEqualTo(0.05);
                    assertThat(RiskTest.pValue(kept, wrong, bound * 0.999)).isGreaterThan(0.05);
                } else {
                    assertThat(wrong).isEqualTo(kept);
                }
            }
        }
        assertThat(RiskTest.pValue(0, 0, 0.1)).isEqualTo(1);
        assertThat(RiskTest.minimumKept(0.01, 0.05)).isEqualTo(299);
    }

    @Test
    void whatCannotBePromisedIsRefusedWithTheSizeThatWouldDo() {
        assertThatThrownBy(() -> Promise.falseAlarm(0.01).threshold(ConformalPValues.of(new double[50])))
                .isInstanceOf(PromiseException.class)
                .hasMessage("at most 1 % of familiar examples called unfamiliar cannot be promised from 50 calibration"
                        + " examples: no p-value would be small enough to call anything unfamiliar; at least 99 are"
                        + " needed");
        assertThatThrownBy(() -> Promise.coverage(0.995).threshold(ConformalPValues.of(new double[50])))
                .hasMessage("at least 99.5 % of examples decided (confidence 95 %) cannot be promised from 50"
                        + " calibration examples; at least 598 are needed");
        assertThatThrownBy(() -> Promise.accuracy(0.99).select(new double[50], new double[50], new boolean[50]))
                .hasMessage("accuracy of decisions at least 99 % (confidence 95 %) cannot be promised from 50"
                        + " calibration examples; even without a single error at least 299 are needed");
        boolean[] wrong = new boolean[400];
        Arrays.fill(wrong, 0, 40, true);
        double[] rising = IntStream.range(0, 400).mapToDouble(i -> i).toArray();
        assertThatThrownBy(() -> Promise.accuracy(0.99).select(rising, rising, wrong))
                .hasMessage("accuracy of decisions at least 99 % (confidence 95 %) cannot be promised: of the 299"
                        + " surest of 400 calibration examples 40 are already wrong; ask for less, or train a better"
                        + " network");
        assertThatThrownBy(() -> ConformalSets.calibrate(
                        Promise.setCoverage(0.99), Regularisation.NONE, new double[50][2], new int[50], new double[50]))
                .hasMessage("prediction sets contain the true class for at least 99 % of examples cannot be promised"
                        + " from 50 calibration examples: every set would hold all classes; at least 99 are needed");
    }

    /** The number that would do does, and one less does not. */
    @Test
    void theSizeThatWouldDoIsThatOfTheRule() {
        for (double accuracy : new double[] {0.8, 0.9, 0.95, 0.99}) {
            AccuracyPromise strict = Promise.accuracy(accuracy).by(AccuracyPromise.Rule.SGR);
            int size = 1;
            while (!isGiven(strict, size)) {
                size++;
            }
            int enough = size;
            assertThatThrownBy(() -> select(strict, enough - 1))
                    .hasMessageContaining("even without a single error at least " + enough + " are needed");
            int usual = RiskTest.minimumKept(1 - accuracy, 1 - 0.95);
            assertThat(isGiven(Promise.accuracy(accuracy), usual)).isTrue();
            assertThat(isGiven(Promise.accuracy(accuracy), usual - 1)).isFalse();
        }
    }

    private static boolean isGiven(AccuracyPromise promise, int examples) {
        try {
            select(promise, examples);
            return true;
        } catch (PromiseException e) {
            return false;
        }
    }

    private static Selection select(AccuracyPromise promise, int examples) {
        double[] rising = IntStream.range(0, examples).mapToDouble(i -> i).toArray();
        return promise.select(rising, rising, new boolean[examples]);
    }

    /** One error among 299 is fewer than one in a hundred: more examples would do, a better network is not needed. */
    @Test
    void fewErrorsAreNoFaultOfTheNetwork() {
        boolean[] wrong = new boolean[400];
        wrong[100] = true;
        wrong[300] = true;
        wrong[310] = true;
        wrong[320] = true;
        double[] rising = IntStream.range(0, 400).mapToDouble(i -> i).toArray();
        assertThatThrownBy(() -> Promise.accuracy(0.99).select(rising, rising, wrong))
                .hasMessage(
                        "accuracy of decisions at least 99 % (confidence 95 %) cannot be promised: of the 299 surest"
                                + " of 400 calibration examples 1 is wrong, but too few are left when more errors must be"
                                + " afforded; some 1200 would do");
    }

    @Test
    void sequencesEndAtTheFirstFailure() {
        double[] scores = IntStream.range(0, 200).mapToDouble(i -> i).toArray();
        boolean[] wrong = new boolean[200];
        // Too many errors in the middle; at the end their share would be small enough again.
        Arrays.fill(wrong, 60, 75, true);
        AccuracyPromise promise = Promise.accuracy(0.85);
        Selection chosen = promise.fixedSequence(scores, wrong, ThresholdGrid.of(49, 79, 199))
                .orElseThrow();
        assertThat(chosen).isEqualTo(new Selection(49, 200, 50, 0));
        assertThat(RiskTest.pValue(200, 15, 0.15)).isLessThan(0.05);
        assertThat(promise.fixedSequence(scores, wrong, ThresholdGrid.of(5, 199)))
                .isEmpty();
    }

    @Test
    void everythingIsDecidedWhereNothingIsWrong() {
        double[] scores = IntStream.range(0, 3000).mapToDouble(i -> i).toArray();
        for (AccuracyPromise.Rule rule : AccuracyPromise.Rule.values()) {
            Selection chosen = Promise.accuracy(0.99).by(rule).select(scores, scores, new boolean[3000]);
            assertThat(chosen.coverage()).isEqualTo(1);
        }
    }

    @Test
    void rareClassesAreNamedAndAlwaysIn() {
        double[][] shares = new double[40][];
        int[] labels = new int[40];
        for (int i = 0; i < 40; i++) {
            labels[i] = i < 38 ? i % 2 : 2;
            shares[i] = new double[] {0.1, 0.1, 0.1};
            shares[i][labels[i]] = 0.8;
        }
        SetCoveragePromise promise = Promise.setCoverage(0.9).by(SetScore.LAC).forEachClass();
        ConformalSets sets = ConformalSets.calibrate(promise, Regularisation.NONE, shares, labels, new double[40]);
        assertThat(sets.undecided()).isEqualTo(ClassSet.of(2));
        assertThat(sets.of(new double[] {0.9, 0.05, 0.05}, 0.5)).isEqualTo(ClassSet.of(0, 2));
        // Never empty, however unlike all calibration examples.
        assertThat(sets.of(new double[] {0.35, 0.34, 0.31}, 0.5)).isEqualTo(ClassSet.of(0, 2));
    }

    /** In binary, 1 − 0.9 is not a tenth: the size is that of the coverage as it is written. */
    @Test
    void theSizeThatSetsNeedIsExact() {
        Map.of(0.5, 1, 0.8, 4, 0.9, 9, 0.95, 19, 0.99, 99, 0.995, 199, 0.999, 999)
                .forEach((coverage, size) -> {
                    SetCoveragePromise promise = Promise.setCoverage(coverage);
                    assertThat(setsFrom(promise, size).quantiles()[0]).isFinite();
                    if (size > 1) {
                        assertThatThrownBy(() -> setsFrom(promise, size - 1))
                                .isInstanceOf(PromiseException.class)
                                .hasMessageContaining("at least " + size + " are needed");
                    }
                });
    }

    private static ConformalSets setsFrom(SetCoveragePromise promise, int size) {
        double[][] shares = new double[size][2];
        return ConformalSets.calibrate(promise, Regularisation.NONE, shares, new int[size], new double[size]);
    }

    @Test
    void setsOfAllClassesAreNoPromise() {
        int[] labels = IntStream.range(0, 40).map(i -> i % 10).toArray();
        assertThatThrownBy(() -> ConformalSets.calibrate(
                        Promise.setCoverage(0.9).forEachClass(),
                        Regularisation.NONE,
                        new double[40][10],
                        labels,
                        new double[40]))
                .isInstanceOf(PromiseException.class)
                .hasMessage("prediction sets contain the true class for at least 90 % of examples of every class cannot"
                        + " be promised from 40 calibration examples: every set would hold all classes; at least 9 of"
                        + " one class are needed");
    }

    @Test
    void regularisationCostsRanksBeyondTheFreeOnes() {
        SetCoveragePromise promise = Promise.setCoverage(0.9).by(SetScore.RAPS);
        double[] shares = {0.3, 0.25, 0.2, 0.15, 0.1};
        assertThat(ConformalSets.of(promise, Regularisation.NONE, 0.9).of(shares, 0))
                .isEqualTo(ClassSet.of(0, 1, 2, 3, 4));
        assertThat(ConformalSets.of(promise, new Regularisation(0.2, 2), 0.9).of(shares, 0))
                .isEqualTo(ClassSet.of(0, 1, 2));
    }

    @Test
    void onlySharesBetweenNothingAndAllCanBePromised() {
        assertThatThrownBy(() -> Promise.accuracy(1))
                .hasMessage("the accuracy must be above 0 and below 1, but is 1.0");
        assertThatThrownBy(() -> Promise.accuracy(0.9).confidence(Double.NaN))
                .hasMessage("the confidence must be above 0 and below 1, but is NaN");
        assertThatThrownBy(() -> Promise.falseAlarm(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
