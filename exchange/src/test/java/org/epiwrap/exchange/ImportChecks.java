package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.StoreException;

/** Compares imported networks with the closed forms of {@link Fixtures}. */
final class ImportChecks {
    static final double TOLERANCE = 1e-6;

    private ImportChecks() {}

    static ImportOptions options() {
        return ImportOptions.withDefaults();
    }

    /** Checks that a file is refused with a message that contains a text. */
    static void assertRefused(Path file, ImportOptions options, String message) {
        assertThatThrownBy(() -> NetworkImporter.read(file, options))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
    }

    /** Returns the notes of the report of an import. */
    static List<String> notes(Path file, ImportOptions options) throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(file, options)) {
            return imported.report().notes();
        }
    }

    static void check(BayesianNetwork network, Architecture architecture) {
        assertThat(network.architecture()).isEqualTo(architecture);
        assertThat(network.bias()).isEqualTo(Bias.BAYESIAN);
        assertThat(toDoubles(network.means(0))).containsExactly(Fixtures.means(architecture), offset(TOLERANCE));
        assertThat(toDoubles(network.deviations(0)))
                .containsExactly(Fixtures.deviations(architecture), offset(TOLERANCE));
    }

    static void checkMeans(BayesianNetwork network) {
        List<Double> weights = new ArrayList<>();
        List<Double> points = new ArrayList<>();
        split(Fixtures.means(Fixtures.mlp()), weights, points);
        assertThat(toDoubles(network.means(0)))
                .containsExactly(weights.stream().mapToDouble(x -> x).toArray(), offset(TOLERANCE));
        assertThat(toDoubles(network.pointValues(0)))
                .containsExactly(points.stream().mapToDouble(x -> x).toArray(), offset(TOLERANCE));
    }

    static void checkPointBiases(BayesianNetwork network) {
        assertThat(network.architecture()).isEqualTo(Fixtures.mlp());
        assertThat(network.bias()).isEqualTo(Bias.POINT);
        checkMeans(network);
        List<Double> sigma = new ArrayList<>();
        split(Fixtures.deviations(Fixtures.mlp()), sigma, new ArrayList<>());
        assertThat(toDoubles(network.deviations(0)))
                .containsExactly(sigma.stream().mapToDouble(x -> x).toArray(), offset(TOLERANCE));
    }

    static void assertSigmas(BayesianNetwork network, double... each) {
        Layout layout = new Layout(network.architecture(), network.bias());
        float[] deviations = network.deviations(0);
        for (int i = 0; i < each.length; i++) {
            Layout.Slot slot = layout.random().get(i);
            for (int at = slot.offset(); at < slot.offset() + slot.size(); at++) {
                assertThat((double) deviations[at]).isEqualTo(each[i], offset(TOLERANCE));
            }
        }
    }

    /** Kernels and biases apart. */
    private static void split(double[] all, List<Double> weights, List<Double> points) {
        for (Layout.Slot slot : new Layout(Fixtures.mlp(), Bias.BAYESIAN).random()) {
            for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) {
                (slot.name().endsWith(Layout.KERNEL) ? weights : points).add(all[i]);
            }
        }
    }

    static double[] toDoubles(float[] values) {
        double[] result = new double[values.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = values[i];
        }
        return result;
    }
}
