package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.Temperature;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

class CalibrationReferenceTest {
    private static final int CLASSES = 4;

    private final JsonNode reference = ReferenceValues.read("calibration.json");
    private final int[] labels = ReferenceValues.ints(reference.get("labels"));
    /** They are multiples of 2⁻¹², which float holds. */
    private final float[] probabilities = flat(ReferenceValues.matrix(reference.get("probabilities")));

    private static float[] flat(double[][] rows) {
        float[] flat = new float[rows.length * CLASSES];
        for (int i = 0; i < flat.length; i++) {
            flat[i] = (float) rows[i / CLASSES][i % CLASSES];
        }
        return flat;
    }

    private double expected(String name) {
        return reference.get(name).asDouble();
    }

    @Test
    void calibrationErrors() {
        ProbabilityQuality quality = ProbabilityQuality.of(probabilities, labels, CLASSES);
        assertThat(quality.negativeLogLikelihood()).isCloseTo(expected("nll"), offset(1e-14));
        assertThat(quality.calibrationError()).isCloseTo(expected("ece"), offset(1e-14));
        assertThat(quality.classwiseCalibrationError()).isCloseTo(expected("classwiseEce"), offset(1e-14));
    }

    @Test
    void temperature() {
        Temperature temperature = Temperature.fit(probabilities, labels, CLASSES);
        assertThat(temperature.value()).isCloseTo(expected("temperature"), offset(1e-6));
        float[] scaled = temperature.apply(probabilities, CLASSES);
        double[] first = ReferenceValues.doubles(reference.get("scaledFirst"));
        for (int c = 0; c < CLASSES; c++) {
            assertThat(scaled[c]).isCloseTo((float) first[c], offset(1e-6f));
        }
        ProbabilityQuality after = ProbabilityQuality.of(scaled, labels, CLASSES);
        assertThat(after.negativeLogLikelihood()).isCloseTo(expected("nllScaled"), offset(1e-7));
        assertThat(after.calibrationError()).isCloseTo(expected("eceScaled"), offset(1e-6));
    }
}
