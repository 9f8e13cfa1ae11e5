package org.epiwrap.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.epiwrap.check.Check;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.PrincipalComponents;

/**
 * Scores an example by virtual-logit matching, ViM (Wang et al., 2022): α·‖R(x − o)‖ + E(x), where E is its energy, o the
 * features at which all logits are nearest to 0, R the projection onto the half of the directions round o in which training
 * examples extend least, and α the factor at which the first term is on average their largest logit.
 */
public final class VirtualLogit implements FeatureBaseline {
    /** o, one row. */
    private final DMatrixRMaj origin;
    /** [hidden units][directions]. */
    private final DMatrixRMaj rest;

    private final double factor;

    private VirtualLogit(DMatrixRMaj origin, DMatrixRMaj rest, double factor) {
        this.origin = origin;
        this.rest = rest;
        this.factor = factor;
    }

    /** Fits the directions and the factor to training examples of a network with this last layer. */
    public static VirtualLogit fit(Features train, LastLayer last) {
        Check.sameLength("the units of the last layer", last.hidden(), "the features", train.units());
        DMatrixRMaj inverse = new DMatrixRMaj(last.hidden(), last.classes());
        CommonOps_DDRM.pinv(new DMatrixRMaj(last.weights()), inverse);
        DMatrixRMaj origin = new DMatrixRMaj(1, last.hidden());
        CommonOps_DDRM.multTransB(-1, new DMatrixRMaj(new double[][] {last.biases()}), inverse, origin);

        DMatrixRMaj apart = apart(train, origin);
        DMatrixRMaj products = new DMatrixRMaj(train.units(), train.units());
        CommonOps_DDRM.multInner(apart, products);
        DMatrixRMaj directions = PrincipalComponents.of(products, train.units()).directions();
        int kept = (train.units() + 1) / 2;
        DMatrixRMaj rest = new DMatrixRMaj(train.units(), train.units() - kept);
        if (rest.numCols > 0) {
            CommonOps_DDRM.extract(directions, 0, directions.numRows, kept, directions.numCols, rest);
        }
        double lengths = Arrays.stream(lengths(apart, rest)).sum();
        double tops = Arrays.stream(LogitScore.MAXIMUM.scores(train)).sum();
        return new VirtualLogit(origin, rest, lengths > 0 ? -tops / lengths : 0);
    }

    private static DMatrixRMaj apart(Features features, DMatrixRMaj origin) {
        DMatrixRMaj apart = features.hidden().copy();
        for (int i = 0; i < apart.numRows; i++) {
            for (int j = 0; j < apart.numCols; j++) {
                apart.add(i, j, -origin.get(0, j));
            }
        }
        return apart;
    }

    private static double[] lengths(DMatrixRMaj apart, DMatrixRMaj directions) {
        DMatrixRMaj projected = new DMatrixRMaj(apart.numRows, directions.numCols);
        CommonOps_DDRM.mult(apart, directions, projected);
        return IntStream.range(0, projected.numRows)
                .mapToDouble(i -> Math.sqrt(IntStream.range(0, projected.numCols)
                        .mapToDouble(j -> projected.get(i, j) * projected.get(i, j))
                        .sum()))
                .toArray();
    }

    @Override
    public String name() {
        return "ViM";
    }

    @Override
    public double[] scores(Features examples) {
        double[] scores = lengths(apart(examples, origin), rest);
        double[] energies = LogitScore.ENERGY.scores(examples);
        Arrays.setAll(scores, i -> factor * scores[i] + energies[i]);
        return scores;
    }
}
