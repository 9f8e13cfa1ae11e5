package org.epiwrap.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Reliability;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

/** Each measure against its definition computed the slow way, and by its laws. */
class EvaluationPropertyTest {
    @Test
    void detectionIsThatOfTheDefinitions() {
        Cases.forAllScores(1, Cases.COUNT, 60, (random, scores, positive) -> {
            int count = scores.length;
            Detection detection = Detection.of(scores, positive);
            assertThat(detection.auroc()).isCloseTo(pairwiseAuroc(scores, positive), Cases.ROUNDING);
            assertThat(detection.averagePrecision()).isCloseTo(slowAveragePrecision(scores, positive), Cases.ROUNDING);
            assertThat(detection.falsePositiveRate())
                    .isCloseTo(slowFalsePositiveRate(scores, positive), Cases.ROUNDING);
            assertThat(detection.prevalence()).isCloseTo(mean(count, i -> positive[i] ? 1 : 0), Cases.ROUNDING);
            assertThat(Detection.between(select(scores, positive, false), select(scores, positive, true)))
                    .isEqualTo(detection);
        });
    }

    private static double pairwiseAuroc(double[] scores, boolean[] positive) {
        double sum = 0;
        int pairs = 0;
        for (int i = 0; i < scores.length; i++) {
            for (int j = 0; j < scores.length; j++) {
                if (positive[i] && !positive[j]) {
                    sum += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        return sum / pairs;
    }

    /** Each positive meets the precision of the threshold at its own score. */
    private static double slowAveragePrecision(double[] scores, boolean[] positive) {
        double sum = 0;
        int positives = 0;
        for (int i = 0; i < scores.length; i++) {
            if (positive[i]) {
                sum += caught(scores, positive, true, scores[i])
                        / (caught(scores, positive, true, scores[i]) + caught(scores, positive, false, scores[i]));
                positives++;
            }
        }
        return sum / positives;
    }

    private static double slowFalsePositiveRate(double[] scores, boolean[] positive) {
        double least = 1;
        double positives = caught(scores, positive, true, Double.NEGATIVE_INFINITY);
        double negatives = caught(scores, positive, false, Double.NEGATIVE_INFINITY);
        for (double threshold : scores) {
            if (100 * caught(scores, positive, true, threshold) >= 95 * positives) {
                least = Math.min(least, caught(scores, positive, false, threshold) / negatives);
            }
        }
        return least;
    }

    private static double caught(double[] scores, boolean[] positive, boolean which, double threshold) {
        return IntStream.range(0, scores.length)
                .filter(i -> positive[i] == which && scores[i] >= threshold)
                .count();
    }

    @Test
    void turningTheScoreTurnsTheArea() {
        Cases.forAllScores(2, Cases.COUNT, 200, (random, scores, positive) -> {
            double auroc = Detection.of(scores, positive).auroc();
            double[] turned = Arrays.stream(scores).map(s -> -s).toArray();
            assertThat(Detection.of(turned, positive).auroc()).isCloseTo(1 - auroc, Cases.ROUNDING);
        });
    }

    @Test
    void onlyTheOrderOfScoresMatters() {
        Cases.forAllScores(3, Cases.COUNT, 200, (random, scores, marks) -> {
            int count = scores.length;
            double[] mapped = Arrays.stream(scores).map(s -> Math.atan(s) - 7).toArray();
            assertThat(Detection.of(mapped, marks)).isEqualTo(Detection.of(scores, marks));
            assertThat(RejectionCurve.of(mapped, marks).area())
                    .isEqualTo(RejectionCurve.of(scores, marks).area());

            int[] order = shuffled(random, count);
            double[] elsewhere =
                    Arrays.stream(order).mapToDouble(i -> scores[i]).toArray();
            boolean[] marksElsewhere = new boolean[count];
            for (int i = 0; i < count; i++) {
                marksElsewhere[i] = marks[order[i]];
            }
            assertThat(Detection.of(elsewhere, marksElsewhere)).isEqualTo(Detection.of(scores, marks));
        });
    }

    @Test
    void aScoreThatKnowsNothingReachesThePrevalence() {
        RandomCases.forAll(4, Cases.COUNT, random -> {
            int count = 2 + random.nextInt(50);
            Detection detection = Detection.of(new double[count], Cases.marks(random, count));
            assertThat(detection.auroc()).isEqualTo(0.5);
            assertThat(detection.averagePrecision()).isEqualTo(detection.prevalence());
            assertThat(detection.falsePositiveRate()).isEqualTo(1);
        });
    }

    /** Ties broken at random, many times, average to the curve. */
    @Test
    void tiedImagesAreKeptAtRandom() {
        Cases.forAllScores(5, 40, 12, (random, scores, correct) -> {
            int count = scores.length;
            double[] mean = new double[count];
            int draws = 4000;
            for (int d = 0; d < draws; d++) {
                Integer[] order = Arrays.stream(shuffled(random, count)).boxed().toArray(Integer[]::new);
                Arrays.sort(order, (i, j) -> Double.compare(scores[i] + 0.0, scores[j] + 0.0));
                int right = 0;
                for (int kept = 1; kept <= count; kept++) {
                    right += correct[order[kept - 1]] ? 1 : 0;
                    mean[kept - 1] += (double) right / kept / draws;
                }
            }
            RejectionCurve curve = RejectionCurve.of(scores, correct);
            for (int kept = 1; kept <= count; kept++) {
                assertThat(curve.accuracyOfKept(kept)).isCloseTo(mean[kept - 1], offset(0.05));
            }
        });
    }

    @Test
    void rejectionIsThatOfTheDefinition() {
        Cases.forAllScores(6, Cases.COUNT, 60, (random, scores, correct) -> {
            int count = scores.length;
            RejectionCurve curve = RejectionCurve.of(scores, correct);
            double[] rising = scores.clone();
            Arrays.sort(rising);
            double area = 0;
            for (int kept = 1; kept <= count; kept++) {
                double last = rising[kept - 1];
                double below = 0;
                double equal = 0;
                double rightBelow = 0;
                double rightEqual = 0;
                for (int i = 0; i < count; i++) {
                    below += scores[i] < last ? 1 : 0;
                    equal += scores[i] == last ? 1 : 0;
                    rightBelow += scores[i] < last && correct[i] ? 1 : 0;
                    rightEqual += scores[i] == last && correct[i] ? 1 : 0;
                }
                double expected = (rightBelow + (kept - below) * rightEqual / equal) / kept;
                assertThat(curve.accuracyOfKept(kept)).isCloseTo(expected, Cases.ROUNDING);
                area += expected / count;
            }
            assertThat(curve.area()).isCloseTo(area, Cases.ROUNDING);
            assertThat(curve.images()).isEqualTo(count);
        });
    }

    @Test
    void classProbabilitiesAreJudgedByTheDefinitions() {
        RandomCases.forAll(7, Cases.COUNT, random -> {
            int images = 1 + random.nextInt(60);
            int classes = 2 + random.nextInt(9);
            float[] p = new float[images * classes];
            int[] labels = new int[images];
            for (int i = 0; i < images; i++) {
                double[] row = Cases.probabilities(random, classes);
                for (int c = 0; c < classes; c++) {
                    p[i * classes + c] = (float) row[c];
                }
                labels[i] = random.nextInt(classes);
            }
            ProbabilityQuality predictions = ProbabilityQuality.of(p, labels, classes);
            double brier = 0;
            for (int i = 0; i < images; i++) {
                double square = 1;
                for (int c = 0; c < classes; c++) {
                    square += (double) p[i * classes + c] * p[i * classes + c];
                }
                brier += (square - 2.0 * p[i * classes + labels[i]]) / images;
            }
            assertThat(predictions.brier()).isCloseTo(brier, Cases.ROUNDING);
            assertThat(predictions.negativeLogLikelihood())
                    .isCloseTo(mean(images, i -> -Math.log(p[i * classes + labels[i]])), Cases.ROUNDING);
            boolean[] correct = predictions.correct();
            assertThat(predictions.accuracy()).isCloseTo(mean(images, i -> correct[i] ? 1 : 0), Cases.ROUNDING);
            for (int i = 0; i < images; i++) {
                int image = i;
                double most = IntStream.range(0, classes)
                        .mapToDouble(c -> p[image * classes + c])
                        .max()
                        .orElseThrow();
                assertThat(predictions.confidence(i)).isEqualTo(most);
                assertThat((double) p[i * classes + predictions.predicted(i)]).isEqualTo(most);
                assertThat(correct[i]).isEqualTo(predictions.predicted(i) == labels[i]);
            }
            assertThat(predictions.calibrationError()).isCloseTo(slowCalibrationError(predictions), Cases.ROUNDING);
        });
    }

    private static double slowCalibrationError(ProbabilityQuality predictions) {
        double error = 0;
        int binned = 0;
        for (int b = 0; b < Reliability.BINS; b++) {
            double lower = b / 15.0;
            double upper = (b + 1) / 15.0;
            double gap = 0;
            for (int i = 0; i < predictions.images(); i++) {
                double confidence = predictions.confidence(i);
                if (confidence > lower && confidence <= upper) {
                    gap += (predictions.isCorrect(i) ? 1 : 0) - confidence;
                    binned++;
                }
            }
            error += Math.abs(gap) / predictions.images();
        }
        assertThat(binned).isEqualTo(predictions.images());
        return error;
    }

    private static double mean(int count, IntToDoubleFunction value) {
        return IntStream.range(0, count).mapToDouble(value).sum() / count;
    }

    private static double[] select(double[] scores, boolean[] marks, boolean which) {
        return IntStream.range(0, scores.length)
                .filter(i -> marks[i] == which)
                .mapToDouble(i -> scores[i])
                .toArray();
    }

    private static int[] shuffled(UniformRandomProvider random, int count) {
        int[] order = IntStream.range(0, count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }
}
