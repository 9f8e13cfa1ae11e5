package org.epiwrap.exchange;

import java.util.Map;
import org.epiwrap.architecture.Layer;
import org.epiwrap.onnx.OnnxGraph;
import org.epiwrap.onnx.OnnxGraph.Attribute;
import org.epiwrap.onnx.OnnxGraph.Value;

/** Operations that do not care what the numbers are, and the rank each layer needs them in. */
final class OnnxShapes {
    private OnnxShapes() {}

    /** Images as features, or features as images of one pixel, if the layer needs it. */
    static Value suited(OnnxGraph graph, Layer layer, Value value, boolean image) {
        if (image && (layer instanceof Layer.Dense || layer instanceof Layer.Flatten)) {
            return graph.apply("Flatten", value);
        }
        return !image && needsImage(layer) ? graph.apply("Unsqueeze", value, graph.wholes(2, 3)) : value;
    }

    /** Whether what a layer gives is an image. */
    static boolean givesImage(Layer layer, boolean image) {
        return !(layer instanceof Layer.Dense || layer instanceof Layer.Flatten) && (image || needsImage(layer));
    }

    private static boolean needsImage(Layer layer) {
        return layer instanceof Layer.Convolution
                || layer instanceof Layer.AveragePool
                || layer instanceof Layer.MaxPool
                || layer instanceof Layer.BatchNorm;
    }

    static Value maxPool(OnnxGraph graph, Value value, int size) {
        return pool(graph, "MaxPool", value, size);
    }

    static Value averagePool(OnnxGraph graph, Value value, int size) {
        return pool(graph, "AveragePool", value, size);
    }

    private static Value pool(OnnxGraph graph, String operation, Value value, int size) {
        return graph.apply(
                operation,
                Map.of("kernel_shape", Attribute.list(size, size), "strides", Attribute.list(size, size)),
                value);
    }
}
