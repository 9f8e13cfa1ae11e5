package org.epiwrap.credal;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.epiwrap.check.Check;

/**
 * Standardises features by their mean and deviation over training images; of many it takes the principal components.
 */
final class Projection {
    /** Added to each deviation, so that a constant feature is no division by zero. */
    private static final double MIN_DEVIATION = 1e-6;

    private final double[] mean;
    private final double[] deviation;
    /** features × components. */
    private final DMatrixRMaj components;
    /** Whether the components are the features themselves, so that no product is needed. */
    private final boolean identity;

    private Projection(double[] mean, double[] deviation, DMatrixRMaj components) {
        this.mean = mean;
        this.deviation = deviation;
        this.components = components;
        this.identity = components.numRows == components.numCols && MatrixFeatures_DDRM.isIdentity(components, 0);
    }

    /** Returns a projection that was fitted before, with components [features][components]. */
    static Projection of(double[] mean, double[] deviation, double[][] components) {
        Check.atLeast("the number of features", mean.length, 1);
        Check.finite("mean", mean);
        Check.sameLength("deviation", deviation.length, "mean", mean.length);
        for (int j = 0; j < deviation.length; j++) {
            Check.positive("deviation[" + j + "]", deviation[j]);
        }
        Check.sameLength("components", components.length, "mean", mean.length);
        Check.between("the number of components", components[0].length, 1, mean.length);
        for (int j = 0; j < components.length; j++) {
            Check.sameLength("components[" + j + "]", components[j].length, "components[0]", components[0].length);
            Check.finite("components[" + j + "]", components[j]);
        }
        return new Projection(mean.clone(), deviation.clone(), new DMatrixRMaj(components));
    }

    /** From features [images][features], of which at most so many components are kept. */
    static Projection fit(double[][] features, int maxComponents) {
        int length = features[0].length;
        double[] mean = new double[length];
        double[] deviation = new double[length];
        for (int j = 0; j < length; j++) {
            for (double[] image : features) {
                mean[j] += image[j] / features.length;
            }
            double squares = 0;
            for (double[] image : features) {
                squares += (image[j] - mean[j]) * (image[j] - mean[j]);
            }
            deviation[j] = Math.sqrt(squares / features.length) + MIN_DEVIATION;
        }
        Projection standard = new Projection(mean, deviation, CommonOps_DDRM.identity(length));
        return length <= maxComponents
                ? standard
                : new Projection(mean, deviation, principal(standard.apply(features), maxComponents));
    }

    private static DMatrixRMaj principal(DMatrixRMaj standardised, int kept) {
        int length = standardised.numCols;
        DMatrixRMaj covariance = new DMatrixRMaj(length, length);
        CommonOps_DDRM.multInner(standardised, covariance);
        return PrincipalComponents.of(covariance, kept).directions();
    }

    int features() {
        return mean.length;
    }

    int size() {
        return components.numCols;
    }

    double[] mean() {
        return mean.clone();
    }

    double[] deviation() {
        return deviation.clone();
    }

    /** [features][components]. */
    double[][] components() {
        return components.get2DData();
    }

    /** images × components. */
    DMatrixRMaj apply(double[][] features) {
        DMatrixRMaj standardised = new DMatrixRMaj(features.length, mean.length);
        for (int i = 0; i < features.length; i++) {
            for (int j = 0; j < mean.length; j++) {
                standardised.data[i * mean.length + j] = (features[i][j] - mean[j]) / deviation[j];
            }
        }
        if (identity) {
            return standardised;
        }
        DMatrixRMaj projected = new DMatrixRMaj(features.length, components.numCols);
        CommonOps_DDRM.mult(standardised, components, projected);
        return projected;
    }
}
