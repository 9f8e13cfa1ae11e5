package org.epiwrap.exchange;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;

/** Writes plain networks as other tools export them, with random weights. */
final class GraphFile {
    private final GraphProto.Builder graph = GraphProto.newBuilder().setName("plain");
    private final Random random = new Random(5);
    private int opset = 17;
    private String last = "x";

    GraphFile(long... input) {
        graph.addInput(described("x", input));
    }

    GraphFile opset(int version) {
        opset = version;
        return this;
    }

    private static ValueInfoProto described(String name, long... sizes) {
        TensorShapeProto.Builder shape =
                TensorShapeProto.newBuilder().addDim(Dimension.newBuilder().setDimParam("n"));
        for (long size : sizes) {
            shape.addDim(
                    size < 0
                            ? Dimension.newBuilder().setDimParam("open")
                            : Dimension.newBuilder().setDimValue(size));
        }
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(TensorProto.DataType.FLOAT_VALUE)
                                .setShape(shape)))
                .build();
    }

    static AttributeProto ints(String name, long... numbers) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.INTS)
                .addAllInts(Arrays.stream(numbers).boxed().toList())
                .build();
    }

    static AttributeProto integer(String name, long number) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.INT)
                .setI(number)
                .build();
    }

    static AttributeProto number(String name, double number) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.FLOAT)
                .setF((float) number)
                .build();
    }

    static AttributeProto text(String name, String text) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.STRING)
                .setS(ByteString.copyFromUtf8(text))
                .build();
    }

    /** Adds a tensor of random numbers about a centre. */
    String weights(String name, double centre, double spread, long... sizes) {
        int count = (int) Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (centre + spread * random.nextGaussian());
        }
        return tensor(name, values, sizes);
    }

    String tensor(String name, float[] values, long... sizes) {
        ByteBuffer raw = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        raw.asFloatBuffer().put(values);
        return tensor(TensorProto.newBuilder()
                .setName(name)
                .setDataType(TensorProto.DataType.FLOAT_VALUE)
                .addAllDims(Arrays.stream(sizes).boxed().toList())
                .setRawData(ByteString.copyFrom(raw)));
    }

    String tensor(TensorProto.Builder tensor) {
        graph.addInitializer(tensor);
        return tensor.getName();
    }

    /** Adds a tensor whose numbers are elsewhere. */
    String external(String name, String location, long offset, long length, long... sizes) {
        return tensor(TensorProto.newBuilder()
                .setName(name)
                .setDataType(TensorProto.DataType.FLOAT_VALUE)
                .addAllDims(Arrays.stream(sizes).boxed().toList())
                .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("location").setValue(location))
                .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("offset").setValue(String.valueOf(offset)))
                .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("length").setValue(String.valueOf(length))));
    }

    String scalar(double number) {
        String name = "number" + graph.getInitializerCount();
        return tensor(name, new float[] {(float) number});
    }

    String integers(long... numbers) {
        String name = "integers" + graph.getInitializerCount();
        return tensor(TensorProto.newBuilder()
                .setName(name)
                .setDataType(TensorProto.DataType.INT64_VALUE)
                .addDims(numbers.length)
                .addAllInt64Data(Arrays.stream(numbers).boxed().toList()));
    }

    /** Returns the value after the last node. */
    String last() {
        return last;
    }

    /** Adds a node of given inputs; its output is then the last value. */
    String node(String operator, List<AttributeProto> attributes, String... inputs) {
        last = operator.toLowerCase(Locale.ROOT) + graph.getNodeCount();
        graph.addNode(NodeProto.newBuilder()
                .setName("/" + last)
                .setOpType(operator)
                .addAllAttribute(attributes)
                .addAllInput(List.of(inputs))
                .addOutput(last));
        return last;
    }

    String node(String operator, String... inputs) {
        return node(operator, List.of(), inputs);
    }

    /** Adds a node after the last one. */
    GraphFile then(String operator, AttributeProto... attributes) {
        node(operator, List.of(attributes), last);
        return this;
    }

    GraphFile gemm(int inputs, int outputs) {
        String name = "fc" + graph.getNodeCount();
        String kernel = weights(name + ".weight", 0, 1 / Math.sqrt(inputs), outputs, inputs);
        String bias = weights(name + ".bias", 0, 0.3, outputs);
        node("Gemm", List.of(integer("transB", 1)), last, kernel, bias);
        return this;
    }

    GraphFile conv(int inputs, int outputs, int size, int stride, int padding) {
        String name = "conv" + graph.getNodeCount();
        String kernel = weights(name + ".weight", 0, 1 / (size * Math.sqrt(inputs)), outputs, inputs, size, size);
        String bias = weights(name + ".bias", 0, 0.3, outputs);
        node(
                "Conv",
                List.of(
                        ints("kernel_shape", size, size),
                        ints("strides", stride, stride),
                        ints("pads", padding, padding, padding, padding)),
                last,
                kernel,
                bias);
        return this;
    }

    GraphFile norm(int channels, double epsilon) {
        String name = "norm" + graph.getNodeCount();
        node(
                "BatchNormalization",
                List.of(number("epsilon", epsilon)),
                last,
                weights(name + ".weight", 1, 0.3, channels),
                weights(name + ".bias", 0, 0.3, channels),
                weights(name + ".running_mean", 0, 0.3, channels),
                weights(name + ".running_var", 3, 0.2, channels));
        return this;
    }

    GraphFile pool(String operator, int size) {
        return then(operator, ints("kernel_shape", size, size), ints("strides", size, size));
    }

    /** Adds the layers of an architecture of ReLUs. */
    GraphFile layers(Architecture architecture) {
        add(architecture.layers(), architecture.input());
        return this;
    }

    private void add(List<Layer> layers, Volume input) {
        Volume volume = input;
        for (Layer layer : layers) {
            if (layer instanceof Layer.Dense dense) {
                gemm(volume.size(), dense.outputs());
            } else if (layer instanceof Layer.Convolution c) {
                conv(volume.channels(), c.outputs(), c.size(), c.stride(), c.padding());
            } else if (layer instanceof Layer.BatchNorm) {
                norm(volume.channels(), 1e-5);
            } else if (layer.equals(new Layer.Nonlinearity(new Activation.Relu()))) {
                then("Relu");
            } else if (layer instanceof Layer.AveragePool) {
                then("GlobalAveragePool");
            } else if (layer instanceof Layer.Flatten) {
                then("Flatten");
            } else if (layer instanceof Layer.Residual residual) {
                String start = last;
                add(residual.body(), volume);
                String body = last;
                last = start;
                add(residual.shortcut(), volume);
                node("Add", body, last);
            } else {
                throw new AssertionError(layer);
            }
            volume = layer.output(volume);
        }
    }

    /** Writes the file, whose output is the last value. */
    Path write(Path file) throws IOException {
        Files.write(
                file,
                ModelProto.newBuilder()
                        .setIrVersion(8)
                        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset))
                        .setGraph(graph.addOutput(described(last, -1)))
                        .build()
                        .toByteArray());
        return file;
    }
}
