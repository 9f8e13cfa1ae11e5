package org.epiwrap.intervalnet.pass;

import java.util.List;
import org.epiwrap.architecture.Layout;
import org.epiwrap.credal.LastLayer;

/** The bounds of the last, dense layer's weights and biases, as numbers; for one run. */
@SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
record LastBounds(int classes, float[] lower, float[] upper, float[] biasLower, float[] biasUpper) {

    /** Out of all weights, and all points, where the biases may be. */
    static LastBounds of(Layout layout, float[] lower, float[] upper, float[] points) {
        Layout.Slot kernel = layout.random().stream()
                .filter(slot -> slot.name().endsWith(Layout.KERNEL))
                .reduce((before, after) -> after)
                .orElseThrow();
        String bias = kernel.name().replace(Layout.KERNEL, Layout.BIAS);
        boolean fixed = layout.points().stream().anyMatch(slot -> slot.name().equals(bias));
        Layout.Slot biases = named(bias, fixed ? layout.points() : layout.random());
        return new LastBounds(
                kernel.shape().sizes().get(0),
                kernel.of(lower),
                kernel.of(upper),
                biases.of(fixed ? points : lower),
                biases.of(fixed ? points : upper));
    }

    private static Layout.Slot named(String name, List<Layout.Slot> slots) {
        return slots.stream()
                .filter(slot -> slot.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** For the sets of classes that bounds leave. */
    ClassDifferences differences() {
        return new ClassDifferences(lower, upper, biasLower, biasUpper);
    }

    /** As centres and radii, for decision radii. */
    LastLayer layer() {
        int hidden = lower.length / classes;
        double[][] centre = new double[classes][hidden];
        double[][] radius = new double[classes][hidden];
        double[] biasCentre = new double[classes];
        double[] biasRadius = new double[classes];
        for (int c = 0; c < classes; c++) {
            for (int j = 0; j < hidden; j++) {
                centre[c][j] = middle(lower[c * hidden + j], upper[c * hidden + j]);
                radius[c][j] = half(lower[c * hidden + j], upper[c * hidden + j]);
            }
            biasCentre[c] = middle(biasLower[c], biasUpper[c]);
            biasRadius[c] = half(biasLower[c], biasUpper[c]);
        }
        return LastLayer.of(centre, radius, biasCentre).withBiasRadius(biasRadius);
    }

    private static double middle(double lower, double upper) {
        return 0.5 * (lower + upper);
    }

    private static double half(double lower, double upper) {
        return 0.5 * (upper - lower);
    }
}
