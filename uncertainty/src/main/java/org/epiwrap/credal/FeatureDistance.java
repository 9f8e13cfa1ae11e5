package org.epiwrap.credal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.decomposition.TriangularSolver_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.epiwrap.check.Check;

/**
 * The squared Mahalanobis distance D² of an image's features to the nearest class of the training images.
 *
 * <p>Features are standardised by their mean and deviation over the training images; of more than
 * {@value #MAX_COMPONENTS} the first {@value #MAX_COMPONENTS} principal components are taken. Class c has the mean
 * μ_c and a covariance Σ_c that {@link Shrinkage} combines from its own and that of all classes, with a thousandth of its
 * mean diagonal added to the diagonal. D² = min_c (x - μ_c)ᵀ Σ_c⁻¹ (x - μ_c).
 */
public final class FeatureDistance {
    /** More features are projected to so many principal components. */
    public static final int MAX_COMPONENTS = 64;

    private static final double RIDGE = 1e-3;
    /** A radius below this is taken for it, since its logarithm is a feature. */
    public static final double MIN_RADIUS = 1e-12;

    private final Projection projection;
    private final List<Cluster> clusters;

    /** A class: its mean as a row, and the inverse of L where its covariance is LLᵀ, so that D = |L⁻¹(x - μ)|. */
    private record Cluster(DMatrixRMaj mean, DMatrixRMaj whitening) {
        /**
         * Returns D², or some number of at least {@code enough} once D² is known to be no smaller. Four rows at a time: the
         * sum of a row waits for each of its terms, but not for those of the others. Above the diagonal are zeros.
         */
        double squaredDistance(double[] x, double enough) {
            int size = x.length;
            double[] apart = new double[size];
            for (int j = 0; j < size; j++) {
                apart[j] = x[j] - mean.data[j];
            }
            double[] rows = whitening.data;
            double sum = 0;
            int i = 0;
            for (; i + 3 < size && sum < enough; i += 4) {
                int first = i * size;
                int second = first + size;
                int third = second + size;
                int fourth = third + size;
                double a = 0;
                double b = 0;
                double c = 0;
                double d = 0;
                for (int j = 0; j < i + 4; j++) {
                    a += rows[first + j] * apart[j];
                    b += rows[second + j] * apart[j];
                    c += rows[third + j] * apart[j];
                    d += rows[fourth + j] * apart[j];
                }
                sum += a * a;
                sum += b * b;
                sum += c * c;
                sum += d * d;
            }
            for (; i < size && sum < enough; i++) {
                double a = 0;
                for (int j = 0; j <= i; j++) {
                    a += rows[i * size + j] * apart[j];
                }
                sum += a * a;
            }
            return sum;
        }
    }

    private FeatureDistance(Projection projection, List<Cluster> clusters) {
        this.projection = projection;
        this.clusters = clusters;
    }

    /**
     * Returns a distance that was fitted before, from what its methods of these names returned. It computes the same bits.
     *
     * @param mean [features]
     * @param deviation [features], above 0
     * @param components [features][components]
     * @param classMeans [classes][components]
     * @param whitenings [classes][components][components], lower triangles with diagonals above 0
     */
    public static FeatureDistance of(
            double[] mean, double[] deviation, double[][] components, double[][] classMeans, double[][][] whitenings) {
        Projection projection = Projection.of(mean, deviation, components);
        Check.atLeast("the number of classes", classMeans.length, 1);
        Check.sameLength("whitenings", whitenings.length, "classMeans", classMeans.length);
        List<Cluster> clusters = new ArrayList<>();
        for (int k = 0; k < classMeans.length; k++) {
            Check.sameLength("classMeans[" + k + "]", classMeans[k].length, "the components", projection.size());
            Check.finite("classMeans[" + k + "]", classMeans[k]);
            checkWhitening("whitenings[" + k + "]", whitenings[k], projection.size());
            clusters.add(new Cluster(new DMatrixRMaj(new double[][] {classMeans[k]}), new DMatrixRMaj(whitenings[k])));
        }
        return new FeatureDistance(projection, clusters);
    }

    private static void checkWhitening(String name, double[][] whitening, int size) {
        Check.sameLength(name, whitening.length, "the components", size);
        for (int i = 0; i < size; i++) {
            Check.sameLength(name + "[" + i + "]", whitening[i].length, "the components", size);
            Check.finite(name + "[" + i + "]", whitening[i]);
            Check.positive(name + "[" + i + "][" + i + "]", whitening[i][i]);
            for (int j = i + 1; j < size; j++) {
                if (whitening[i][j] != 0) {
                    throw new IllegalArgumentException(name + "[" + i + "][" + j
                            + "] must be 0, since it is above the diagonal, but is " + whitening[i][j]);
                }
            }
        }
    }

    /** Returns the features of the epistemic score: pre-activations, then the logarithms of their radii. */
    public static double[] features(double[] centre, double[] radius) {
        Check.sameLength("radius", radius.length, "centre", centre.length);
        double[] features = new double[2 * centre.length];
        for (int j = 0; j < centre.length; j++) {
            features[j] = centre[j];
            features[centre.length + j] = Math.log(Math.max(MIN_RADIUS, radius[j]));
        }
        return features;
    }

    /** Fits the distance behind δ, by {@link Shrinkage#FIXED}; see {@link #fit(double[][], int[], int, Shrinkage)}. */
    public static FeatureDistance fit(double[][] features, int[] labels, int classes) {
        return fit(features, labels, classes, Shrinkage.FIXED);
    }

    /**
     * Fits the distance to the features of training images, of which two of one class at least must differ. A class without images is
     * left out: what belongs to it is as far from all others as it is.
     *
     * @param features [images][features], finite
     * @param labels [images], from 0 to classes - 1
     */
    public static FeatureDistance fit(double[][] features, int[] labels, int classes, Shrinkage shrinkage) {
        Check.atLeast("the number of examples", features.length, 2);
        Check.sameLength("labels", labels.length, "features", features.length);
        Check.atLeast("the number of features", features[0].length, 1);
        for (int i = 0; i < features.length; i++) {
            Check.sameLength("features[" + i + "]", features[i].length, "features[0]", features[0].length);
            Check.finite("features[" + i + "]", features[i]);
            Check.between("labels[" + i + "]", labels[i], 0, classes - 1);
        }
        Projection projection = Projection.fit(features, MAX_COMPONENTS);
        List<DMatrixRMaj> means = new ArrayList<>();
        List<DMatrixRMaj> scatters = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            int category = c;
            double[][] own = IntStream.range(0, labels.length)
                    .filter(i -> labels[i] == category)
                    .mapToObj(i -> features[i])
                    .toArray(double[][]::new);
            if (own.length > 0) {
                DMatrixRMaj images = projection.apply(own);
                means.add(centre(images));
                scatters.add(inner(images));
                counts.add(own.length);
            }
        }
        DMatrixRMaj pooled = new DMatrixRMaj(scatters.get(0).numRows, scatters.get(0).numRows);
        int divisor = shrinkage.pooledDivisor(features.length, means.size());
        scatters.forEach(scatter -> CommonOps_DDRM.addEquals(pooled, 1.0 / divisor, scatter));
        List<Cluster> clusters = new ArrayList<>();
        for (int k = 0; k < means.size(); k++) {
            clusters.add(new Cluster(means.get(k), whitening(scatters.get(k), counts.get(k), pooled, shrinkage)));
        }
        return new FeatureDistance(projection, clusters);
    }

    /** Subtracts the mean from every row, and returns it. */
    private static DMatrixRMaj centre(DMatrixRMaj images) {
        DMatrixRMaj mean = new DMatrixRMaj(1, images.numCols);
        CommonOps_DDRM.sumCols(images, mean);
        CommonOps_DDRM.divide(mean, images.numRows);
        for (int i = 0; i < images.numRows; i++) {
            for (int j = 0; j < images.numCols; j++) {
                images.set(i, j, images.get(i, j) - mean.get(0, j));
            }
        }
        return mean;
    }

    private static DMatrixRMaj inner(DMatrixRMaj centred) {
        DMatrixRMaj inner = new DMatrixRMaj(centred.numCols, centred.numCols);
        CommonOps_DDRM.multInner(centred, inner);
        return inner;
    }

    private static DMatrixRMaj whitening(DMatrixRMaj scatter, int images, DMatrixRMaj pooled, Shrinkage shrinkage) {
        int size = pooled.numRows;
        DMatrixRMaj covariance = pooled.copy();
        if (images > 1) {
            double own = shrinkage.ownShare(images, size);
            CommonOps_DDRM.add(own / (images - 1), scatter, 1 - own, pooled, covariance);
        }
        double ridge = RIDGE * CommonOps_DDRM.trace(covariance) / size;
        for (int i = 0; i < size; i++) {
            covariance.add(i, i, ridge);
        }
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(size, true);
        if (!cholesky.decompose(covariance)) {
            throw new IllegalArgumentException(
                    "at least two examples of one class must have different features, but no two have");
        }
        DMatrixRMaj whitening = cholesky.getT(null);
        TriangularSolver_DDRM.invertLower(whitening.data, size);
        return whitening;
    }

    public int features() {
        return projection.features();
    }

    public double[] mean() {
        return projection.mean();
    }

    /** Returns what each feature is divided by once its mean is subtracted. */
    public double[] deviation() {
        return projection.deviation();
    }

    /** Returns what standardised features are multiplied by, [features][components]. */
    public double[][] components() {
        return projection.components();
    }

    /** Returns the mean of each class that had images, [classes][components]. */
    public double[][] classMeans() {
        return clusters.stream().map(cluster -> cluster.mean.get2DData()[0]).toArray(double[][]::new);
    }

    /** Returns L⁻¹ of each class that had images, its covariance being LLᵀ, [classes][components][components]. */
    public double[][][] whitenings() {
        return clusters.stream().map(cluster -> cluster.whitening.get2DData()).toArray(double[][][]::new);
    }

    /** Returns ln D², which is negative infinity at the very mean of a class. */
    public double logSquared(double[] features) {
        Check.sameLength("features", features.length, "those of the training examples", projection.features());
        Check.finite("features", features);
        double[] x = projection.apply(new double[][] {features}).data;
        double nearest = Double.POSITIVE_INFINITY;
        for (Cluster cluster : clusters) {
            nearest = Math.min(nearest, cluster.squaredDistance(x, nearest));
        }
        return Math.log(nearest);
    }

    /**
     * How much of the covariance of a class is its own: Σ_c = w_c·S_c + (1 − w_c)·Σ, where S_c is the covariance of the
     * class (divisor n_c − 1) and Σ that of all examples about the means of their classes. A class of one example has no
     * covariance of its own, so that w_c = 0.
     */
    public enum Shrinkage {
        /** The distance behind δ: w_c = 0.7, and Σ with the divisor n − 1. */
        FIXED {
            @Override
            double ownShare(int examples, int dimensions) {
                return 0.7;
            }

            @Override
            int pooledDivisor(int examples, int classes) {
                return examples - 1;
            }
        },
        /**
         * The distances behind the unfamiliarity UF: w_c = n_c/(n_c + d/2) in d dimensions, and Σ
         * with the divisor n − C. A class of few examples takes most of its covariance from all, since its own would be so
         * narrow that other examples of the class would look unfamiliar.
         */
        BY_CLASS_SIZE {
            @Override
            double ownShare(int examples, int dimensions) {
                return examples / (examples + dimensions / 2.0);
            }

            @Override
            int pooledDivisor(int examples, int classes) {
                return Math.max(1, examples - classes);
            }
        };

        /** Returns w_c of a class of at least two examples. */
        abstract double ownShare(int examples, int dimensions);

        /** Returns what the sum of the classes' scatters is divided by. */
        abstract int pooledDivisor(int examples, int classes);
    }
}
