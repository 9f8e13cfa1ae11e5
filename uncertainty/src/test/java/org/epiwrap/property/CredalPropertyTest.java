package org.epiwrap.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.data.Offset;
import org.epiwrap.credal.Disagreement;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.LowerEntropy;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class CredalPropertyTest {
    /** Against the softmax of the very logits that the definition names, in the plain way that small logits allow. */
    @Test
    void intervalsAreThoseOfTheCorners() {
        forAllLogitBounds(21, 12, (random, bounds) -> {
            int classes = bounds[0].length;
            ProbabilityIntervals intervals = ProbabilityIntervals.ofLogits(bounds[0], bounds[1]);
            for (int k = 0; k < classes; k++) {
                assertThat(intervals.lower(k)).isCloseTo(corner(bounds[0], bounds[1], k), Cases.ROUNDING);
                assertThat(intervals.upper(k)).isCloseTo(corner(bounds[1], bounds[0], k), Cases.ROUNDING);
            }
        });
    }

    private static double corner(double[] own, double[] others, int k) {
        double sum = 0;
        for (int j = 0; j < own.length; j++) {
            sum += Math.exp(j == k ? own[j] : others[j]);
        }
        return Math.exp(own[k]) / sum;
    }

    /** Logits of any size: only differences matter, and every softmax between the bounds is inside. */
    @Test
    void hugeLogits() {
        forAllLogitBounds(22, 12, (random, bounds) -> {
            int classes = bounds[0].length;
            double shift = Math.scalb(random.nextInt(20) - 10.0, random.nextInt(20));
            double[] lower = Arrays.stream(bounds[0]).map(z -> z + shift).toArray();
            double[] upper = Arrays.stream(bounds[1]).map(z -> z + shift).toArray();
            ProbabilityIntervals near = ProbabilityIntervals.ofLogits(bounds[0], bounds[1]);
            ProbabilityIntervals far = ProbabilityIntervals.ofLogits(lower, upper);
            // The shifted logits themselves are rounded.
            Offset<Double> close = offset(8 * Math.ulp(Math.abs(shift) + 8) + 1e-14);
            for (int k = 0; k < classes; k++) {
                assertThat(far.lower(k)).isCloseTo(near.lower(k), close);
                assertThat(far.upper(k)).isCloseTo(near.upper(k), close);
            }

            double[][] wide = logitBounds(random, classes, Math.pow(10, 1 + 290 * random.nextDouble()));
            ProbabilityIntervals intervals = ProbabilityIntervals.ofLogits(wide[0], wide[1]);
            double least = 0;
            double most = 0;
            for (int k = 0; k < classes; k++) {
                assertThat(intervals.lower(k)).isBetween(0.0, intervals.upper(k));
                least += intervals.lower(k);
                most += intervals.upper(k);
            }
            assertThat(least).isLessThanOrEqualTo(1 + 1e-12);
            assertThat(most).isGreaterThanOrEqualTo(1 - 1e-12);
            assertThat(intervals.upperEntropy()).isBetween(-1e-12, Math.log(classes) + 1e-12);
            assertThat(intervals.lowerEntropy().isExact()).isTrue();
        });
    }

    @Test
    void softmaxesInsideTheBoundsAreInsideTheIntervals() {
        forAllLogitBounds(23, 12, (random, bounds) -> {
            int classes = bounds[0].length;
            ProbabilityIntervals intervals = ProbabilityIntervals.ofLogits(bounds[0], bounds[1]);
            double upper = intervals.upperEntropy();
            LowerEntropy lower = intervals.lowerEntropy();
            for (int draw = 0; draw < 5; draw++) {
                double[] logits = between(random, bounds[0], bounds[1]);
                double sum = Arrays.stream(logits).map(Math::exp).sum();
                double[] p = Arrays.stream(logits).map(z -> Math.exp(z) / sum).toArray();
                for (int k = 0; k < classes; k++) {
                    assertThat(p[k]).isBetween(intervals.lower(k) - 1e-14, intervals.upper(k) + 1e-14);
                }
                assertThat(Entropy.nats(p)).isBetween(lower.proven() - 1e-12, upper + 1e-12);
            }
        });
    }

    /** All vertices: every class at an end of its interval but one, which takes what is left. */
    @Test
    void theLowerEntropyIsThatOfTheBestVertex() {
        forAllProbabilityBounds(24, 8, (random, bounds) -> {
            LowerEntropy lower = ProbabilityIntervals.of(bounds[0], bounds[1]).lowerEntropy();
            assertThat(lower.isExact()).isTrue();
            assertThat(lower.proven()).isLessThanOrEqualTo(lower.attained());
            assertThat(lower.attained()).isCloseTo(bestVertex(bounds[0], bounds[1]), offset(2e-12));
        });
    }

    private static double bestVertex(double[] lower, double[] upper) {
        double best = Double.POSITIVE_INFINITY;
        int classes = lower.length;
        double[] p = new double[classes];
        for (int free = 0; free < classes; free++) {
            for (int ends = 0; ends < 1 << classes; ends++) {
                double rest = 1;
                for (int c = 0; c < classes; c++) {
                    p[c] = (ends >> c & 1) == 0 ? lower[c] : upper[c];
                    rest -= c == free ? 0 : p[c];
                }
                if (rest >= lower[free] - 1e-14 && rest <= upper[free] + 1e-14) {
                    p[free] = Math.max(0, rest);
                    best = Math.min(best, Entropy.nats(p));
                }
            }
        }
        return best;
    }

    /** Any distribution of the set, and for the upper entropy also those that lie closest round the best one. */
    @Test
    void distributionsInsideHaveEntropiesBetween() {
        forAllProbabilityBounds(25, 30, (random, bounds) -> {
            ProbabilityIntervals intervals = ProbabilityIntervals.of(bounds[0], bounds[1]);
            double upper = intervals.upperEntropy();
            LowerEntropy lower = intervals.lowerEntropy();
            assertThat(lower.attained()).isLessThanOrEqualTo(upper + 1e-12);
            for (int draw = 0; draw < 5; draw++) {
                double[] p = inside(random, bounds[0], bounds[1]);
                assertThat(Entropy.nats(p)).isBetween(lower.proven() - 1e-12, upper + 1e-12);
            }
        });
    }

    /** By what makes it the largest: no probability can be moved from a larger to a smaller one. */
    @Test
    void theUpperEntropyIsReached() {
        forAllProbabilityBounds(26, 8, (random, bounds) -> {
            int classes = bounds[0].length;
            double[] p = inside(random, bounds[0], bounds[1]);
            for (int round = 0; round < 5000; round++) {
                evenOut(p, bounds[0], bounds[1], random.nextInt(classes), random.nextInt(classes));
            }
            double upper = ProbabilityIntervals.of(bounds[0], bounds[1]).upperEntropy();
            assertThat(Entropy.nats(p)).isCloseTo(upper, offset(1e-9));
        });
    }

    private static void evenOut(double[] p, double[] lower, double[] upper, int from, int to) {
        double moved = Math.min((p[from] - p[to]) / 2, Math.min(p[from] - lower[from], upper[to] - p[to]));
        if (moved > 0) {
            p[from] -= moved;
            p[to] += moved;
        }
    }

    /** A hundred classes, as networks give them: exact. */
    @Test
    void manyClasses() {
        RandomCases.forAll(27, 60, random -> {
            double[][] bounds = logitBounds(random, 100, 5);
            LowerEntropy lower =
                    ProbabilityIntervals.ofLogits(bounds[0], bounds[1]).lowerEntropy();
            assertThat(lower.isExact()).isTrue();
        });
    }

    /** A hundred intervals inside each other: bounds only, which still hold. */
    @Test
    void manyNestedIntervals() {
        int[] cut = {0};
        RandomCases.forAll(28, 3, random -> {
            double[] upper = random.doubles(100).map(x -> 0.5 + x).toArray();
            double[] lower = Arrays.stream(upper).map(z -> -z).toArray();
            ProbabilityIntervals intervals = ProbabilityIntervals.ofLogits(lower, upper);
            LowerEntropy least = intervals.lowerEntropy();
            cut[0] += least.isExact() ? 0 : 1;
            assertThat(least.attained() - least.proven()).isBetween(0.0, 0.1);
            assertThat(least.attained()).isLessThan(intervals.upperEntropy());
        });
        assertThat(cut[0]).as("searches that were too long").isPositive();
    }

    @Test
    void passesDisagreeAboutWhatTheyDoNotShare() {
        RandomCases.forAll(29, Cases.COUNT, random -> {
            int classes = 2 + random.nextInt(9);
            int count = 1 + random.nextInt(20);
            double[][] passes = new double[count][];
            for (int t = 0; t < count; t++) {
                passes[t] = Cases.probabilities(random, classes);
            }
            Disagreement disagreement = Disagreement.of(passes);
            double[] mean = new double[classes];
            double information = 0;
            for (double[] pass : passes) {
                for (int c = 0; c < classes; c++) {
                    mean[c] += pass[c] / count;
                }
            }
            double variance = 0;
            for (double[] pass : passes) {
                for (int c = 0; c < classes; c++) {
                    // Mutual information is also the mean divergence of the passes from their mean.
                    information += pass[c] > 0 ? pass[c] * Math.log(pass[c] / mean[c]) / count : 0;
                    variance += Math.pow(pass[c] - mean[c], 2) / count / classes;
                }
            }
            assertThat(disagreement.mutualInformation()).isCloseTo(information, Cases.ROUNDING);
            assertThat(disagreement.classVariance()).isCloseTo(variance, Cases.ROUNDING);
            assertThat(disagreement.totalEntropy()).isCloseTo(Entropy.nats(mean), Cases.ROUNDING);

            double[][] same = new double[count][];
            Arrays.fill(same, passes[0]);
            assertThat(Disagreement.of(same).mutualInformation()).isCloseTo(0, Cases.ROUNDING);
            assertThat(Disagreement.of(same).classVariance()).isCloseTo(0, Cases.ROUNDING);
        });
    }

    /** Bounds whose centres reach from -size to size; some have no width, some centres are the same. */
    private static double[][] logitBounds(UniformRandomProvider random, int classes, double size) {
        double[][] bounds = new double[2][classes];
        double width = size * random.nextDouble();
        for (int c = 0; c < classes; c++) {
            double centre = random.nextInt(8) == 0 ? 0 : size * (2 * random.nextDouble() - 1);
            double radius = random.nextInt(8) == 0 ? 0 : width * random.nextDouble();
            bounds[0][c] = centre - radius;
            bounds[1][c] = centre + radius;
        }
        return bounds;
    }

    /** Round a distribution, so that the set is not empty; nested, tied, pointlike and vacuous intervals occur. */
    private static double[][] probabilityBounds(UniformRandomProvider random, int classes) {
        double[] p = Cases.probabilities(random, classes);
        double width = Math.pow(10, -3 * random.nextDouble());
        boolean even = random.nextInt(4) == 0;
        double[][] bounds = new double[2][classes];
        for (int c = 0; c < classes; c++) {
            double centre = even ? 1.0 / classes : p[c];
            double below = random.nextInt(6) == 0 ? 0 : width * random.nextInt(9) / 8;
            double above = random.nextInt(6) == 0 ? 1 : width * random.nextDouble();
            bounds[0][c] = Math.max(0, centre - below);
            bounds[1][c] = Math.min(1, centre + above);
        }
        return bounds;
    }

    private static double[] between(UniformRandomProvider random, double[] lower, double[] upper) {
        double[] result = new double[lower.length];
        Arrays.setAll(result, i -> lower[i] + random.nextDouble() * (upper[i] - lower[i]));
        return result;
    }

    /**
     * A distribution of the set: from a random point between the bounds straight towards the end that mends the sum.
     */
    private static double[] inside(UniformRandomProvider random, double[] lower, double[] upper) {
        double[] p = between(random, lower, upper);
        double sum = Arrays.stream(p).sum();
        double[] target = sum > 1 ? lower : upper;
        double targetSum = Arrays.stream(target).sum();
        double share = sum == targetSum ? 0 : (1 - sum) / (targetSum - sum);
        for (int c = 0; c < p.length; c++) {
            p[c] += share * (target[c] - p[c]);
        }
        return p;
    }

    private static void forAllLogitBounds(
            long seed, int sizes, BiConsumer<UniformRandomProvider, double[][]> property) {
        RandomCases.forAll(
                seed,
                Cases.COUNT,
                random -> property.accept(random, logitBounds(random, 2 + random.nextInt(sizes), 8)));
    }

    private static void forAllProbabilityBounds(
            long seed, int sizes, BiConsumer<UniformRandomProvider, double[][]> property) {
        RandomCases.forAll(
                seed,
                Cases.COUNT,
                random -> property.accept(random, probabilityBounds(random, 2 + random.nextInt(sizes))));
    }
}
