package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.Test;

/** Bounds and averages of a small network against an independent implementation in double precision. */
class IntervalReferenceTest {
    private static final Architecture ARCHITECTURE =
            new Architecture(Volume.features(5), List.of(new Layer.Dense(4), Layer.relu(), new Layer.Dense(3)));

    @Test
    void boundsAndAveragesAgree() {
        JsonNode reference = ReferenceValues.read("inn_5_4_3.json");
        try (IntervalNetwork network = network(reference)) {
            for (JsonNode row : reference.get("cases")) {
                Scope.run(() -> check(network, row));
            }
        }
    }

    private static void check(IntervalNetwork network, JsonNode row) {
        float[] input = floats(row.get("input"));
        boolean nonNegative = true;
        for (float value : input) {
            nonNegative &= value >= 0;
        }
        Tensor x = Tensor.of(input, 1, 5, 1, 1);
        // By the rule for points of any sign, and where it applies by that for those that are not negative.
        for (boolean rule : nonNegative ? new boolean[] {false, true} : new boolean[] {false}) {
            Activations bounds = network.passes().bounds(x, rule);
            assertClose(bounds.lower(), row.get("logitLower"), 3e-5);
            assertClose(bounds.upper(), row.get("logitUpper"), 3e-5);
            for (int c = 0; c < 3; c++) {
                assertThat((double) bounds.lower().toArray()[c])
                        .isLessThanOrEqualTo(row.get("logitLower").get(c).asDouble());
                assertThat((double) bounds.upper().toArray()[c])
                        .isGreaterThanOrEqualTo(row.get("logitUpper").get(c).asDouble());
            }
            assertClose(probabilities(network, x, rule, Averaging.LOGITS), row.get("softmax_A"), 1e-5);
            assertClose(
                    network.passes()
                            .logits(x, rule, Averaging.ACTIVATIONS, Masks.NONE)
                            .midpoints()
                            .values(),
                    row.get("logitMid_B2_midActivation"),
                    1e-5);
            assertSoftmax(probabilities(network, x, rule, Averaging.WEIGHTS), row.get("logitMid_D_midWeights"));
        }
    }

    private static void assertSoftmax(Tensor probabilities, JsonNode logits) {
        double sum = 0;
        for (JsonNode logit : logits) {
            sum += Math.exp(logit.asDouble());
        }
        for (int c = 0; c < 3; c++) {
            assertThat((double) probabilities.toArray()[c])
                    .isCloseTo(Math.exp(logits.get(c).asDouble()) / sum, offset(1e-5));
        }
    }

    private static Tensor probabilities(IntervalNetwork network, Tensor x, boolean nonNegative, Averaging averaging) {
        return averaging.probabilities(network.passes().logits(x, nonNegative, averaging, Masks.NONE));
    }

    private static void assertClose(Tensor values, JsonNode expected, double tolerance) {
        for (int i = 0; i < expected.size(); i++) {
            assertThat((double) values.toArray()[i]).isCloseTo(expected.get(i).asDouble(), offset(tolerance));
        }
    }

    private static IntervalNetwork network(JsonNode reference) {
        Layout layout = new Layout(ARCHITECTURE, Bias.BAYESIAN);
        float[] lower = new float[layout.randomSize()];
        float[] upper = new float[layout.randomSize()];
        for (int layer = 0; layer < 2; layer++) {
            JsonNode node = reference.get("layers").get(layer);
            Layout.Slot kernel = layout.random().get(2 * layer);
            Layout.Slot bias = layout.random().get(2 * layer + 1);
            int inputs = kernel.shape().sizes().get(1);
            for (int o = 0; o < kernel.shape().sizes().get(0); o++) {
                for (int i = 0; i < inputs; i++) {
                    lower[kernel.offset() + o * inputs + i] =
                            (float) node.get("Wlower").get(i).get(o).asDouble();
                    upper[kernel.offset() + o * inputs + i] =
                            (float) node.get("Wupper").get(i).get(o).asDouble();
                }
                lower[bias.offset() + o] = (float) node.get("blower").get(o).asDouble();
                upper[bias.offset() + o] = (float) node.get("bupper").get(o).asDouble();
            }
        }
        return IntervalNetwork.of(ARCHITECTURE, Bias.BAYESIAN, RunSeeds.of(1), lower, upper, new float[0], Map.of());
    }

    private static float[] floats(JsonNode array) {
        float[] values = new float[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) array.get(i).asDouble();
        }
        return values;
    }
}
