package org.epiwrap.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.epiwrap.statistics.SampleMoments;
import org.junit.jupiter.api.Test;

/**
 * Calibrates each promise 2,000 times on examples whose truth is known: scores are uniform, and an example of score s is
 * wrong with a known probability, so that the risk and the coverage of a threshold are known exactly. A promise with a
 * confidence is broken in no more than its share of calibrations, and an average promise on average, each with two
 * standard errors to spare.
 */
class PromiseSimulationTest {
    private static final int CALIBRATIONS = 2000;
    private static final int EXAMPLES = 500;

    /** Errors are as likely as this share of the score, so that the risk up to t is slope·t/2. */
    private static final double SLOPE = 0.4;

    @Test
    void alarmsAreFalseAsOftenAsPromisedOnAverage() {
        double sum = 0;
        double squares = 0;
        for (int run = 0; run < CALIBRATIONS; run++) {
            UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1000L + run);
            double threshold = Promise.falseAlarm(0.05).threshold(ConformalPValues.of(uniform(random, 99)));
            double rate = 1 - threshold;
            sum += rate;
            squares += rate * rate;
        }
        double mean = sum / CALIBRATIONS;
        double error = Math.sqrt((squares / CALIBRATIONS - mean * mean) / CALIBRATIONS);
        assertThat(mean).isBetween(0.05 - 3 * error, 0.05 + 2 * error);
    }

    @Test
    void coverageIsMissedNoMoreOftenThanTheConfidenceAllows() {
        double broken = broken(random -> {
            double threshold = Promise.coverage(0.9).threshold(ConformalPValues.of(uniform(random, EXAMPLES)));
            return threshold < 0.9;
        });
        assertThat(broken).isLessThanOrEqualTo(allowed(0.05));
        // Nor is it wasteful: the order statistic is the smallest that will do.
        assertThat(broken).isGreaterThan(0.02);
    }

    @Test
    void accuracyIsMissedNoMoreOftenThanTheConfidenceAllows() {
        assertThat(accuracyBroken(AccuracyPromise.Rule.FIXED_SEQUENCE)).isBetween(0.01, allowed(0.05));
        assertThat(accuracyBroken(AccuracyPromise.Rule.SGR)).isLessThanOrEqualTo(allowed(0.05));
    }

    /** What the rules protect from: the empirical choice breaks the promise in about every other calibration. */
    @Test
    void theEmpiricalChoiceIsACoinToss() {
        double broken = broken(random -> {
            Sample sample = new Sample(random, EXAMPLES);
            double best = 0;
            for (double threshold : sample.scores) {
                Selection all = sample.upTo(threshold);
                best = all.wrong() <= 0.1 * all.kept() ? Math.max(best, threshold) : best;
            }
            return SLOPE * best / 2 > 0.1;
        });
        assertThat(broken).isGreaterThan(0.4);
    }

    private static double accuracyBroken(AccuracyPromise.Rule rule) {
        AccuracyPromise promise = Promise.accuracy(0.9).by(rule);
        return broken(random -> {
            double[] training = uniform(random, 2000);
            Sample sample = new Sample(random, EXAMPLES);
            Optional<Selection> chosen;
            try {
                chosen = Optional.of(promise.select(training, sample.scores, sample.wrong));
            } catch (PromiseException e) {
                chosen = Optional.empty();
            }
            return chosen.isPresent() && SLOPE * Math.min(1, chosen.get().threshold()) / 2 > 0.1;
        });
    }

    /**
     * Both reasons together, each on its half: what is unlike most is more often wrong, and a threshold of unfamiliar examples
     * that was set on the half that accuracy is tested on would be one more choice.
     */
    @Test
    void bothReasonsKeepTheirPromises() {
        double[] rates = new double[CALIBRATIONS];
        int run = 0;
        int broken = 0;
        for (int seed = 0; seed < CALIBRATIONS; seed++) {
            UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(20_000L + seed);
            double familiar = Promise.falseAlarm(0.1).threshold(ConformalPValues.of(uniform(random, 199)));
            rates[run++] = 1 - familiar;
            List<double[]> passed = new ArrayList<>();
            for (int i = 0; i < EXAMPLES; i++) {
                double[] example = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
                if (example[0] <= familiar) {
                    passed.add(example);
                }
            }
            double[] scores = passed.stream().mapToDouble(each -> each[1]).toArray();
            boolean[] wrong = new boolean[scores.length];
            IntStream.range(0, wrong.length)
                    .forEach(i -> wrong[i] = passed.get(i)[2] < SLOPE * passed.get(i)[0] * scores[i]);
            try {
                double threshold = Promise.accuracy(0.95)
                        .select(uniform(random, 2000), scores, wrong)
                        .threshold();
                // The mean of slope·u·s over u up to one threshold and s up to the other.
                broken += SLOPE * familiar / 2 * Math.min(1, threshold) / 2 > 0.05 ? 1 : 0;
            } catch (PromiseException e) {
                // Nothing is promised.
            }
        }
        SampleMoments moments = SampleMoments.of("rates", rates);
        assertThat(moments.mean())
                .isLessThanOrEqualTo(0.1 + 2 * moments.populationDeviation() / Math.sqrt(CALIBRATIONS));
        assertThat((double) broken / CALIBRATIONS).isBetween(0.01, allowed(0.05));
    }

    @Test
    void setsContainTheTrueClassAsOftenAsPromised() {
        for (SetScore score : SetScore.values()) {
            for (boolean byClass : new boolean[] {false, true}) {
                setCoverage(new SetCoveragePromise(0.9, score, byClass));
            }
        }
    }

    private static void setCoverage(SetCoveragePromise promise) {
        Regularisation regularisation = new Regularisation(0.05, 1);
        int covered = 0;
        int[] ofClass = new int[3];
        int[] coveredOfClass = new int[3];
        for (int run = 0; run < CALIBRATIONS; run++) {
            UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7000L + run);
            int n = 60;
            double[][] shares = new double[n][];
            int[] labels = new int[n];
            for (int i = 0; i < n; i++) {
                shares[i] = shares(random);
                labels[i] = label(random, shares[i]);
            }
            ConformalSets sets = ConformalSets.calibrate(promise, regularisation, shares, labels, uniform(random, n));
            double[] next = shares(random);
            int label = label(random, next);
            boolean hit = sets.of(next, random.nextDouble()).contains(label);
            covered += hit ? 1 : 0;
            ofClass[label]++;
            coveredOfClass[label] += hit ? 1 : 0;
        }
        assertThat((double) covered / CALIBRATIONS).as("%s", promise).isGreaterThan(0.9 - 2 * error(0.9, CALIBRATIONS));
        if (promise.byClass()) {
            for (int c = 0; c < 3; c++) {
                assertThat((double) coveredOfClass[c] / ofClass[c])
                        .as("class %d, %s", c, promise)
                        .isGreaterThan(0.9 - 2 * error(0.9, ofClass[c]));
            }
        }
    }

    /** Probabilities of three classes, the last of them rare. */
    private static double[] shares(UniformRandomProvider random) {
        double[] weights = {
            -Math.log(1 - random.nextDouble()), -Math.log(1 - random.nextDouble()), 0.4 * random.nextDouble()
        };
        double sum = weights[0] + weights[1] + weights[2];
        return new double[] {weights[0] / sum, weights[1] / sum, weights[2] / sum};
    }

    private static int label(UniformRandomProvider random, double[] shares) {
        double u = random.nextDouble();
        return u < shares[0] ? 0 : u < shares[0] + shares[1] ? 1 : 2;
    }

    private static double broken(Predicate<UniformRandomProvider> breaks) {
        int broken = 0;
        for (int run = 0; run < CALIBRATIONS; run++) {
            broken += breaks.test(RandomSource.XO_RO_SHI_RO_128_PP.create(run)) ? 1 : 0;
        }
        return (double) broken / CALIBRATIONS;
    }

    private static double allowed(double rate) {
        return rate + 2 * error(rate, CALIBRATIONS);
    }

    private static double error(double rate, int n) {
        return Math.sqrt(rate * (1 - rate) / n);
    }

    private static double[] uniform(UniformRandomProvider random, int n) {
        return random.doubles(n).toArray();
    }

    private static final class Sample {
        private final double[] scores;
        private final boolean[] wrong;

        private Sample(UniformRandomProvider random, int n) {
            scores = uniform(random, n);
            wrong = new boolean[n];
            for (int i = 0; i < n; i++) {
                wrong[i] = random.nextDouble() < SLOPE * scores[i];
            }
        }

        Selection upTo(double threshold) {
            int kept = 0;
            int errors = 0;
            for (int i = 0; i < scores.length; i++) {
                if (scores[i] <= threshold) {
                    kept++;
                    errors += wrong[i] ? 1 : 0;
                }
            }
            return new Selection(threshold, scores.length, kept, errors);
        }
    }
}
