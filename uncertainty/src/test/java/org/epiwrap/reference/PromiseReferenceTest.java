package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.OrderStatistic;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.RiskTest;
import org.epiwrap.promise.Selection;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;
import org.epiwrap.promise.ThresholdGrid;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

class PromiseReferenceTest {
    private static final Offset<Double> ROUNDING = offset(1e-12);

    private final JsonNode reference = ReferenceValues.read("promises.json");

    @Test
    void orderStatistics() {
        for (JsonNode each : reference.get("orderStatistic")) {
            OptionalInt expected = each.get("promised").asBoolean()
                    ? OptionalInt.of(each.get("k").asInt())
                    : OptionalInt.empty();
            int n = each.get("n").asInt();
            double alpha = each.get("alpha").asDouble();
            double delta = each.get("delta").asDouble();
            assertThat(OrderStatistic.of(n, alpha, delta)).as("%s", each).isEqualTo(expected);
            assertThat(n >= OrderStatistic.minimumSize(alpha, delta)).isEqualTo(expected.isPresent());
        }
    }

    @Test
    void riskTests() {
        for (JsonNode each : reference.get("riskPValue")) {
            double p = RiskTest.pValue(
                    each.get("kept").asInt(),
                    each.get("wrong").asInt(),
                    each.get("risk").asDouble());
            assertThat(p).as("%s", each).isCloseTo(each.get("pValue").asDouble(), ROUNDING);
        }
    }

    @Test
    void fixedSequence() {
        JsonNode given = reference.get("fixedSequence");
        boolean[] wrong = marks(given.get("wrong"));
        double[] scores = ReferenceValues.doubles(given.get("scores"));
        Selection chosen = new AccuracyPromise(
                        1 - given.get("risk").asDouble(),
                        1 - given.get("delta").asDouble(),
                        AccuracyPromise.Rule.FIXED_SEQUENCE)
                .fixedSequence(scores, wrong, ThresholdGrid.of(ReferenceValues.doubles(given.get("grid"))))
                .orElseThrow();
        assertThat(chosen.threshold()).isEqualTo(given.get("threshold").asDouble());
        for (JsonNode step : given.get("steps")) {
            if (step.get("threshold").asDouble() == chosen.threshold()) {
                assertThat(chosen.kept()).isEqualTo(step.get("kept").asInt());
                assertThat(chosen.wrong()).isEqualTo(step.get("wrong").asInt());
            }
        }
    }

    @Test
    void conformalPValues() {
        JsonNode given = reference.get("conformalPValue");
        ConformalPValues p = ConformalPValues.of(ReferenceValues.doubles(given.get("calibration")));
        for (JsonNode query : given.get("queries")) {
            assertThat(p.of(query.get("score").asDouble()))
                    .isCloseTo(query.get("p").asDouble(), ROUNDING);
        }
    }

    @Test
    void sets() {
        JsonNode given = reference.get("sets");
        double[][] shares = rows(given.get("probabilities"));
        int[] labels = ReferenceValues.ints(given.get("labels"));
        double[] random = ReferenceValues.doubles(given.get("u"));
        double[][] queries = rows(given.get("queries"));
        double[] queryRandom = ReferenceValues.doubles(given.get("queryU"));
        for (JsonNode result : given.get("results")) {
            for (SetScore score : new SetScore[] {SetScore.LAC, SetScore.APS}) {
                String name = score.toString().toLowerCase(java.util.Locale.ROOT);
                double coverage = 1 - result.get("alpha").asDouble();
                SetCoveragePromise promise = Promise.setCoverage(coverage).by(score);
                ConformalSets sets = ConformalSets.calibrate(promise, Regularisation.NONE, shares, labels, random);
                assertThat(sets.quantiles()[0])
                        .isCloseTo(result.get(name + "Quantile").asDouble(), ROUNDING);
                for (int q = 0; q < queries.length; q++) {
                    ClassSet expected =
                            ClassSet.of(ReferenceValues.ints(result.get(name).get(q)));
                    assertThat(sets.of(queries[q], queryRandom[q])).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void riskAndCoverage() {
        JsonNode given = reference.get("riskCoverage");
        boolean[] wrong = marks(given.get("wrong"));
        boolean[] correct = new boolean[wrong.length];
        IntStream.range(0, wrong.length).forEach(i -> correct[i] = !wrong[i]);
        RejectionCurve curve = RejectionCurve.of(ReferenceValues.doubles(given.get("scores")), correct);
        assertThat(curve.areaUnderRisk()).isCloseTo(given.get("aurc").asDouble(), ROUNDING);
        assertThat(curve.areaUnderGeneralisedRisk())
                .isCloseTo(given.get("augrc").asDouble(), ROUNDING);
    }

    private static boolean[] marks(JsonNode values) {
        int[] numbers = ReferenceValues.ints(values);
        boolean[] marks = new boolean[numbers.length];
        IntStream.range(0, numbers.length).forEach(i -> marks[i] = numbers[i] == 1);
        return marks;
    }

    private static double[][] rows(JsonNode values) {
        double[][] rows = new double[values.size()][];
        IntStream.range(0, rows.length).forEach(i -> rows[i] = ReferenceValues.doubles(values.get(i)));
        return rows;
    }
}
