package org.epiwrap.hybrid;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** By one product for all images as by the definition in double for each. */
class ClassDifferencesTest {
    private static final int CLASSES = 5;
    private static final int HIDDEN = 7;
    private static final int IMAGES = 400;

    private final UniformRandomProvider random = new RandomStreams(3).stream(0);

    /** Random numbers, and the same plus something from 0 to width. */
    private float[][] intervals(int count, double least, double width) {
        float[][] ends = new float[2][count];
        for (int i = 0; i < count; i++) {
            ends[0][i] = (float) (least + random.nextDouble());
            ends[1][i] = ends[0][i] + (float) (width * random.nextDouble());
        }
        return ends;
    }

    @Test
    void theSetsAreThoseOfTheLastLayer() {
        for (double width : new double[] {0, 0.1, 0.5, 2}) {
            float[][] kernel = intervals(CLASSES * HIDDEN, -0.5, width);
            float[][] bias = intervals(CLASSES, -0.5, width);
            float[][] hidden = intervals(IMAGES * HIDDEN, 0, width);
            ClassSet[] sets;
            try (ClassDifferences differences = new ClassDifferences(kernel[0], kernel[1], bias[0], bias[1])) {
                sets = Scope.get(() -> differences.maximal(new Activations(
                        Tensor.concat(1, Tensor.of(hidden[0], IMAGES, HIDDEN), Tensor.of(hidden[1], IMAGES, HIDDEN)),
                        true,
                        true)));
            }
            LastLayer layer = lastLayer(kernel, bias);
            int same = 0;
            for (int i = 0; i < IMAGES; i++) {
                ClassSet expected = layer.maximal(row(hidden[0], i), row(hidden[1], i));
                assertThat(sets[i].containsAll(expected)).isTrue();
                same += sets[i].equals(expected) ? 1 : 0;
            }
            assertThat(same).as("but for classes that are level up to rounding").isGreaterThan(IMAGES - 5);
        }
    }

    private static LastLayer lastLayer(float[][] kernel, float[][] bias) {
        double[][] centre = new double[CLASSES][HIDDEN];
        double[][] radius = new double[CLASSES][HIDDEN];
        double[] biasCentre = new double[CLASSES];
        double[] biasRadius = new double[CLASSES];
        for (int c = 0; c < CLASSES; c++) {
            for (int j = 0; j < HIDDEN; j++) {
                double low = kernel[0][c * HIDDEN + j];
                double high = kernel[1][c * HIDDEN + j];
                centre[c][j] = 0.5 * (low + high);
                radius[c][j] = 0.5 * (high - low);
            }
            biasCentre[c] = 0.5 * ((double) bias[0][c] + bias[1][c]);
            biasRadius[c] = 0.5 * ((double) bias[1][c] - bias[0][c]);
        }
        return LastLayer.of(centre, radius, biasCentre).withBiasRadius(biasRadius);
    }

    private static double[] row(float[] values, int image) {
        double[] row = new double[HIDDEN];
        for (int j = 0; j < HIDDEN; j++) {
            row[j] = values[image * HIDDEN + j];
        }
        return row;
    }
}
