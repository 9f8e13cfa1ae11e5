package org.epiwrap.data;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The directions in which data vary most.
 *
 * @param directions the eigenvectors of the largest eigenvalues as columns, orthonormal
 * @param variances the eigenvalues, falling, on the diagonal of a matrix
 */
record PrincipalComponents(DMatrixRMaj directions, DMatrixRMaj variances) {
    /** Less than this share of a variance is rounding errors. */
    static final double NEGLIGIBLE = 1e-10;

    /** At most so many, and none that is negligible beside the first; none at all if the covariance is zero. */
    static PrincipalComponents of(DMatrixRMaj covariance, int most) {
        int size = covariance.numRows;
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
        if (!eigen.decompose(covariance)) {
            throw new IllegalStateException("the eigenvalues of the covariance do not converge");
        }
        double[] values = IntStream.range(0, size)
                .mapToDouble(i -> eigen.getEigenvalue(i).getReal())
                .toArray();
        double floor = NEGLIGIBLE * Math.max(0, Arrays.stream(values).max().orElseThrow());
        int[] falling = IntStream.range(0, size)
                .filter(i -> values[i] > floor)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -values[i]))
                .limit(most)
                .mapToInt(Integer::intValue)
                .toArray();
        DMatrixRMaj directions = new DMatrixRMaj(size, falling.length);
        for (int i = 0; i < falling.length; i++) {
            CommonOps_DDRM.insert(eigen.getEigenVector(falling[i]), directions, 0, i);
        }
        double[] variances = IntStream.of(falling).mapToDouble(i -> values[i]).toArray();
        return new PrincipalComponents(directions, CommonOps_DDRM.diag(variances));
    }

    int count() {
        return directions.numCols;
    }
}
