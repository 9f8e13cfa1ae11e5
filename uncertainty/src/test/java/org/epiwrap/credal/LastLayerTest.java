package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class LastLayerTest {
    /**
     * All classes have the same weights in another order, and all activations are the same: in real numbers each class is
     * level with every other. Rounding must not rule one out, least of all every one in a circle.
     */
    @Test
    void classesThatAreLevelButForRoundingAllStay() {
        UniformRandomProvider random = new RandomStreams(71).stream(0);
        int apart = 0;
        for (int trial = 0; trial < 1000; trial++) {
            int classes = 2 + random.nextInt(12);
            int hidden = 2 + random.nextInt(20);
            double[] weights = random.doubles(hidden, -1, 1).toArray();
            double[] activations = new double[hidden];
            Arrays.fill(activations, random.nextDouble());
            double[][] centre = new double[classes][hidden];
            for (int c = 0; c < classes; c++) {
                int turn = c;
                Arrays.setAll(centre[c], j -> weights[(j + turn) % hidden]);
            }
            LastLayer layer = LastLayer.of(centre, new double[classes][hidden], new double[classes]);
            assertThat(layer.maximal(activations, activations)).isEqualTo(ClassSet.where(classes, c -> true));
            apart += layer.minDifference(0, 1, activations, activations, 1) == 0 ? 0 : 1;
        }
        assertThat(apart).as("trials in which rounding matters").isGreaterThan(500);
    }

    @Test
    void logitsAreThoseOfItsWeightsAndBiases() {
        double[][] weights = {{1, -2}, {0.5, 3}};
        double[] biases = {0.25, -1};
        LastLayer layer = LastLayer.of(weights, new double[2][2], biases);
        assertThat(layer.weights()).isDeepEqualTo(weights);
        assertThat(layer.biases()).containsExactly(biases);
        assertThat(layer.activations(new double[] {-1, 2})).containsExactly(0, 2);
        assertThat(layer.logitsOfHidden(new double[] {-1, 2})).containsExactly(-3.75, 5);
        assertThat(layer.ofEitherSign().activations(new double[] {-1, 2})).containsExactly(-1, 2);
    }

    /** A dominated class that dominates others: they are out although only its own dominator is compared with them. */
    @Test
    void dominanceIsPassedOn() {
        LastLayer layer = LastLayer.of(
                new double[][] {{1, 1}, {1, 1}, {1, 1}, {0, 2}}, new double[4][2], new double[] {0.2, 0.1, 0, 0});
        // The logits of the first three move together by far more than they are apart.
        assertThat(layer.maximal(new double[] {0, 0}, new double[] {5, 5})).isEqualTo(ClassSet.of(0, 3));
    }
}
