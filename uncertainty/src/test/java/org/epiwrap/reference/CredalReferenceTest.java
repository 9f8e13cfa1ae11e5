package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.LowerEntropy;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CredalReferenceTest {
    private static final Offset<Double> ROUNDING = offset(1e-14);

    static Stream<JsonNode> cases() {
        return ReferenceValues.elements(ReferenceValues.read("inn_5_4_3.json").get("cases"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void probabilityIntervals(JsonNode image) {
        ProbabilityIntervals intervals = ProbabilityIntervals.ofLogits(
                ReferenceValues.doubles(image.get("logitLower")), ReferenceValues.doubles(image.get("logitUpper")));
        for (int c = 0; c < 3; c++) {
            assertThat(intervals.lower(c))
                    .isCloseTo(image.get("probLower").get(c).asDouble(), ROUNDING);
            assertThat(intervals.upper(c))
                    .isCloseTo(image.get("probUpper").get(c).asDouble(), ROUNDING);
        }
        assertThat(intervals.upperEntropy()).isCloseTo(image.get("upperEntropy").asDouble(), ROUNDING);
        LowerEntropy lower = intervals.lowerEntropy();
        assertThat(lower.isExact()).isTrue();
        assertThat(lower.attained()).isCloseTo(image.get("lowerEntropy").asDouble(), ROUNDING);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void setsOfClasses(JsonNode image) {
        JsonNode layer = ReferenceValues.read("inn_5_4_3.json").get("layers").get(1);
        double[][] lower = ReferenceValues.transposed(layer.get("Wlower"));
        double[][] upper = ReferenceValues.transposed(layer.get("Wupper"));
        double[] biasLower = ReferenceValues.doubles(layer.get("blower"));
        double[] biasUpper = ReferenceValues.doubles(layer.get("bupper"));
        LastLayer last = LastLayer.of(
                        halfSums(lower, upper, 1), halfSums(upper, lower, -1), halfSums(biasLower, biasUpper, 1))
                .withBiasRadius(halfSums(biasUpper, biasLower, -1));
        ClassSet maximal = last.maximal(relu(image.get("hiddenPreLower")), relu(image.get("hiddenPreUpper")));
        assertThat(maximal).isEqualTo(ClassSet.of(ReferenceValues.ints(image.get("maximal"))));
        assertThat(ClassSet.nonDominated(
                        ReferenceValues.doubles(image.get("logitLower")),
                        ReferenceValues.doubles(image.get("logitUpper"))))
                .isEqualTo(ClassSet.of(ReferenceValues.ints(image.get("nonDominated"))));
    }

    private static double[] relu(JsonNode preActivations) {
        return ReferenceValues.elements(preActivations)
                .mapToDouble(value -> Math.max(0, value.asDouble()))
                .toArray();
    }

    private static double[][] halfSums(double[][] a, double[][] b, int sign) {
        double[][] result = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            result[i] = halfSums(a[i], b[i], sign);
        }
        return result;
    }

    private static double[] halfSums(double[] a, double[] b, int sign) {
        double[] result = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            result[i] = 0.5 * (a[i] + sign * b[i]);
        }
        return result;
    }
}
