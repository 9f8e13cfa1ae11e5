package org.epiwrap.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.familiarity.HarmonicCombination;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.onnx.OnnxShapes.Rank;

/** How unfamiliar examples are, as {@link org.epiwrap.scoring.UnfamiliarityScorer} computes it, in double precision. */
final class OnnxUnfamiliarity {
    private final OnnxGraph graph;
    private final OnnxDoubles on;

    OnnxUnfamiliarity(OnnxGraph graph) {
        this.graph = graph;
        this.on = new OnnxDoubles(graph);
    }

    /**
     * The unfamiliarity of examples.
     *
     * @param value UF, [examples]
     * @param sum Σ 1/p over the layers and the energy, [examples], without rounding but that of our own sum
     */
    record Result(Value value, Value sum) {}

    /** Returns the unfamiliarity from what a first-order pass makes of every layer with weights. */
    Result of(OnnxFirstOrder.Result pass, UnfamiliarityCalibration calibration) {
        HarmonicCombination combination = calibration.combination();
        List<Value> scores = new ArrayList<>();
        for (int l = 0; l < pass.outputs().size(); l++) {
            OnnxFirstOrder.Output layer = pass.outputs().get(l);
            String prefix = combination.names().get(l).replace('.', '_') + "_";
            scores.add(new OnnxDistance(graph, prefix)
                    .logSquared(
                            features(layer.spread().centre(), layer),
                            features(layer.spread().radius(), layer),
                            calibration.distances().get(l)));
        }
        scores.add(energy(on.of(pass.logits())));
        Value[] columns = scores.stream()
                .map(score -> graph.apply("Unsqueeze", score, graph.integers(1)))
                .toArray(Value[]::new);
        // The library takes ln D² for no less than a bound that no held-out score is below: that changes no count.
        Value pValues = new OnnxPValues(graph, "held_out_scores")
                .of(combination.scores(), graph.apply("Concat", List.of(OnnxGraph.number("axis", 1)), columns));
        Value sum = sum(on.divide(on.constant(1), pValues), columns.length);
        Value statistic = on.log(on.divide(sum, on.constant(columns.length)));
        Value share = on.divide(statistic, on.constant(Math.log(combination.size() + 1.0)));
        return new Result(on.relu(on.minimum(on.constant(1), share)), sum);
    }

    /** Adds up columns one after the other, since the order of a sum decides its last digits. */
    private Value sum(Value rows, int columns) {
        return IntStream.range(0, columns)
                .mapToObj(c -> graph.apply(
                        "Squeeze",
                        graph.apply("Gather", List.of(OnnxGraph.number("axis", 1)), rows, graph.integers(c)),
                        graph.integers(1)))
                .reduce(on::plus)
                .orElseThrow();
    }

    /** All units of a dense layer, of a convolution the mean and the maximum of each channel. */
    private Value features(Value values, OnnxFirstOrder.Output layer) {
        if (layer.rank() == Rank.FEATURES) {
            return on.of(layer.spread().rank() == Rank.IMAGES ? new OnnxShapes(graph).flat(values) : values);
        }
        Value pooled = graph.apply(
                "Concat",
                List.of(OnnxGraph.number("axis", 1)),
                ofPixels("ReduceMean", values),
                ofPixels("ReduceMax", values));
        return on.of(pooled);
    }

    private Value ofPixels(String operation, Value images) {
        return graph.apply(operation, List.of(OnnxGraph.list("axes", 2, 3), OnnxGraph.number("keepdims", 0)), images);
    }

    /** −ln Σ exp(z) of the logits. */
    private Value energy(Value logits) {
        Value largest =
                graph.apply("ReduceMax", List.of(OnnxGraph.list("axes", 1), OnnxGraph.number("keepdims", 1)), logits);
        Value sum = graph.sum(on.exp(on.minus(logits, largest)), 1);
        return on.minus(on.times(on.constant(-1), graph.apply("Squeeze", largest, graph.integers(1))), on.log(sum));
    }
}
