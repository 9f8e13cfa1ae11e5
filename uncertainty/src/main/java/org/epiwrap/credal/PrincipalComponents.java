package org.epiwrap.credal;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.epiwrap.check.Check;

/**
 * The orthogonal directions in which data vary most: the eigenvectors of their covariance with the largest eigenvalues.
 *
 * @param directions the eigenvectors as columns, orthonormal
 * @param variances the eigenvalues, in descending order, on the diagonal of a matrix
 */
public record PrincipalComponents(DMatrixRMaj directions, DMatrixRMaj variances) {
    /** A smaller share than this of a variance is rounding error. */
    public static final double NEGLIGIBLE = 1e-10;

    /** Returns the largest components, at most so many, of a symmetric covariance or a positive multiple of one. */
    public static PrincipalComponents of(DMatrixRMaj covariance, int maximum) {
        Check.atLeast("maximum", maximum, 1);
        int size = covariance.numRows;
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
        if (!eigen.decompose(covariance)) {
            throw new IllegalStateException("the eigenvalues of the covariance do not converge");
        }
        double[] values = IntStream.range(0, size)
                .mapToDouble(i -> eigen.getEigenvalue(i).getReal())
                .toArray();
        int[] descending = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -values[i]))
                .limit(maximum)
                .mapToInt(Integer::intValue)
                .toArray();
        DMatrixRMaj directions = new DMatrixRMaj(size, descending.length);
        for (int i = 0; i < descending.length; i++) {
            CommonOps_DDRM.insert(eigen.getEigenVector(descending[i]), directions, 0, i);
        }
        double[] variances =
                IntStream.of(descending).mapToDouble(i -> values[i]).toArray();
        return new PrincipalComponents(directions, CommonOps_DDRM.diag(variances));
    }

    /** Returns the components whose variance is not negligible beside the first one's; none for a covariance of 0. */
    public PrincipalComponents withoutNegligible() {
        double floor = NEGLIGIBLE * Math.max(0, variances.get(0, 0));
        int kept = 0;
        while (kept < count() && variances.get(kept, kept) > floor) {
            kept++;
        }
        return new PrincipalComponents(corner(directions, directions.numRows, kept), corner(variances, kept, kept));
    }

    /** Returns the first rows and columns, of which there may be none, as the library's own method does not allow. */
    private static DMatrixRMaj corner(DMatrixRMaj matrix, int rows, int columns) {
        DMatrixRMaj corner = new DMatrixRMaj(rows, columns);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(matrix.data, i * matrix.numCols, corner.data, i * columns, columns);
        }
        return corner;
    }

    public int count() {
        return directions.numCols;
    }
}
