package org.epiwrap.onnx;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * The distance of a layer's features to those of the training examples, as {@link FeatureDistance} computes it.
 *
 * @param prefix of the names of its constants
 */
record OnnxDistance(OnnxGraph graph, String prefix) {

    /** Returns ln D² of each example, [examples], from centres and radii in double precision, [examples, units]. */
    Value logSquared(Value centre, Value radius, FeatureDistance distance) {
        OnnxDoubles on = new OnnxDoubles(graph);
        Value logRadius = on.log(on.maximum(radius, on.constant(FeatureDistance.MIN_RADIUS)));
        Value features = graph.apply("Concat", List.of(OnnxGraph.number("axis", 1)), centre, logRadius);
        int count = distance.features();
        int kept = distance.classMeans()[0].length;
        int clusters = distance.classMeans().length;
        Value standardised = on.divide(
                on.minus(features, constant("feature_mean", distance.mean(), count)),
                constant("feature_deviation", distance.deviation(), count));
        Value x = projected(standardised, distance.components());
        Value apart = on.minus(x, constant("class_means", flat(distance.classMeans()), clusters, 1, kept));
        double[] rows = Arrays.stream(distance.whitenings())
                .flatMapToDouble(each -> Arrays.stream(flat(each)))
                .toArray();
        Value whitenings = constant("class_whitenings", rows, clusters, kept, kept);
        Value whitened = graph.apply(
                "MatMul", apart, graph.apply("Transpose", List.of(OnnxGraph.list("perm", 0, 2, 1)), whitenings));
        return on.log(graph.extreme("ReduceMin", graph.sum(on.times(whitened, whitened), 2), 0));
    }

    /** Of few features all are kept as they are. */
    private Value projected(Value standardised, double[][] components) {
        int kept = components[0].length;
        return isIdentity(components)
                ? standardised
                : graph.apply(
                        "MatMul",
                        standardised,
                        constant("feature_components", flat(components), components.length, kept));
    }

    private static boolean isIdentity(double[][] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix[i].length; j++) {
                if (matrix[i][j] != (i == j ? 1 : 0)) {
                    return false;
                }
            }
        }
        return matrix.length == matrix[0].length;
    }

    private Value constant(String name, double[] numbers, long... sizes) {
        return graph.doubles(prefix + name, numbers, sizes);
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }
}
