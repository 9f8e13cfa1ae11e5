package org.epiwrap.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.epiwrap.check.Check;
import org.epiwrap.credal.PrincipalComponents;

/**
 * Scores an example by the squared Mahalanobis distance of its hidden features to the nearest class, min_c (x − μ_c)ᵀ Σ⁺
 * (x − μ_c), with one covariance Σ of all classes about their means (Lee et al., 2018). Directions in which training examples
 * do not vary are left out: Σ⁺ is the pseudo-inverse.
 */
public final class FeatureMahalanobis implements FeatureBaseline {
    /** Σ⁺ is the map times its transpose. */
    private final MappedCentres centres;

    private FeatureMahalanobis(MappedCentres centres) {
        this.centres = centres;
    }

    /** Fits the distance to training examples with their labels. */
    public static FeatureMahalanobis fit(Features train, int[] labels) {
        Check.atLeast("the number of examples", train.size(), 1);
        Check.sameLength("labels", labels.length, "the examples", train.size());
        int[] classes = IntStream.of(labels).distinct().sorted().toArray();
        DMatrixRMaj apart = train.hidden().copy();
        DMatrixRMaj means = new DMatrixRMaj(classes.length, train.units());
        int[] counts = new int[classes.length];
        int[] places = IntStream.of(labels)
                .map(label -> Arrays.binarySearch(classes, label))
                .toArray();
        for (int i = 0; i < places.length; i++) {
            counts[places[i]]++;
            addRow(means, places[i], 1, apart, i);
        }
        for (int c = 0; c < classes.length; c++) {
            for (int j = 0; j < means.numCols; j++) {
                means.set(c, j, means.get(c, j) / counts[c]);
            }
        }
        for (int i = 0; i < places.length; i++) {
            addRow(apart, i, -1, means, places[i]);
        }
        DMatrixRMaj covariance = new DMatrixRMaj(train.units(), train.units());
        CommonOps_DDRM.multInner(apart, covariance);
        CommonOps_DDRM.divide(covariance, train.size());
        PrincipalComponents principal =
                PrincipalComponents.of(covariance, train.units()).withoutNegligible();
        double[] deviations = IntStream.range(0, principal.count())
                .mapToDouble(i -> Math.sqrt(principal.variances().get(i, i)))
                .toArray();
        DMatrixRMaj map = principal.directions().copy();
        CommonOps_DDRM.divideCols(map, deviations);
        return new FeatureMahalanobis(MappedCentres.of(map, means));
    }

    /** Adds a multiple of one matrix's row to another's. */
    private static void addRow(DMatrixRMaj target, int row, double factor, DMatrixRMaj source, int sourceRow) {
        for (int j = 0; j < target.numCols; j++) {
            target.add(row, j, factor * source.get(sourceRow, j));
        }
    }

    @Override
    public String name() {
        return "Mahalanobis";
    }

    @Override
    public double[] scores(Features examples) {
        return centres.squaredDistances(examples.hidden());
    }
}
