package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A linear map after which a Mahalanobis distance is the Euclidean one, and the means of classes after it.
 *
 * @param map [numbers][directions]
 * @param centres [classes that have examples][directions]
 */
record MappedCentres(DMatrixRMaj map, DMatrixRMaj centres) {

    /** Returns the map and the means of classes, [classes][numbers], after it. */
    static MappedCentres of(DMatrixRMaj map, DMatrixRMaj means) {
        return new MappedCentres(map, product(means, map));
    }

    /** Returns the squared distance of each row, [rows][numbers], to the nearest centre. */
    double[] squaredDistances(DMatrixRMaj rows) {
        DMatrixRMaj mapped = product(rows, map);
        return IntStream.range(0, rows.numRows)
                .mapToDouble(i -> IntStream.range(0, centres.numRows)
                        .mapToDouble(c -> squaredDistance(mapped, i, c))
                        .min()
                        .orElseThrow())
                .toArray();
    }

    private double squaredDistance(DMatrixRMaj mapped, int row, int centre) {
        double sum = 0;
        for (int j = 0; j < centres.numCols; j++) {
            double apart = mapped.get(row, j) - centres.get(centre, j);
            sum += apart * apart;
        }
        return sum;
    }

    static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
        DMatrixRMaj product = new DMatrixRMaj(a.numRows, b.numCols);
        CommonOps_DDRM.mult(a, b, product);
        return product;
    }
}
