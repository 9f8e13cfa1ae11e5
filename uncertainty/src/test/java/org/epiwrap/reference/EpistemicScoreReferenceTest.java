package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.EpistemicScore;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.ShaferDiscount;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

/** The whole chain, from the last hidden layer of 150 training and 8 other images to the scores. */
class EpistemicScoreReferenceTest {
    /** What the reference was computed for. */
    private static final double HALF_A_BIT = 0.5;

    private static final Offset<Double> ROUNDING = offset(1e-12);
    /** The reference ends its bisection after 30 steps over a range of 11.5 in ln s. */
    private static final double BISECTION = 11.6 / (1 << 30);

    private final JsonNode reference = ReferenceValues.read("epistemic_score.json");
    private final JsonNode test = reference.get("test");
    private final LastLayer layer = LastLayer.of(
            ReferenceValues.transposed(reference.get("W")),
            ReferenceValues.transposed(reference.get("R")),
            ReferenceValues.doubles(reference.get("b")));
    private final double[][] centre = ReferenceValues.matrix(test.get("a"));
    private final double[][] radius = ReferenceValues.matrix(test.get("r"));

    @Test
    void decisionRadii() {
        forEachImage(i -> {
            double[] radii = DecisionRadii.of(layer, centre[i], radius[i]);
            for (int c = 0; c < radii.length; c++) {
                assertThat(radii[c]).isCloseTo(value("decisionRadius", i).get(c).asDouble(), ROUNDING);
            }
            assertThat(radii[value("top", i).asInt()]).isZero();
        });
    }

    @Test
    void logitsAndEntropy() {
        forEachImage(i -> {
            double[] logits = layer.logits(relu(centre[i]));
            for (int c = 0; c < logits.length; c++) {
                assertThat(logits[c]).isCloseTo(value("logits", i).get(c).asDouble(), ROUNDING);
            }
            assertThat(Entropy.normalised(logits)).isCloseTo(value("H", i).asDouble(), ROUNDING);
        });
    }

    @Test
    void scaleOfTheContour() {
        double expected = reference.get("contourScale").asDouble();
        assertThat(ClassContour.scaleFor(trainingRadii(), HALF_A_BIT))
                .isCloseTo(expected, offset(BISECTION * expected));
    }

    @Test
    void nonSpecificity() {
        double scale = reference.get("contourScale").asDouble();
        forEachImage(i -> {
            ClassContour contour = ClassContour.of(DecisionRadii.of(layer, centre[i], radius[i]), scale);
            assertThat(contour.nonSpecificity()).isCloseTo(value("U", i).asDouble(), ROUNDING);
        });
    }

    @Test
    void discount() {
        FeatureDistance distance = trainedDistance();
        ShaferDiscount discount = ShaferDiscount.fit(trainingDistances(distance));
        assertThat(discount.mean()).isCloseTo(reference.get("logD2Mean").asDouble(), ROUNDING);
        assertThat(discount.deviation()).isCloseTo(reference.get("logD2Std").asDouble(), ROUNDING);
        forEachImage(i -> {
            double log = distance.logSquared(FeatureDistance.features(centre[i], radius[i]));
            assertThat((log - discount.mean()) / discount.deviation())
                    .isCloseTo(value("typ", i).asDouble(), ROUNDING);
            assertThat(discount.discount(log)).isCloseTo(value("delta", i).asDouble(), ROUNDING);
        });
    }

    @Test
    void scores() {
        double scale = ClassContour.scaleFor(trainingRadii(), HALF_A_BIT);
        FeatureDistance distance = trainedDistance();
        ShaferDiscount discount = ShaferDiscount.fit(trainingDistances(distance));
        // What is left of the difference of the scales.
        Offset<Double> close = offset(2 * BISECTION);
        forEachImage(i -> {
            double u = ClassContour.of(DecisionRadii.of(layer, centre[i], radius[i]), scale)
                    .nonSpecificity();
            double h = Entropy.normalised(layer.logits(relu(centre[i])));
            double delta = discount.discount(distance.logSquared(FeatureDistance.features(centre[i], radius[i])));
            assertScores(i, u, h, delta, close);
            assertScores(i, value("U", i).asDouble(), h, delta, ROUNDING);
        });
    }

    private void assertScores(int i, double u, double h, double delta, Offset<Double> close) {
        assertThat(EpistemicScore.epistemic(u, delta)).isCloseTo(value("EU", i).asDouble(), close);
        assertThat(EpistemicScore.total(u, h, delta)).isCloseTo(value("TU", i).asDouble(), close);
        assertThat(EpistemicScore.totalInDistribution(u, h))
                .isCloseTo(value("TU0", i).asDouble(), close);
    }

    private double[][] trainingRadii() {
        double[][] a = ReferenceValues.matrix(reference.get("fit").get("a"));
        double[][] r = ReferenceValues.matrix(reference.get("fit").get("r"));
        return IntStream.range(0, a.length)
                .mapToObj(i -> DecisionRadii.of(layer, a[i], r[i]))
                .toArray(double[][]::new);
    }

    private double[][] trainingFeatures() {
        double[][] a = ReferenceValues.matrix(reference.get("fit").get("a"));
        double[][] r = ReferenceValues.matrix(reference.get("fit").get("r"));
        return IntStream.range(0, a.length)
                .mapToObj(i -> FeatureDistance.features(a[i], r[i]))
                .toArray(double[][]::new);
    }

    private FeatureDistance trainedDistance() {
        return FeatureDistance.fit(
                trainingFeatures(), ReferenceValues.ints(reference.get("fit").get("label")), 3);
    }

    private double[] trainingDistances(FeatureDistance distance) {
        return Arrays.stream(trainingFeatures())
                .mapToDouble(distance::logSquared)
                .toArray();
    }

    private JsonNode value(String key, int image) {
        return test.get(key).get(image);
    }

    private void forEachImage(IntConsumer check) {
        IntStream.range(0, centre.length).forEach(check);
    }

    private static double[] relu(double[] preActivations) {
        double[] activations = new double[preActivations.length];
        for (int j = 0; j < activations.length; j++) {
            activations[j] = Math.max(0, preActivations[j]);
        }
        return activations;
    }
}
