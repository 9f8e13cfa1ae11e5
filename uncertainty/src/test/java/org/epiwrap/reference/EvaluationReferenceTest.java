package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

class EvaluationReferenceTest {
    private static final Offset<Double> ROUNDING = offset(1e-14);

    private final JsonNode reference = ReferenceValues.read("metrics.json");
    private final double[] scores = ReferenceValues.doubles(reference.get("score"));

    @Test
    void detection() {
        Detection detection = Detection.of(scores, marks("label"));
        assertThat(detection.auroc()).isCloseTo(reference.get("auroc").asDouble(), ROUNDING);
        assertThat(detection.averagePrecision())
                .isCloseTo(reference.get("averagePrecision").asDouble(), ROUNDING);
        assertThat(detection.prevalence()).isEqualTo(0.5);
    }

    /** The reference keeps tied images in the order in which they stand: here a little is added to say so. */
    @Test
    void rejectionInTheOrderOfTheReference() {
        double[] untied = scores.clone();
        for (int i = 0; i < untied.length; i++) {
            untied[i] += 1e-9 * i;
        }
        RejectionCurve curve = RejectionCurve.of(untied, marks("correct"));
        double[] expected = ReferenceValues.doubles(reference.get("arcByRetained"));
        for (int kept = 1; kept <= expected.length; kept++) {
            assertThat(curve.accuracyOfKept(kept)).isCloseTo(expected[kept - 1], ROUNDING);
        }
        assertThat(curve.area()).isCloseTo(reference.get("auarc").asDouble(), ROUNDING);
    }

    /** Where the images kept end with a whole group of equals, the order inside it does not matter. */
    @Test
    void rejectionBetweenGroupsOfEquals() {
        RejectionCurve curve = RejectionCurve.of(scores, marks("correct"));
        double[] expected = ReferenceValues.doubles(reference.get("arcByRetained"));
        double[] rising = scores.clone();
        Arrays.sort(rising);
        int compared = 0;
        for (int kept = 1; kept <= rising.length; kept++) {
            if (kept == rising.length || rising[kept] > rising[kept - 1]) {
                assertThat(curve.accuracyOfKept(kept)).isCloseTo(expected[kept - 1], ROUNDING);
                compared++;
            }
        }
        assertThat(compared).isEqualTo(9);
    }

    private boolean[] marks(String key) {
        int[] values = ReferenceValues.ints(reference.get(key));
        boolean[] marks = new boolean[values.length];
        for (int i = 0; i < values.length; i++) {
            marks[i] = values[i] == 1;
        }
        return marks;
    }
}
