package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.epiwrap.check.Check;
import org.epiwrap.credal.PrincipalComponents;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;

/**
 * Scores an image by its Mahalanobis distance to the nearest class, in the principal components of the pixels.
 *
 * <p>Each pixel is standardised: x = (pixel − mean)/deviation over the training set, with deviation 1 where it is
 * constant. With z = Wᵀx the first principal components, μ_c the mean of z over class c and S the covariance of z − μ_c
 * over all classes together, the score is min_c √((z − μ_c)ᵀ S⁻¹ (z − μ_c)). Standardising matters: ink where the
 * training set has hardly any identifies out-of-distribution images, and components of unscaled brightness hardly show it.
 *
 * <p>All this is computed from sums of pixels and of their products. The covariance of x is the correlation of the pixels.
 * The covariance within the classes is the total one minus that between the classes: S = Λ − Σ_c (n_c/n) μ_c μ_cᵀ with the
 * variances Λ of the components. With S = LLᵀ and the deviations D, the score is the Euclidean distance after the map
 * A = D⁻¹WL⁻ᵀ, which is what is stored.
 */
public final class PixelMahalanobis implements PixelBaseline {
    public static final String NAME = "pixel PCA-Mahalanobis";

    /** The maximum number of components unless specified. */
    public static final int DEFAULT_COMPONENTS = 64;

    private final Volume shape;
    /** pixels × components. */
    private final DMatrixRMaj map;
    /** The means of the classes that have images, after the map: classes × components. */
    private final DMatrixRMaj centres;

    private PixelMahalanobis(Volume shape, DMatrixRMaj map, DMatrixRMaj centres) {
        this.shape = shape;
        this.map = map;
        this.centres = centres;
    }

    /** Fits the baseline to a training set with at most {@link #DEFAULT_COMPONENTS} components. */
    public static PixelMahalanobis fit(Dataset train) {
        return fit(train, DEFAULT_COMPONENTS);
    }

    /**
     * Fits the baseline to a training set. Takes time proportional to images × pixels² + pixels³, and little for pixels
     * that are zero. The result does not depend on the number of threads.
     *
     * @param components the maximum number of components; fewer are used if the images vary in fewer directions
     */
    public static PixelMahalanobis fit(Dataset train, int components) {
        Check.atLeast("components", components, 1);
        Check.between("train's size", train.size(), 2, PixelSums.MAX_IMAGES);
        int pixels = train.shape().size();
        PixelSums sums = PixelSums.of(train);
        double[] deviations = deviations(sums, pixels);
        DMatrixRMaj correlation =
                matrix(pixels, pixels, (i, j) -> sums.covariance(i, j) / (deviations[i] * deviations[j]));
        PrincipalComponents principal =
                PrincipalComponents.of(correlation, components).withoutNegligible();
        if (principal.count() == 0) {
            throw new IllegalArgumentException("train must have images that differ, but all are the same");
        }
        DMatrixRMaj directions = principal.directions().copy();
        CommonOps_DDRM.divideRows(deviations, directions);

        int[] classes = sums.classes();
        DMatrixRMaj apart = matrix(
                classes.length,
                pixels,
                (c, i) -> Math.sqrt(sums.share(classes[c])) * (sums.mean(classes[c], i) - sums.mean(i)));
        DMatrixRMaj within = principal.variances().copy();
        DMatrixRMaj between = product(apart, directions);
        CommonOps_DDRM.multAddTransA(-1, between, between, within);
        DMatrixRMaj inverse = factor(within, principal, train.size());
        CommonOps_DDRM.invert(inverse);

        DMatrixRMaj map = new DMatrixRMaj(pixels, principal.count());
        CommonOps_DDRM.multTransB(directions, inverse, map);
        DMatrixRMaj means = matrix(classes.length, pixels, (c, i) -> sums.mean(classes[c], i));
        return new PixelMahalanobis(train.shape(), map, product(means, map));
    }

    int components() {
        return map.numCols;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] scores(Dataset data) {
        if (!data.shape().equals(shape)) {
            throw new IllegalArgumentException(
                    "data must have images of " + shape + " like the training set, but has " + data.shape());
        }
        double[] scores = new double[data.size()];
        int length = shape.size();
        DMatrixRMaj batch = new DMatrixRMaj(0, length);
        DMatrixRMaj mapped = new DMatrixRMaj(0, map.numCols);
        data.forEachBatch((first, images, pixels) -> {
            batch.reshape(images, length);
            for (int i = 0; i < images * length; i++) {
                batch.data[i] = pixels[i] & 0xff;
            }
            CommonOps_DDRM.mult(batch, map, mapped);
            for (int image = 0; image < images; image++) {
                scores[first + image] = distance(mapped, image);
            }
        });
        return scores;
    }

    private double distance(DMatrixRMaj mapped, int image) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int c = 0; c < centres.numRows; c++) {
            double sum = 0;
            for (int j = 0; j < centres.numCols; j++) {
                double apart = mapped.get(image, j) - centres.get(c, j);
                sum += apart * apart;
            }
            nearest = Math.min(nearest, sum);
        }
        return Math.sqrt(nearest);
    }

    /** The standard deviations; 1 for a constant pixel, which has no covariance and so no effect. */
    private static double[] deviations(PixelSums sums, int pixels) {
        return IntStream.range(0, pixels)
                .mapToDouble(i -> sums.covariance(i, i) > 0 ? Math.sqrt(sums.covariance(i, i)) : 1)
                .toArray();
    }

    /** Returns L, after checking that each component varies within the classes beyond its regression on those before it. */
    private static DMatrixRMaj factor(DMatrixRMaj within, PrincipalComponents principal, int images) {
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(within.numCols, true);
        boolean varies = cholesky.decompose(within);
        DMatrixRMaj factor = cholesky.getT(null);
        for (int i = 0; varies && i < factor.numCols; i++) {
            double rest = factor.get(i, i) * factor.get(i, i);
            varies = rest
                    > PrincipalComponents.NEGLIGIBLE * principal.variances().get(i, i);
        }
        if (!varies) {
            throw new IllegalArgumentException("train must vary within its classes in each of " + principal.count()
                    + " components, but has only " + images + " images or copies of them");
        }
        return factor;
    }

    private interface Cell {
        double at(int row, int column);
    }

    private static DMatrixRMaj matrix(int rows, int columns, Cell cell) {
        DMatrixRMaj matrix = new DMatrixRMaj(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                matrix.set(i, j, cell.at(i, j));
            }
        }
        return matrix;
    }

    private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
        DMatrixRMaj product = new DMatrixRMaj(a.numRows, b.numCols);
        CommonOps_DDRM.mult(a, b, product);
        return product;
    }
}
