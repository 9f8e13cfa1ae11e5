package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import java.util.List;
import org.epiwrap.architecture.Layer;
import org.epiwrap.onnx.OnnxGraph.Value;

/** Operations that depend on shapes alone: changes of rank, pools, and the linear maps of layers with weights. */
record OnnxShapes(OnnxGraph graph) {

    /** The axes of activations. */
    enum Rank {
        /** Examples and features. */
        FEATURES,
        /** Examples, channels, height and width. */
        IMAGES;

        /** Returns all axes but the first: those of one example, or of one output's kernel. */
        long[] axes() {
            return this == IMAGES ? new long[] {1, 2, 3} : new long[] {1};
        }
    }

    /** The linear map of a layer: applies kernels to activations. */
    interface LinearMap {
        Value of(Value input, Value kernels);
    }

    /** Returns images as features. */
    Value flat(Value image) {
        return graph.apply("Flatten", image);
    }

    /** Returns features as the channels of images of one pixel. */
    Value image(Value features) {
        return graph.apply("Unsqueeze", features, graph.integers(2, 3));
    }

    Value pool(String operation, Value value, int size) {
        return graph.apply(
                operation,
                List.of(OnnxGraph.list("kernel_shape", size, size), OnnxGraph.list("strides", size, size)),
                value);
    }

    LinearMap dense() {
        return (input, kernels) -> graph.apply("Gemm", List.of(OnnxGraph.number("transB", 1)), input, kernels);
    }

    LinearMap convolution(Layer.Convolution layer) {
        List<AttributeProto> attributes = List.of(
                OnnxGraph.list("kernel_shape", layer.size(), layer.size()),
                OnnxGraph.list("pads", layer.padding(), layer.padding(), layer.padding(), layer.padding()),
                OnnxGraph.list("strides", layer.stride(), layer.stride()));
        return (input, kernels) -> graph.apply("Conv", attributes, input, kernels);
    }
}
