package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.FeatureDistance.Shrinkage;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.familiarity.UnfamiliarityCalibration.Features;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

/** The unfamiliarity of five examples, step by step, against an independent implementation. */
class UnfamiliarityReferenceTest {
    private static final Offset<Double> ROUNDING = offset(1e-11);
    /** Of ln D²: here a millionth is added to each standard deviation, so that a constant feature is no division by zero. */
    private static final Offset<Double> DEVIATION = offset(1e-5);

    private final JsonNode reference = ReferenceValues.read("ood_rule.json");
    private final int[] labels = ReferenceValues.ints(reference.get("labels"));

    private final UnfamiliarityCalibration calibration = UnfamiliarityCalibration.fit(
            List.of("first", "second"),
            new Features(layers("train"), new double[labels.length][3]),
            labels,
            new Features(
                    layers("a"), ReferenceValues.matrix(reference.get("logits").get("a"))));

    private List<double[][]> layers(String part) {
        return ReferenceValues.elements(reference.get("layers"))
                .map(layer -> ReferenceValues.matrix(layer.get(part)))
                .toList();
    }

    private List<Unfamiliarity> of(String part) {
        List<double[][]> features = layers(part);
        double[][] logits = ReferenceValues.matrix(reference.get("logits").get(part));
        return IntStream.range(0, logits.length)
                .mapToObj(i ->
                        calibration.of(features.stream().map(layer -> layer[i]).toList(), logits[i]))
                .toList();
    }

    @Test
    void distancesOfTheLayers() {
        for (JsonNode layer : reference.get("layers")) {
            FeatureDistance distance =
                    FeatureDistance.fit(ReferenceValues.matrix(layer.get("train")), labels, 3, Shrinkage.BY_CLASS_SIZE);
            for (String part : List.of("a", "queries")) {
                double[] scores = Arrays.stream(ReferenceValues.matrix(layer.get(part)))
                        .mapToDouble(distance::logSquared)
                        .toArray();
                assertThat(scores)
                        .containsExactly(
                                ReferenceValues.doubles(layer.get(part.equals("a") ? "scoreA" : "scoreQueries")),
                                DEVIATION);
            }
        }
    }

    @Test
    void combinationAndPValues() {
        double[][] pValues = ReferenceValues.matrix(reference.get("queryMemberP"));
        double[] statistics = ReferenceValues.doubles(reference.get("queryT"));
        double[] shares = ReferenceValues.doubles(reference.get("queryEU"));
        List<Unfamiliarity> queries = of("queries");
        assertThat(queries).hasSize(5);
        for (int i = 0; i < queries.size(); i++) {
            Unfamiliarity query = queries.get(i);
            assertThat(query.members()).containsExactly("first", "second", "energy");
            for (int m = 0; m < 3; m++) {
                assertThat(query.pValue(m)).isCloseTo(pValues[m][i], ROUNDING);
            }
            assertThat(query.statistic()).isCloseTo(statistics[i], ROUNDING);
            assertThat(query.value()).isCloseTo(shares[i], ROUNDING);
        }
    }

    /** The p-value of an alarm takes examples on which no member rests. */
    @Test
    void pValuesOfAlarms() {
        List<Unfamiliarity> others = of("b");
        double[] statistics =
                others.stream().mapToDouble(Unfamiliarity::statistic).toArray();
        assertThat(statistics).containsExactly(ReferenceValues.doubles(reference.get("bT")), ROUNDING);
        ConformalPValues alarms = ConformalPValues.of(
                others.stream().mapToDouble(Unfamiliarity::value).toArray());
        double[] pValues = of("queries").stream()
                .mapToDouble(query -> alarms.of(query.value()))
                .toArray();
        assertThat(pValues).containsExactly(ReferenceValues.doubles(reference.get("queryP")), ROUNDING);
    }
}
