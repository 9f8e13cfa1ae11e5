package org.epiwrap.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class PixelSumsTest {
    private static final Volume SHAPE = new Volume(1, 2, 3);

    /** By the definition of mean and covariance, over the images of a view that does not end with a batch. */
    @Test
    void meansAndCovariancesAreTheirDefinitions() {
        Dataset data = noise(700).shuffled(3).subset(0, 611);
        PixelSums sums = PixelSums.of(data);
        byte[] pixels = Pixels.of(data);
        int[] labels = data.labels();
        assertThat(sums.classes()).containsExactly(0, 2);
        assertThat(sums.share(1)).isZero();
        assertThat(sums.share(0) + sums.share(2)).isEqualTo(1);
        double[] means = new double[6];
        double[][] byClass = new double[3][6];
        for (int image = 0; image < 611; image++) {
            for (int i = 0; i < 6; i++) {
                double pixel = pixels[6 * image + i] & 0xff;
                means[i] += pixel / 611;
                byClass[labels[image]][i] += pixel / (sums.share(labels[image]) * 611);
            }
        }
        for (int i = 0; i < 6; i++) {
            assertThat(sums.mean(i)).isCloseTo(means[i], within(1e-9));
            assertThat(sums.mean(0, i)).isCloseTo(byClass[0][i], within(1e-9));
            assertThat(sums.mean(2, i)).isCloseTo(byClass[2][i], within(1e-9));
            for (int j = 0; j < 6; j++) {
                double covariance = 0;
                for (int image = 0; image < 611; image++) {
                    covariance += ((pixels[6 * image + i] & 0xff) - means[i])
                            * ((pixels[6 * image + j] & 0xff) - means[j])
                            / 611;
                }
                assertThat(sums.covariance(i, j)).isCloseTo(covariance, within(1e-8));
            }
        }
    }

    /** One pixel is bright throughout, the other but for one image: the sums are beyond what an int or a float holds. */
    @Test
    void sumsOfManyBrightPixelsAreExact() {
        int count = 70_000;
        byte[] pixels = new byte[2 * count];
        Arrays.fill(pixels, (byte) 255);
        pixels[2 * 300 + 1] = (byte) 254;
        Dataset data = Dataset.of("bright", new Volume(1, 1, 2), List.of("a"), pixels, new byte[count]);
        PixelSums sums = PixelSums.of(data);
        assertThat(sums.covariance(0, 0)).isZero();
        assertThat(sums.covariance(0, 1)).isZero();
        assertThat(sums.covariance(1, 1)).isEqualTo((count - 1.0) / ((double) count * count));
        assertThat(sums.mean(0)).isEqualTo(255);
        assertThat(sums.mean(0, 1)).isEqualTo(255 - 1.0 / count);
    }

    /** As many images as are allowed, all white but one. */
    @Test
    void theLargestSumsDoNotOverflow() {
        Dataset two = Dataset.of("two", new Volume(1, 1, 1), List.of("a"), Pixels.bytes(255, 0), new byte[2]);
        int[] indexes = new int[PixelSums.MAX_IMAGES];
        indexes[5] = 1;
        double expected = 255 * 255 * (indexes.length - 1.0) / ((double) indexes.length * indexes.length);
        assertThat(PixelSums.of(two.select(indexes)).covariance(0, 0)).isEqualTo(expected);
    }

    @Test
    void threadsDoNotChangeABit() {
        Dataset data = Mnist.DIGITS.load(Part.TEST).subset(0, 3000);
        assertThat(covariances(4, data)).isEqualTo(covariances(1, data));
    }

    private static double[][] covariances(int threads, Dataset data) {
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            PixelSums sums = pool.submit(() -> PixelSums.of(data)).join();
            int length = data.shape().size();
            double[][] covariances = new double[length][length];
            for (int i = 0; i < length; i++) {
                int row = i;
                Arrays.setAll(covariances[i], j -> sums.covariance(row, j));
            }
            return covariances;
        } finally {
            pool.shutdown();
        }
    }

    /** Random bytes, a third of them zero; labels 0 and 2. */
    private static Dataset noise(int images) {
        byte[] pixels = new byte[images * SHAPE.size()];
        new RandomStreams(8).stream(0).nextBytes(pixels);
        byte[] labels = new byte[images];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (pixels[i] & 0xff) % 3 == 0 ? 0 : pixels[i];
            labels[i / SHAPE.size()] = (byte) (i / SHAPE.size() % 3 == 1 ? 2 : 0);
        }
        return Dataset.of("noise", SHAPE, List.of("a", "b", "c"), pixels, labels);
    }
}
