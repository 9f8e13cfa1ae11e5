package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import org.epiwrap.baseline.FeatureBaseline;
import org.epiwrap.baseline.FeatureMahalanobis;
import org.epiwrap.baseline.FeatureNeighbours;
import org.epiwrap.baseline.Features;
import org.epiwrap.baseline.LogitScore;
import org.epiwrap.baseline.RelativeMahalanobis;
import org.epiwrap.baseline.VirtualLogit;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

class PeersReferenceTest {
    private final JsonNode reference = ReferenceValues.read("peers.json");
    private final LastLayer last =
            last(ReferenceValues.matrix(reference.get("weights")), ReferenceValues.doubles(reference.get("biases")));
    private final Features train = features("train");
    private final Features examples = features("examples");
    private final int[] labels = ReferenceValues.ints(reference.get("labels"));

    private static LastLayer last(double[][] weights, double[] biases) {
        return LastLayer.of(weights, new double[weights.length][weights[0].length], biases);
    }

    private Features features(String name) {
        double[][] hidden = ReferenceValues.matrix(reference.get(name));
        return Features.of(hidden, Arrays.stream(hidden).map(last::logits).toArray(double[][]::new));
    }

    private void matches(FeatureBaseline baseline, String name, double tolerance) {
        double[] expected = ReferenceValues.doubles(reference.get("scores").get(name));
        assertThat(baseline.scores(examples)).hasSize(12).containsExactly(expected, offset(tolerance));
    }

    @Test
    void logits() {
        matches(LogitScore.MAXIMUM, "maximum logit", 1e-13);
        matches(LogitScore.ENERGY, "energy", 1e-13);
    }

    /** Features are compared in float. */
    @Test
    void neighbours() {
        FeatureNeighbours third =
                FeatureNeighbours.fit(train, reference.get("neighbour").asInt());
        assertThat(third.name()).isEqualTo("3 nearest neighbours");
        matches(third, "nearest neighbours", 1e-6);
    }

    @Test
    void mahalanobis() {
        matches(FeatureMahalanobis.fit(train, labels), "Mahalanobis", 1e-9);
        matches(RelativeMahalanobis.fit(train, labels), "relative Mahalanobis", 1e-9);
    }

    @Test
    void virtualLogit() {
        matches(VirtualLogit.fit(train, last), "ViM", 1e-10);
    }
}
