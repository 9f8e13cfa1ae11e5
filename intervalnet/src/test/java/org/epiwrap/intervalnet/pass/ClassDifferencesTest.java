package org.epiwrap.intervalnet.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.TopClass;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
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
            List<ClassSet> sets;
            try (ClassDifferences differences = new ClassDifferences(kernel[0], kernel[1], bias[0], bias[1])) {
                sets = Scope.get(() -> differences.maximal(new Activations(
                        Tensor.concat(1, Tensor.of(hidden[0], IMAGES, HIDDEN), Tensor.of(hidden[1], IMAGES, HIDDEN)),
                        true,
                        true)));
            }
            LastLayer layer = new LastBounds(CLASSES, kernel[0], kernel[1], bias[0], bias[1]).layer();
            int same = 0;
            for (int i = 0; i < IMAGES; i++) {
                ClassSet expected = layer.maximal(row(hidden[0], i), row(hidden[1], i));
                assertThat(sets.get(i).containsAll(expected)).isTrue();
                same += sets.get(i).equals(expected) ? 1 : 0;
            }
            assertThat(same).as("but for classes that are level up to rounding").isGreaterThan(IMAGES - 5);
        }
    }

    /** The sum of 0 overflows on its way. */
    @Test
    void whatOverflowsRulesNoClassOut() {
        float[] kernel = new float[16];
        for (int j = 0; j < 8; j++) {
            kernel[j] = j < 4 ? 8.75e37f : -8.75e37f;
        }
        float[] ones = new float[16];
        Arrays.fill(ones, 1);
        try (ClassDifferences differences = new ClassDifferences(kernel, kernel, new float[2], new float[2])) {
            List<ClassSet> sets =
                    Scope.get(() -> differences.maximal(new Activations(Tensor.of(ones, 1, 16), true, true)));
            assertThat(sets).containsExactly(ClassSet.of(0, 1));
        }
    }

    /** Where classes are many, few pairs of them are compared, with the same result. */
    @Test
    void setsOfManyClassesAreTheSame() {
        Volume volume = new Volume(1, 4, 4);
        Architecture many = Architecture.mlp(volume, 60, 700);
        assertThat(ClassDifferences.suit(60, 700)).isFalse();
        byte[] pixels = new byte[16];
        random.nextBytes(pixels);
        int left = 0;
        double[] scales = {0.01, 0.03, 0.1, 0.3};
        try (IntervalNetwork wide = IntervalNetwork.untrained(many, RunSeeds.of(1))) {
            for (double scale : scales) {
                try (IntervalNetwork network = wide.scaled(scale, scale)) {
                    left += InputBatch.of(pixels, PictureInput.unit(volume), batch -> {
                        List<ClassSet> sets =
                                network.passes().maximal(network.passes().hidden(batch));
                        assertThat(network.passes()
                                        .classDifferences()
                                        .maximal(network.passes().hidden(batch)))
                                .isEqualTo(sets);
                        return sets.get(0).size();
                    });
                }
            }
        }
        assertThat(left)
                .as("classes left, some of them by some scales")
                .isBetween(scales.length + 1, scales.length * 60 - 1);
    }

    /** Without a ReLU the inputs of the last layer have either sign. */
    @Test
    void hiddenLayersOfEitherSignLeaveSets() {
        Volume volume = new Volume(1, 4, 4);
        Architecture linear = new Architecture(volume, List.of(new Layer.Dense(6), new Layer.Dense(CLASSES)));
        int ruledOut = 0;
        for (int seed = 0; seed < 20; seed++) {
            try (IntervalNetwork wide = IntervalNetwork.untrained(linear, RunSeeds.of(seed));
                    IntervalNetwork network = wide.scaled(0.1, 0.1)) {
                byte[] pixels = new byte[16];
                random.nextBytes(pixels);
                ruledOut += InputBatch.of(pixels, PictureInput.unit(volume), batch -> {
                    ClassSet set = network.passes()
                            .maximal(network.passes().hidden(batch))
                            .get(0);
                    float[] probabilities = network.passes().probabilities(batch, Averaging.WEIGHTS, Masks.NONE);
                    int label = TopClass.of(probabilities, 0, CLASSES);
                    assertThat(set.contains(label)).isTrue();
                    return CLASSES - set.size();
                });
            }
        }
        assertThat(ruledOut).isPositive();
    }

    private static double[] row(float[] values, int image) {
        double[] row = new double[HIDDEN];
        for (int j = 0; j < HIDDEN; j++) {
            row[j] = values[image * HIDDEN + j];
        }
        return row;
    }
}
