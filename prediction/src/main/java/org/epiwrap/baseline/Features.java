package org.epiwrap.baseline;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.epiwrap.check.Check;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Rows;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;

/** What the last layer of a network receives of some examples, after the activation, and its logits. */
public final class Features {
    private final DMatrixRMaj hidden;
    private final DMatrixRMaj logits;

    private Features(DMatrixRMaj hidden, DMatrixRMaj logits) {
        this.hidden = hidden;
        this.logits = logits;
    }

    /**
     * Returns known features.
     *
     * @param hidden [examples][hidden units], finite
     * @param logits [examples][classes], finite
     */
    public static Features of(double[][] hidden, double[][] logits) {
        Check.sameLength("logits", logits.length, "hidden", hidden.length);
        Arrays.stream(hidden).forEach(row -> Check.finite("hidden", row));
        Arrays.stream(logits).forEach(row -> Check.finite("logits", row));
        return new Features(new DMatrixRMaj(hidden), new DMatrixRMaj(logits));
    }

    /** Computes the features of all examples of a dataset by the midpoints of a network of one run; labels are not looked at. */
    static Features of(IntervalNetwork network, Dataset data, Input input) {
        LastLayer last = network.passes().lastLayerOfHidden(input.isNonNegative());
        DMatrixRMaj hidden = new DMatrixRMaj(data.size(), last.hidden());
        DMatrixRMaj logits = new DMatrixRMaj(data.size(), last.classes());
        InputBatch.forEach(data, input, network.architecture(), batch -> {
            Rows rows = Scope.get(
                    () -> new Rows(network.passes().lastHidden(batch).centre().toArray(), batch.count()));
            for (int i = 0; i < batch.count(); i++) {
                double[] activations = last.activations(rows.of(i));
                put(hidden, batch.first() + i, activations);
                put(logits, batch.first() + i, last.logits(activations));
            }
        });
        return new Features(hidden, logits);
    }

    private static void put(DMatrixRMaj matrix, int row, double[] values) {
        System.arraycopy(values, 0, matrix.data, row * matrix.numCols, matrix.numCols);
    }

    /** Returns the number of examples. */
    public int size() {
        return hidden.numRows;
    }

    int units() {
        return hidden.numCols;
    }

    /** Returns the inputs of the last layer, [examples][hidden units]; not to be modified. */
    DMatrixRMaj hidden() {
        return hidden;
    }

    /** Returns the logits of an example. */
    double[] logits(int example) {
        int from = example * logits.numCols;
        return Arrays.copyOfRange(logits.data, from, from + logits.numCols);
    }
}
