package org.epiwrap.data.corruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What single corruptions compute, against values known otherwise. */
class KernelsTest {
    private static UniformRandomProvider random() {
        return new RandomStreams(3).stream(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 1, 1.7, 2.5, 6})
    void blurHasTheStandardDeviation(double deviation) {
        float[] point = new float[101 * 101];
        point[50 * 101 + 50] = 1;
        new BoxBlur(101, 101, deviation).apply(point, 0);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < point.length; i++) {
            sum += point[i];
            squares += point[i] * Math.pow(i % 101 - 50, 2);
        }
        assertThat(sum).isCloseTo(1, within(1e-5));
        assertThat(Math.sqrt(squares / sum)).isCloseTo(deviation, within(1e-4 * deviation));
        // Three wide boxes are a quadratic spline, whose peak is 6 % below that of a Gaussian in each direction; narrow
        // ones are 2 % above.
        if (deviation >= 1) {
            assertThat(point[50 * 101 + 50] * 2 * Math.PI * deviation * deviation)
                    .isBetween(0.87, 1.05);
        }
    }

    @Test
    void blurLeavesWhatIsEven() {
        float[] even = new float[35];
        Arrays.fill(even, 0.3f);
        new BoxBlur(5, 7, 3).apply(even, 0);
        for (float value : even) {
            assertThat(value).isCloseTo(0.3f, within(1e-6f));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.1, 0.13, 0.4})
    void dilationIsTheLargestValueInASquare(double distance) {
        Volume shape = new Volume(2, 10, 13);
        UniformRandomProvider random = random();
        float[] image = new float[shape.size()];
        for (int i = 0; i < image.length; i++) {
            image[i] = random.nextFloat();
        }
        float[] dilated = image.clone();
        Morphology.dilation(shape, distance).apply(dilated, random);
        float[] inverted = new float[image.length];
        for (int i = 0; i < image.length; i++) {
            inverted[i] = 1 - image[i];
        }
        Morphology.erosion(shape, distance).apply(inverted, random);
        int whole = (int) (10 * distance);
        double part = 10 * distance - whole;
        for (int i = 0; i < image.length; i++) {
            double expected = (1 - part) * largest(image, shape, i, whole) + part * largest(image, shape, i, whole + 1);
            assertThat((double) dilated[i]).isCloseTo(expected, within(1e-6));
            assertThat(1 - inverted[i]).as("erosion of the inverse").isCloseTo(dilated[i], within(1e-6f));
        }
    }

    /** By the definition. */
    private static double largest(float[] image, Volume shape, int pixel, int reach) {
        int start = pixel / shape.plane() * shape.plane();
        int y = pixel % shape.plane() / shape.width();
        int x = pixel % shape.width();
        double largest = 0;
        for (int v = Math.max(0, y - reach); v <= Math.min(shape.height() - 1, y + reach); v++) {
            for (int u = Math.max(0, x - reach); u <= Math.min(shape.width() - 1, x + reach); u++) {
                largest = Math.max(largest, image[start + v * shape.width() + u]);
            }
        }
        return largest;
    }

    @Test
    void aQuarterTurnMovesWholePixels() {
        Volume shape = new Volume(1, 3, 3);
        float[] image = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f};
        Affine.rotation(shape, 90).apply(image, random());
        float[] counterClockwise = {0.3f, 0.6f, 0.9f, 0.2f, 0.5f, 0.8f, 0.1f, 0.4f, 0.7f};
        float[] clockwise = {0.7f, 0.4f, 0.1f, 0.8f, 0.5f, 0.2f, 0.9f, 0.6f, 0.3f};
        float[] expected = image[0] < 0.5f ? counterClockwise : clockwise;
        for (int i = 0; i < image.length; i++) {
            assertThat(image[i]).isCloseTo(expected[i], within(1e-6f));
        }
    }

    @Test
    void translationRepeatsTheEdge() {
        Volume shape = new Volume(1, 1, 8);
        for (int stream = 0; stream < 20; stream++) {
            float[] image = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f};
            float[] before = image.clone();
            Affine.translation(shape, 0.25).apply(image, new RandomStreams(1).stream(stream));
            int moved = Math.round(10 * (image[4] - before[4]));
            assertThat(moved).isBetween(-2, 2);
            for (int i = 0; i < image.length; i++) {
                assertThat(image[i]).isEqualTo(before[Math.max(0, Math.min(7, i + moved))]);
            }
        }
    }

    @Test
    void noiseHasTheVariance() {
        Volume shape = new Volume(1, 200, 200);
        float[] gaussian = new float[shape.size()];
        Arrays.fill(gaussian, 0.5f);
        float[] shot = gaussian.clone();
        Noise.gaussian(shape, 0.1).apply(gaussian, random());
        assertThat(variance(gaussian)).isCloseTo(0.01, within(0.0005));
        // 0.5 · 100 photons have the variance 50, in units of 1 / 100.
        Noise.shot(shape, 100).apply(shot, random());
        assertThat(variance(shot)).isCloseTo(0.005, within(0.0003));
    }

    private static double variance(float[] values) {
        double squares = 0;
        for (float value : values) {
            squares += Math.pow(value - 0.5, 2);
        }
        return squares / values.length;
    }

    @Test
    void pixelationTakesMeansOfBlocks() {
        float[] image = {0.1f, 0.3f, 0.5f, 0.7f, 0.2f, 0.4f, 0.6f, 0.8f};
        new Pixelation(new Volume(1, 2, 4), 0.5).apply(image, random());
        float[] expected = {0.25f, 0.25f, 0.65f, 0.65f, 0.25f, 0.25f, 0.65f, 0.65f};
        for (int i = 0; i < image.length; i++) {
            assertThat(image[i]).isCloseTo(expected[i], within(1e-6f));
        }
    }

    @Test
    void contrastKeepsTheMean() {
        float[] image = {0, 0.2f, 0.4f, 1};
        Tone.contrast(new Volume(1, 2, 2), 0.5).apply(image, random());
        float[] expected = {0.2f, 0.3f, 0.4f, 0.7f};
        for (int i = 0; i < image.length; i++) {
            assertThat(image[i]).isCloseTo(expected[i], within(1e-6f));
        }
    }

    @Test
    void combinesTwoImages() {
        Volume shape = new Volume(2, 1, 3);
        float[] other = {1, 1, 1, 0, 0, 0};
        float[] mixture = {0, 0.5f, 1, 0, 0.5f, 1};
        Combination.MIXTURES.combine(mixture, other, shape);
        assertThat(mixture).containsExactly(0.5f, 0.75f, 1, 0, 0.25f, 0.5f);
        float[] halves = {0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f};
        Combination.HALVES.combine(halves, other, shape);
        assertThat(halves).containsExactly(0.2f, 0.3f, 1, 0.5f, 0.6f, 0);
        float[] narrow = {0.2f, 0.3f};
        Combination.HALVES.combine(narrow, new float[2], new Volume(1, 2, 1));
        assertThat(narrow).as("one column has no halves").containsExactly(0.2f, 0.3f);
    }
}
