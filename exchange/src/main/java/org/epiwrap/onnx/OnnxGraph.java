package org.epiwrap.onnx;

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
import ai.onnx.proto.OnnxMl.Version;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.epiwrap.file.AtomicFile;

/**
 * Builds a graph of operations on tensors, in operator set {@value #OPSET} of ONNX. The first axis of every input and
 * output is the number of examples, which is left open. Names must be C identifiers, as ONNX requires.
 */
public final class OnnxGraph {
    /** The version of the operator set. */
    public static final int OPSET = 17;

    /** The version of the format that came with it. */
    private static final long IR_VERSION = Version.IR_VERSION_2021_7_30_VALUE;

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String EXAMPLES = "examples";

    private final GraphProto.Builder graph = GraphProto.newBuilder();
    private final ModelProto.Builder model = ModelProto.newBuilder();
    private final Map<String, Value> constants = new HashMap<>();
    /** The result of each operation on given inputs, which is computed once. */
    private final Map<NodeProto, Value> computed = new HashMap<>();

    /** A tensor in the graph. */
    record Value(String name) {}

    OnnxGraph(String name) {
        graph.setName(checked(name));
    }

    private static String checked(String name) {
        if (!IDENTIFIER.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a name must consist of letters, digits and underscores and must not begin with a digit, but is '"
                            + name + "'");
        }
        return name;
    }

    /** Adds a text to the metadata of the model. */
    void metadata(String key, String text) {
        model.addMetadataProps(StringStringEntryProto.newBuilder().setKey(key).setValue(text));
    }

    /** Adds an input, given the sizes of one example. */
    Value input(String name, long... sizes) {
        graph.addInput(described(checked(name), TensorProto.DataType.FLOAT, sizes));
        return new Value(name);
    }

    /** Makes a value of single precision an output, under a name of its own. */
    void output(String name, Value value, long... sizes) {
        output(name, TensorProto.DataType.FLOAT, value, sizes);
    }

    /** Makes a value an output, under a name of its own. */
    void output(String name, TensorProto.DataType type, Value value, long... sizes) {
        graph.addNode(NodeProto.newBuilder()
                .addInput(value.name())
                .addOutput(checked(name))
                .setOpType("Identity"));
        graph.addOutput(described(name, type, sizes));
    }

    private static ValueInfoProto described(String name, TensorProto.DataType type, long... sizes) {
        TensorShapeProto.Builder shape =
                TensorShapeProto.newBuilder().addDim(Dimension.newBuilder().setDimParam(EXAMPLES));
        for (long size : sizes) {
            shape.addDim(Dimension.newBuilder().setDimValue(size));
        }
        TypeProto.Tensor.Builder tensor =
                TypeProto.Tensor.newBuilder().setElemType(type.getNumber()).setShape(shape);
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder().setTensorType(tensor))
                .build();
    }

    /** Adds a tensor of given numbers. */
    Value constant(String name, float[] numbers, long... sizes) {
        ByteBuffer raw = raw(Float.BYTES, numbers.length);
        raw.asFloatBuffer().put(numbers);
        return constant(checked(name), TensorProto.DataType.FLOAT, raw, sizes);
    }

    /** Returns a single number as a constant; equal numbers share one. */
    Value number(float number) {
        return shared(
                "number_" + Integer.toHexString(Float.floatToIntBits(number)),
                key -> constant(key, new float[] {number}));
    }

    /** Adds a tensor of numbers of double precision. */
    Value doubles(String name, double[] numbers, long... sizes) {
        ByteBuffer raw = raw(Double.BYTES, numbers.length);
        raw.asDoubleBuffer().put(numbers);
        return constant(checked(name), TensorProto.DataType.DOUBLE, raw, sizes);
    }

    /** Returns a single number of double precision as a constant; equal numbers share one. */
    Value exact(double number) {
        return shared(
                "exact_" + Long.toHexString(Double.doubleToLongBits(number)),
                key -> doubles(key, new double[] {number}));
    }

    /** Returns a value in another type. */
    Value cast(Value value, TensorProto.DataType type) {
        return apply("Cast", List.of(number("to", type.getNumber())), value);
    }

    /** Returns a vector of integers, such as axes, as a constant; equal vectors share one. */
    Value integers(long... numbers) {
        return shared(name("integers", numbers), key -> {
            ByteBuffer raw = raw(Long.BYTES, numbers.length);
            raw.asLongBuffer().put(numbers);
            return constant(key, TensorProto.DataType.INT64, raw, numbers.length);
        });
    }

    /** Returns a square matrix of ones on the diagonal as [rows, sizes...], as a constant; equal ones are shared. */
    Value identity(int rows, long... sizes) {
        long[] shape =
                LongStream.concat(LongStream.of(rows), Arrays.stream(sizes)).toArray();
        return shared(name("identity", shape), key -> {
            float[] values = new float[rows * rows];
            for (int i = 0; i < rows; i++) {
                values[i * rows + i] = 1;
            }
            return constant(key, values, shape);
        });
    }

    /** Returns the constant of a name, which is made once. */
    private Value shared(String name, Function<String, Value> make) {
        return constants.computeIfAbsent(name, make);
    }

    private static String name(String kind, long... numbers) {
        return kind + Arrays.stream(numbers).mapToObj(n -> "_" + n).collect(Collectors.joining());
    }

    private static ByteBuffer raw(int width, int count) {
        return ByteBuffer.allocate(Math.multiplyExact(width, count)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Value constant(String name, TensorProto.DataType type, ByteBuffer raw, long... sizes) {
        graph.addInitializer(TensorProto.newBuilder()
                .addAllDims(Arrays.stream(sizes).boxed().toList())
                .setDataType(type.getNumber())
                .setName(name)
                .setRawData(UnsafeByteOperations.unsafeWrap(raw)));
        return new Value(name);
    }

    /** Returns an attribute of an operation that is an integer. */
    static AttributeProto number(String name, long number) {
        return attribute(name, AttributeProto.AttributeType.INT).setI(number).build();
    }

    /** Returns an attribute of an operation that is a list of integers. */
    static AttributeProto list(String name, long... numbers) {
        return attribute(name, AttributeProto.AttributeType.INTS)
                .addAllInts(Arrays.stream(numbers).boxed().toList())
                .build();
    }

    private static AttributeProto.Builder attribute(String name, AttributeProto.AttributeType type) {
        return AttributeProto.newBuilder().setName(name).setType(type);
    }

    /** Returns the result of an operation without attributes. */
    Value apply(String operation, Value... inputs) {
        return apply(operation, List.of(), inputs);
    }

    /** Returns the result of an operation; the same operation on the same inputs is computed once. */
    Value apply(String operation, List<AttributeProto> attributes, Value... inputs) {
        NodeProto node = NodeProto.newBuilder()
                .setOpType(operation)
                .addAllInput(Arrays.stream(inputs).map(Value::name).toList())
                .addAllAttribute(attributes)
                .build();
        return computed.computeIfAbsent(node, key -> {
            Value result = new Value("v" + computed.size());
            graph.addNode(key.toBuilder().addOutput(result.name()));
            return result;
        });
    }

    Value add(Value one, Value other) {
        return apply("Add", one, other);
    }

    Value subtract(Value one, Value other) {
        return apply("Sub", one, other);
    }

    /** Returns the product of two values, element by element. */
    Value multiply(Value one, Value other) {
        return apply("Mul", one, other);
    }

    Value abs(Value value) {
        return apply("Abs", value);
    }

    /** Returns max(0, x). */
    Value relu(Value value) {
        return apply("Relu", value);
    }

    /** Returns min(0, x). */
    Value negativePart(Value value) {
        return subtract(value, relu(value));
    }

    Value half(Value value) {
        return multiply(value, number(0.5f));
    }

    /** Returns the sum along some axes, without them. */
    Value sum(Value value, long... axes) {
        return apply("ReduceSum", List.of(number("keepdims", 0)), value, integers(axes));
    }

    /** Returns the smallest or the largest along an axis, without it. */
    Value extreme(String operation, Value value, long axis) {
        return apply(operation, List.of(list("axes", axis), number("keepdims", 0)), value);
    }

    /** Returns rows of so many values in rising order. */
    Value rising(Value rows, int count) {
        Value sorted = new Value("rising_" + rows.name());
        graph.addNode(NodeProto.newBuilder()
                .setOpType("TopK")
                .addAttribute(number("largest", 0))
                .addInput(rows.name())
                .addInput(integers(count).name())
                .addOutput(sorted.name())
                .addOutput("places_" + rows.name()));
        return sorted;
    }

    /** Returns the place of the largest along the last of two axes, among equals the first. */
    Value top(Value rows) {
        return apply("ArgMax", List.of(number("axis", 1), number("keepdims", 0)), rows);
    }

    /** Returns the sum along some axes, which remain with length 1. */
    Value sumKeepingAxes(Value value, long... axes) {
        return apply("ReduceSum", List.of(number("keepdims", 1)), value, integers(axes));
    }

    /** Writes a model of the graph atomically. Equal graphs give equal bytes. */
    void writeTo(Path file, String producer, String version) throws IOException {
        ByteBuffer bytes = model.setIrVersion(IR_VERSION)
                .setProducerName(producer)
                .setProducerVersion(version)
                .setGraph(graph)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
                .build()
                .toByteString()
                .asReadOnlyByteBuffer();
        AtomicFile.write(file, channel -> {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        });
    }
}
