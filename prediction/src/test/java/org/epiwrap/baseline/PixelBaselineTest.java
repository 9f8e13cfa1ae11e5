package org.epiwrap.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.epiwrap.credal.PrincipalComponents;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class PixelBaselineTest {
    private static final Volume PAIR = new Volume(1, 1, 2);

    @Test
    void countsWhatIsNotZero() {
        Dataset data = Dataset.of(
                "x", new Volume(1, 1, 3), List.of("a"), Pixels.bytes(0, 0, 0, 1, 0, 255, 9, 9, 9), new byte[3]);
        assertThat(new NonZeroPixels().scores(data)).containsExactly(0, 2, 3);
    }

    /** With all components kept, the principal axes cancel and the definition is left, here with a 2 × 2 inverse. */
    @Test
    void isTheDefinitionWhenAllComponentsAreKept() {
        byte[] pixels = new byte[200];
        new RandomStreams(4).stream(0).nextBytes(pixels);
        byte[] labels = new byte[100];
        for (int i = 0; i < 100; i++) {
            labels[i] = (byte) (i % 2 * 2);
            pixels[2 * i] = (byte) ((pixels[2 * i] & 63) + 60 * (i % 2));
        }
        Dataset train = Dataset.of("x", PAIR, List.of("a", "none", "c"), pixels, labels);
        PixelMahalanobis baseline = PixelMahalanobis.fit(train);
        assertThat(baseline.components()).isEqualTo(2);

        double[][] means = new double[2][2];
        for (int i = 0; i < 200; i++) {
            means[i / 2 % 2][i % 2] += (pixels[i] & 0xff) / 50.0;
        }
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = 0; i < 100; i++) {
            double x = (pixels[2 * i] & 0xff) - means[i % 2][0];
            double y = (pixels[2 * i + 1] & 0xff) - means[i % 2][1];
            xx += x * x / 100;
            xy += x * y / 100;
            yy += y * y / 100;
        }
        double[] scores = baseline.scores(train);
        for (int i = 0; i < 100; i++) {
            double nearest = Double.POSITIVE_INFINITY;
            for (double[] mean : means) {
                double x = (pixels[2 * i] & 0xff) - mean[0];
                double y = (pixels[2 * i + 1] & 0xff) - mean[1];
                nearest = Math.min(nearest, (yy * x * x - 2 * xy * x * y + xx * y * y) / (xx * yy - xy * xy));
            }
            assertThat(scores[i]).isCloseTo(Math.sqrt(nearest), within(1e-9));
        }
    }

    @Test
    void keepsTheComponentsOfTheLargestVariance() {
        // The first two pixels go together, the third is uncorrelated: the first component is the sum of the two.
        Volume triple = new Volume(1, 1, 3);
        byte[] pixels = Pixels.bytes(40, 40, 1, 60, 60, 2, 140, 140, 2, 160, 160, 1);
        Dataset train = Dataset.of("x", triple, List.of("a", "b"), pixels, Pixels.bytes(0, 0, 1, 1));
        PixelMahalanobis baseline = PixelMahalanobis.fit(train, 1);
        // Class means 50 and 150, deviation 10.
        double[] scores = baseline.scores(Pixels.image(triple, 90, 90, 200));
        assertThat(baseline.components()).isEqualTo(1);
        assertThat(scores[0]).isCloseTo(4, within(1e-9));
    }

    /** As the definition has it: each image is projected, and then the covariance about its class's mean is taken. */
    @Test
    void isTheDefinitionInSomeComponents() {
        int count = 400;
        byte[] pixels = new byte[4 * count];
        byte[] labels = new byte[count];
        new RandomStreams(6).stream(0).nextBytes(pixels);
        for (int i = 0; i < count; i++) {
            labels[i] = (byte) (i % 3);
            int base = (pixels[4 * i] & 63) + 50 * (i % 3);
            pixels[4 * i] = (byte) base;
            pixels[4 * i + 1] = (byte) (base / 2 + (pixels[4 * i + 1] & 31));
            pixels[4 * i + 2] = (byte) ((pixels[4 * i + 2] & 63) + 40 * (i % 2));
            pixels[4 * i + 3] = (byte) ((pixels[4 * i + 2] & 0xff) / 3 + (pixels[4 * i + 3] & 15));
        }
        Dataset train = Dataset.of("x", new Volume(1, 2, 2), List.of("a", "b", "c"), pixels, labels);

        DMatrixRMaj x = new DMatrixRMaj(count, 4);
        for (int j = 0; j < 4; j++) {
            double mean = 0;
            double square = 0;
            for (int i = 0; i < count; i++) {
                mean += (pixels[4 * i + j] & 0xff) / (double) count;
            }
            for (int i = 0; i < count; i++) {
                square += Math.pow((pixels[4 * i + j] & 0xff) - mean, 2) / count;
            }
            for (int i = 0; i < count; i++) {
                x.set(i, j, ((pixels[4 * i + j] & 0xff) - mean) / Math.sqrt(square));
            }
        }
        DMatrixRMaj z = new DMatrixRMaj(count, 2);
        DMatrixRMaj covariance = new DMatrixRMaj(4, 4);
        CommonOps_DDRM.multInner(x, covariance);
        CommonOps_DDRM.mult(x, PrincipalComponents.of(covariance, 2).directions(), z);
        double[][] means = new double[3][2];
        int[] counts = {134, 133, 133};
        for (int i = 0; i < count; i++) {
            means[i % 3][0] += z.get(i, 0) / counts[i % 3];
            means[i % 3][1] += z.get(i, 1) / counts[i % 3];
        }
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = 0; i < count; i++) {
            double dx = z.get(i, 0) - means[i % 3][0];
            double dy = z.get(i, 1) - means[i % 3][1];
            xx += dx * dx / count;
            xy += dx * dy / count;
            yy += dy * dy / count;
        }
        double[] scores = PixelMahalanobis.fit(train, 2).scores(train);
        for (int i = 0; i < count; i++) {
            double nearest = Double.POSITIVE_INFINITY;
            for (double[] mean : means) {
                double dx = z.get(i, 0) - mean[0];
                double dy = z.get(i, 1) - mean[1];
                nearest = Math.min(nearest, (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / (xx * yy - xy * xy));
            }
            assertThat(scores[i]).isCloseTo(Math.sqrt(nearest), within(1e-9));
        }
    }

    @Test
    void pixelsThatAreConstantInTheTrainingSetDoNotCount() {
        Volume triple = new Volume(1, 1, 3);
        byte[] pixels = Pixels.bytes(40, 7, 1, 60, 7, 2, 140, 7, 2, 160, 7, 1, 130, 7, 3);
        PixelMahalanobis baseline = PixelMahalanobis.fit(Dataset.of("x", triple, List.of("a"), pixels, new byte[5]));
        assertThat(baseline.components()).isEqualTo(2);
        double score = baseline.scores(Pixels.image(triple, 90, 7, 200))[0];
        assertThat(score).isGreaterThan(1);
        assertThat(baseline.scores(Pixels.image(triple, 90, 255, 200))[0]).isCloseTo(score, within(1e-9));
    }

    @Test
    void separatesClothesFromDigits() {
        Dataset train = Mnist.DIGITS.load(Part.TRAIN).shuffled(1).subset(0, 4000);
        Dataset digits = Mnist.DIGITS.load(Part.TEST).shuffled(1).subset(0, 1000);
        Dataset clothes = Mnist.FASHION.load(Part.TEST).shuffled(1).subset(0, 1000);
        PixelMahalanobis fitted = PixelMahalanobis.fit(train);
        assertThat(fitted.components()).isEqualTo(64);
        for (PixelBaseline baseline : List.of(new NonZeroPixels(), fitted)) {
            assertThat(auroc(baseline.scores(digits), baseline.scores(clothes)))
                    .as(baseline.name())
                    .isGreaterThan(baseline == fitted ? 0.98 : 0.85);
        }
        // To its own class, a Gaussian image would have a distance of about the root of 64.
        assertThat(Arrays.stream(fitted.scores(digits)).average().orElseThrow()).isBetween(5.0, 9.0);
    }

    @Test
    void unfitDataAreRefused() {
        Dataset data = Pixels.dataset(PAIR, 6);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PixelMahalanobis.fit(data).scores(Pixels.dataset(new Volume(1, 2, 1), 1)))
                .withMessage("data must have images of 1×1×2 like the training set, but has 1×2×1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PixelMahalanobis.fit(data.select(new int[] {1, 1, 1})))
                .withMessage("train must have images that differ, but all are the same");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PixelMahalanobis.fit(data.subset(0, 3)))
                .withMessageStartingWith("train must vary within its classes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PixelMahalanobis.fit(data.select(new int[] {0, 0, 0, 1, 1, 1, 2, 2, 2})))
                .withMessageStartingWith("train must vary within its classes");
        assertThatIllegalArgumentException().isThrownBy(() -> PixelMahalanobis.fit(data.subset(0, 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PixelMahalanobis.fit(data.select(new int[PixelSums.MAX_IMAGES + 1])))
                .withMessageContaining("train's size");
        assertThatIllegalArgumentException().isThrownBy(() -> PixelMahalanobis.fit(data, 0));
    }

    /** The probability that an OOD image scores higher than an in-distribution one, by comparing all pairs. */
    private static double auroc(double[] inDistribution, double[] ood) {
        double higher = 0;
        for (double outside : ood) {
            for (double inside : inDistribution) {
                higher += outside > inside ? 1 : outside == inside ? 0.5 : 0;
            }
        }
        return higher / ((double) inDistribution.length * ood.length);
    }
}
