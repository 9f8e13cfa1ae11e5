package org.epiwrap.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.epiwrap.credal.PrincipalComponents;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.explanation.Households;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class InputBaselineTest {
    private static final Volume PAIR = new Volume(1, 1, 2);

    private static PictureInput unit(Dataset images) {
        return PictureInput.unit(images.shape());
    }

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
        InputMahalanobis baseline = InputMahalanobis.fit(train, unit(train));
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
        InputMahalanobis baseline = InputMahalanobis.fit(train, unit(train), 1);
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
        double[] scores = InputMahalanobis.fit(train, unit(train), 2).scores(train);
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
        InputMahalanobis baseline = InputMahalanobis.fit(
                Dataset.of("x", triple, List.of("a"), pixels, new byte[5]), PictureInput.unit(triple));
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
        InputMahalanobis fitted = InputMahalanobis.fit(train, unit(train));
        assertThat(fitted.components()).isEqualTo(64);
        for (InputBaseline baseline : List.of(new NonZeroPixels(), fitted)) {
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
                .isThrownBy(() -> InputMahalanobis.fit(data, unit(data)).scores(Pixels.dataset(new Volume(1, 2, 1), 1)))
                .withMessageContaining("must be 1×1×2 for this network, but are 1×2×1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InputMahalanobis.fit(data.select(new int[] {1, 1, 1}), unit(data)))
                .withMessage("train must have images that differ, but all are the same");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InputMahalanobis.fit(data.subset(0, 3), unit(data)))
                .withMessageStartingWith("train must vary within its classes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InputMahalanobis.fit(data.select(new int[] {0, 0, 0, 1, 1, 1, 2, 2, 2}), unit(data)))
                .withMessageStartingWith("train must vary within its classes");
        assertThatIllegalArgumentException().isThrownBy(() -> InputMahalanobis.fit(data.subset(0, 1), unit(data)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InputMahalanobis.fit(data.select(new int[PixelSums.MAX_IMAGES + 1]), unit(data)))
                .withMessageContaining("train's size");
        assertThatIllegalArgumentException().isThrownBy(() -> InputMahalanobis.fit(data, unit(data), 0));
    }

    /** As many components as there are free numbers; each category's are one fewer than the categories. */
    @Test
    void rowsAreScoredByWhatANetworkReceives() {
        Dataset train = Households.rows(2000, 1);
        Dataset test = Households.rows(300, 2);
        TableInput input = TableInput.fit(train);
        InputMahalanobis fitted = InputMahalanobis.fit(train, input);
        assertThat(fitted.components()).isEqualTo(4 + 3 + 2);
        assertThat(fitted.name()).isEqualTo("row PCA-Mahalanobis");
        Dataset far = shifted(test, 1, 400);
        List<InputBaseline> all = InputBaseline.defaultsFor(train, input);
        assertThat(all).extracting(InputBaseline::name).containsExactly(fitted.name(), "10 nearest neighbours");
        for (InputBaseline baseline : all) {
            assertThat(auroc(baseline.scores(test), baseline.scores(far))).isGreaterThan(0.99);
            assertThat(auroc(baseline.scores(train.subset(0, 500)), baseline.scores(test)))
                    .isBetween(0.45, 0.55);
        }
        // Nine components of variance 1 about the means of their classes.
        assertThat(Arrays.stream(fitted.scores(train)).map(d -> d * d).average().orElseThrow())
                .isBetween(8.0, 10.0);
        assertThat(InputBaseline.defaultsFor(Pixels.dataset(PAIR, 6), PictureInput.unit(PAIR)))
                .extracting(InputBaseline::name)
                .containsExactly("non-zero pixels", "pixel PCA-Mahalanobis");
    }

    private static Dataset shifted(Dataset rows, int column, float by) {
        List<float[]> moved = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            float[] cells = new float[rows.columns().size()];
            rows.cells(i, cells, 0);
            cells[column] += by;
            moved.add(cells);
        }
        return Households.dataset("shifted", rows.columns(), moved, rows.labels());
    }

    /** A column that tells the class without error leaves no variance within the classes. */
    @Test
    void aColumnMayTellTheClass() {
        List<Column> columns = List.of(new Column.Numeric("x"), new Column.Category("told", List.of("no", "yes")));
        List<float[]> rows = IntStream.range(0, 40)
                .mapToObj(i -> new float[] {i * 7 % 13, i % 2})
                .toList();
        int[] labels = IntStream.range(0, 40).map(i -> i % 2).toArray();
        Dataset train = Households.dataset("told", columns, rows, labels);
        assertThat(Arrays.stream(InputMahalanobis.fit(train, TableInput.fit(train))
                                .scores(train))
                        .max()
                        .orElseThrow())
                .isLessThan(10);
    }

    /** Compared with all training examples in the plainest way; more than one block, and a last one that is not full. */
    @Test
    void theDistanceToANeighbourIsItsDefinition() {
        Dataset train = Households.rows(1100, 3);
        Dataset test = Households.rows(70, 4);
        TableInput input = TableInput.fit(train);
        double[] scores = NearestNeighbours.fit(train, input, 4).scores(test);
        float[] one = new float[input.size()];
        float[] other = new float[input.size()];
        for (int i = 0; i < test.size(); i++) {
            input.encoder(test).encode(i, one, 0);
            double[] distances = new double[train.size()];
            for (int j = 0; j < train.size(); j++) {
                input.encoder(train).encode(j, other, 0);
                for (int k = 0; k < one.length; k++) {
                    distances[j] += ((double) one[k] - other[k]) * ((double) one[k] - other[k]);
                }
            }
            Arrays.sort(distances);
            assertThat(scores[i]).isCloseTo(Math.sqrt(distances[3]), within(1e-12));
        }
        assertThat(NearestNeighbours.fit(train, input, 1).scores(train)).containsOnly(0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NearestNeighbours.fit(test, input, 71))
                .withMessageContaining("neighbour");
    }

    @Test
    void ofManyTrainingExamplesSomeAreHeld() {
        Dataset train = Households.rows(NearestNeighbours.MAX_EXAMPLES + 500, 5);
        TableInput input = TableInput.fit(train);
        long held = Arrays.stream(NearestNeighbours.fit(train, input, 1).scores(train))
                .filter(score -> score == 0)
                .count();
        assertThat(held).isBetween((long) NearestNeighbours.MAX_EXAMPLES, NearestNeighbours.MAX_EXAMPLES + 50L);
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
