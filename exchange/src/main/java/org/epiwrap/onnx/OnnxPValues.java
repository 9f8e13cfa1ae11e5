package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.stream.LongStream;
import org.epiwrap.check.Check;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * Conformal p-values by counting, as {@link org.epiwrap.promise.ConformalPValues} computes them: one column for each score of
 * an example. Scores of calibration examples are searched by halving, so that memory does not grow with their number. What is
 * not a number is above all of them.
 *
 * @param name of the constant that holds the scores
 */
record OnnxPValues(OnnxGraph graph, String name) {

    /**
     * Returns p = (1 + #{i : sᵢ ≥ s})/(n + 1), [examples, columns].
     *
     * @param rising the scores of calibration examples, [columns][calibration examples], rising
     * @param scores of the examples to come, [examples, columns]
     */
    Value of(double[][] rising, Value scores) {
        OnnxDoubles on = new OnnxDoubles(graph);
        int columns = rising.length;
        int size = rising[0].length;
        // Behind each column's scores stands one that is never below another.
        int width = size + 1;
        double[] padded = new double[columns * width];
        for (int c = 0; c < columns; c++) {
            Check.sameLength("rising[" + c + "]", rising[c].length, "rising[0]", size);
            System.arraycopy(rising[c], 0, padded, c * width, size);
            padded[c * width + size] = Double.POSITIVE_INFINITY;
        }
        Value all = graph.doubles(name, padded, padded.length);
        Value first =
                graph.integers(LongStream.range(0, columns).map(c -> c * width).toArray());
        Value end = graph.integers(size);
        // How many are known to be below.
        Value below = graph.integers(0);
        for (int step = Integer.highestOneBit(size); step > 0; step /= 2) {
            Value more = graph.add(below, graph.integers(step));
            Value last = graph.apply("Min", graph.add(below, graph.integers(step - 1)), end);
            Value score = graph.apply("Gather", all, graph.add(first, last));
            below = graph.apply("Where", graph.apply("GreaterOrEqual", score, scores), below, more);
        }
        Value atLeast = graph.subtract(end, graph.apply("Min", below, end));
        return on.divide(on.plus(on.constant(1), graph.cast(atLeast, DataType.DOUBLE)), on.constant(size + 1.0));
    }

    /** Returns the p-values of one score, [examples]. */
    Value of(double[] rising, Value score) {
        Value column = graph.apply("Unsqueeze", score, graph.integers(1));
        return graph.apply("Squeeze", of(new double[][] {rising}, column), graph.integers(1));
    }
}
