package org.epiwrap.data;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.epiwrap.check.Check;

/**
 * The Mahalanobis distance to the nearest class, in the principal components of the pixels.
 *
 * <p>Each pixel is standardised: x = (pixel − mean)/deviation over the training set, with deviation 1 where it is
 * constant. With z = Wᵀx the first principal components, μ_c the mean of z over class c and S the covariance of z − μ_c
 * over all classes together, the score is min_c √((z − μ_c)ᵀ S⁻¹ (z − μ_c)). With S = LLᵀ this is the Euclidean
 * distance after the map L⁻¹Wᵀ, which is what is kept. Standardising matters: ink where the training set has next to
 * none is what gives strangers away, and the components of plain brightness hardly see it.
 */
public final class PixelMahalanobis implements PixelBaseline {
    public static final int DEFAULT_COMPONENTS = 64;

    /** Components with less than this share of the first one's variance are rounding errors. */
    private static final double NEGLIGIBLE = 1e-10;

    private final ImageShape shape;
    private final Standard standard;
    /** pixels × components. */
    private final DMatrixRMaj map;
    /** classes × components; only classes that have images. */
    private final DMatrixRMaj centres;

    private PixelMahalanobis(ImageShape shape, Standard standard, DMatrixRMaj map, DMatrixRMaj centres) {
        this.shape = shape;
        this.standard = standard;
        this.map = map;
        this.centres = centres;
    }

    public static PixelMahalanobis fit(Dataset train) {
        return fit(train, DEFAULT_COMPONENTS);
    }

    /**
     * Time grows as images × pixels² + pixels³.
     *
     * @param components how many to keep at most; fewer if the images do not vary in so many directions
     */
    public static PixelMahalanobis fit(Dataset train, int components) {
        Check.atLeast("components", components, 1);
        Check.atLeast("train's size", train.size(), 2);
        Standard standard = Standard.of(train);
        DMatrixRMaj principal = principal(covariance(train, standard), components);

        DMatrixRMaj projected = project(train, standard, principal);
        DMatrixRMaj centres = centres(train, projected);
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(projected.numCols, true);
        if (!cholesky.decompose(within(train, projected, centres))) {
            throw new IllegalArgumentException("train must vary within its classes in each of " + projected.numCols
                    + " components, but has only " + train.size() + " images or copies of them");
        }
        DMatrixRMaj whitening = cholesky.getT(null);
        CommonOps_DDRM.invert(whitening);
        return new PixelMahalanobis(
                train.shape(), standard, timesTransposed(principal, whitening), present(train, centres, whitening));
    }

    /** The number of principal components that are used. */
    public int components() {
        return map.numCols;
    }

    @Override
    public String name() {
        return "pixel PCA-Mahalanobis";
    }

    @Override
    public double[] scores(Dataset data) {
        if (!data.shape().equals(shape)) {
            throw new IllegalArgumentException(
                    "data must have images of " + shape + " like the training set, but has " + data.shape());
        }
        DMatrixRMaj projected = project(data, standard, map);
        double[] scores = new double[data.size()];
        for (int i = 0; i < scores.length; i++) {
            double nearest = Double.POSITIVE_INFINITY;
            for (int c = 0; c < centres.numRows; c++) {
                nearest = Math.min(nearest, squaredDistance(projected, i, c));
            }
            scores[i] = Math.sqrt(nearest);
        }
        return scores;
    }

    private double squaredDistance(DMatrixRMaj projected, int image, int centre) {
        double sum = 0;
        for (int j = 0; j < centres.numCols; j++) {
            double apart = projected.get(image, j) - centres.get(centre, j);
            sum += apart * apart;
        }
        return sum;
    }

    /** pixels × pixels. */
    private static DMatrixRMaj covariance(Dataset data, Standard standard) {
        int length = data.shape().pixels();
        DMatrixRMaj sum = new DMatrixRMaj(length, length);
        DMatrixRMaj part = new DMatrixRMaj(length, length);
        DMatrixRMaj batch = new DMatrixRMaj(0, length);
        data.forEachBatch((first, images, pixels) -> {
            standard.apply(pixels, images, batch);
            CommonOps_DDRM.multInner(batch, part);
            CommonOps_DDRM.addEquals(sum, part);
        });
        CommonOps_DDRM.scale(1.0 / data.size(), sum);
        return sum;
    }

    /** The eigenvectors of the largest eigenvalues as columns. */
    private static DMatrixRMaj principal(DMatrixRMaj covariance, int most) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(covariance.numRows, true, true);
        if (!eigen.decompose(covariance)) {
            throw new IllegalStateException("the eigenvalues of the pixels' covariance do not converge");
        }
        int[] falling = IntStream.range(0, covariance.numRows)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -eigen.getEigenvalue(i).getReal()))
                .mapToInt(Integer::intValue)
                .toArray();
        double largest = eigen.getEigenvalue(falling[0]).getReal();
        if (!(largest > 0)) {
            throw new IllegalArgumentException("train must have images that differ, but all are the same");
        }
        int kept = 0;
        while (kept < Math.min(most, falling.length)
                && eigen.getEigenvalue(falling[kept]).getReal() > NEGLIGIBLE * largest) {
            kept++;
        }
        DMatrixRMaj principal = new DMatrixRMaj(covariance.numRows, kept);
        for (int j = 0; j < kept; j++) {
            CommonOps_DDRM.insert(eigen.getEigenVector(falling[j]), principal, 0, j);
        }
        return principal;
    }

    /** images × components. */
    private static DMatrixRMaj project(Dataset data, Standard standard, DMatrixRMaj map) {
        DMatrixRMaj projected = new DMatrixRMaj(data.size(), map.numCols);
        DMatrixRMaj batch = new DMatrixRMaj(0, map.numRows);
        DMatrixRMaj part = new DMatrixRMaj(0, map.numCols);
        data.forEachBatch((first, images, pixels) -> {
            standard.apply(pixels, images, batch);
            CommonOps_DDRM.mult(batch, map, part);
            CommonOps_DDRM.insert(part, projected, first, 0);
        });
        return projected;
    }

    /** The mean of each class; zero for a class without images, which nothing refers to. */
    private static DMatrixRMaj centres(Dataset data, DMatrixRMaj projected) {
        int components = projected.numCols;
        DMatrixRMaj centres = new DMatrixRMaj(data.classNames().size(), components);
        int[] counts = counts(data);
        for (int i = 0; i < data.size(); i++) {
            int label = data.label(i);
            for (int j = 0; j < components; j++) {
                centres.data[label * components + j] += projected.get(i, j) / counts[label];
            }
        }
        return centres;
    }

    /** The covariance about the classes' means, shared by all classes. Leaves the deviations in {@code projected}. */
    private static DMatrixRMaj within(Dataset data, DMatrixRMaj projected, DMatrixRMaj centres) {
        int components = projected.numCols;
        for (int i = 0; i < data.size(); i++) {
            int label = data.label(i);
            for (int j = 0; j < components; j++) {
                projected.data[i * components + j] -= centres.get(label, j);
            }
        }
        DMatrixRMaj within = new DMatrixRMaj(components, components);
        CommonOps_DDRM.multInner(projected, within);
        CommonOps_DDRM.scale(1.0 / data.size(), within);
        return within;
    }

    /** The whitened means of those classes that have images. */
    private static DMatrixRMaj present(Dataset data, DMatrixRMaj centres, DMatrixRMaj whitening) {
        int[] counts = counts(data);
        int[] classes =
                IntStream.range(0, counts.length).filter(c -> counts[c] > 0).toArray();
        DMatrixRMaj present = new DMatrixRMaj(classes.length, centres.numCols);
        for (int i = 0; i < classes.length; i++) {
            CommonOps_DDRM.extract(centres, classes[i], classes[i] + 1, 0, centres.numCols, present, i, 0);
        }
        return timesTransposed(present, whitening);
    }

    private static int[] counts(Dataset data) {
        int[] counts = new int[data.classNames().size()];
        for (int i = 0; i < data.size(); i++) {
            counts[data.label(i)]++;
        }
        return counts;
    }

    private static DMatrixRMaj timesTransposed(DMatrixRMaj a, DMatrixRMaj b) {
        DMatrixRMaj product = new DMatrixRMaj(a.numRows, b.numRows);
        CommonOps_DDRM.multTransB(a, b, product);
        return product;
    }

    /** The mean and the deviation of each pixel, as rows. */
    private record Standard(DMatrixRMaj mean, DMatrixRMaj deviation) {
        static Standard of(Dataset data) {
            int length = data.shape().pixels();
            DMatrixRMaj mean = new DMatrixRMaj(1, length);
            DMatrixRMaj deviation = new DMatrixRMaj(1, length);
            // Sums of whole numbers, which double holds exactly: a constant pixel has a variance of exactly zero.
            data.forEachBatch((first, images, pixels) -> {
                for (int i = 0; i < images * length; i++) {
                    int value = pixels[i] & 0xff;
                    mean.data[i % length] += value;
                    deviation.data[i % length] += value * value;
                }
            });
            double count = data.size();
            for (int i = 0; i < length; i++) {
                double sum = mean.data[i];
                double spread = count * deviation.data[i] - sum * sum;
                mean.data[i] = sum / count;
                deviation.data[i] = spread > 0 ? Math.sqrt(spread) / count : 1;
            }
            return new Standard(mean, deviation);
        }

        /** Writes images × pixels. */
        void apply(byte[] pixels, int images, DMatrixRMaj target) {
            int length = mean.numCols;
            target.reshape(images, length);
            for (int image = 0; image < images; image++) {
                int start = image * length;
                for (int i = 0; i < length; i++) {
                    target.data[start + i] = ((pixels[start + i] & 0xff) - mean.data[i]) / deviation.data[i];
                }
            }
        }
    }
}
