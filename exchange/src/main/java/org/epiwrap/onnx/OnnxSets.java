package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.stream.LongStream;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.SetScore;

/** Prediction sets by {@link SetScore#LAC}, which take the probabilities alone. */
record OnnxSets(OnnxGraph graph) {

    /** Returns whether a rule gives such sets. */
    static boolean has(ConformalSets rule) {
        return rule.promise().score() == SetScore.LAC;
    }

    /** Returns 1 for each class in the set, else 0, [examples, classes]: those with 1 − p of at most a quantile, and the top one. */
    Value of(Value probabilities, int classes, ConformalSets rule) {
        OnnxDoubles on = new OnnxDoubles(graph);
        double[] quantiles = rule.quantiles();
        Value isLikely = graph.apply(
                "LessOrEqual",
                on.rest(on.of(probabilities)),
                graph.doubles("set_quantiles", quantiles, quantiles.length));
        Value isTop = graph.apply(
                "Equal",
                graph.apply("Unsqueeze", graph.top(probabilities), graph.integers(1)),
                graph.integers(LongStream.range(0, classes).toArray()));
        return graph.cast(graph.apply("Or", isLikely, isTop), DataType.INT64);
    }
}
