package org.epiwrap.onnx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.epiwrap.file.AtomicFile;

/**
 * A graph of operations on tensors of float, in the operator set {@value #OPSET} of ONNX. The first axis of every input and
 * output is the number of examples, which is left open. Names are identifiers of C, as ONNX demands.
 */
public final class OnnxGraph {
    /** The version of the operator set. */
    public static final int OPSET = 17;

    /** The version of the format that came with it. */
    private static final int IR_VERSION = 8;

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String EXAMPLES = "examples";
    private static final int FLOAT = 1;
    private static final int INT64 = 7;

    // The fields of the messages in onnx.proto.
    private static final int MODEL_IR_VERSION = 1;
    private static final int MODEL_PRODUCER = 2;
    private static final int MODEL_PRODUCER_VERSION = 3;
    private static final int MODEL_GRAPH = 7;
    private static final int MODEL_OPSET = 8;
    private static final int MODEL_METADATA = 14;
    private static final int OPSET_VERSION = 2;
    private static final int GRAPH_NODE = 1;
    private static final int GRAPH_NAME = 2;
    private static final int GRAPH_INITIALIZER = 5;
    private static final int GRAPH_INPUT = 11;
    private static final int GRAPH_OUTPUT = 12;
    private static final int NODE_INPUT = 1;
    private static final int NODE_OUTPUT = 2;
    private static final int NODE_OPERATION = 4;
    private static final int NODE_ATTRIBUTE = 5;
    private static final int ATTRIBUTE_NAME = 1;
    private static final int ATTRIBUTE_INT = 3;
    private static final int ATTRIBUTE_INTS = 8;
    private static final int ATTRIBUTE_TYPE = 20;
    private static final int TYPE_IS_INT = 2;
    private static final int TYPE_IS_INTS = 7;
    private static final int TENSOR_SIZES = 1;
    private static final int TENSOR_TYPE = 2;
    private static final int TENSOR_NAME = 8;
    private static final int TENSOR_RAW = 9;
    private static final int VALUE_NAME = 1;
    private static final int VALUE_TYPE = 2;
    private static final int TYPE_TENSOR = 1;
    private static final int TENSOR_ELEMENT = 1;
    private static final int TENSOR_SHAPE = 2;
    private static final int SHAPE_SIZE = 1;
    private static final int SIZE_NUMBER = 1;
    private static final int SIZE_NAME = 2;

    private final Message graph = new Message();
    private final Map<String, Value> scalars = new TreeMap<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private int values;

    /** A tensor in the graph. */
    public record Value(String name) {}

    public OnnxGraph(String name) {
        graph.text(GRAPH_NAME, checked(name));
    }

    private static String checked(String name) {
        if (!IDENTIFIER.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a name must be letters, digits and underscores, not a digit first, but is '" + name + "'");
        }
        return name;
    }

    /** A text that goes with the graph. */
    public void metadata(String key, String text) {
        metadata.put(key, text);
    }

    /**
     * What goes in.
     *
     * @param sizes of one example
     */
    public Value input(String name, long... sizes) {
        graph.message(GRAPH_INPUT, described(checked(name), sizes));
        return new Value(name);
    }

    /** What comes out, under a name of its own. */
    public void output(String name, Value value, long... sizes) {
        graph.message(
                GRAPH_NODE,
                new Message()
                        .text(NODE_INPUT, value.name())
                        .text(NODE_OUTPUT, checked(name))
                        .text(NODE_OPERATION, "Identity"));
        graph.message(GRAPH_OUTPUT, described(name, sizes));
    }

    private static Message described(String name, long... sizes) {
        Message shape = new Message().message(SHAPE_SIZE, new Message().text(SIZE_NAME, EXAMPLES));
        for (long size : sizes) {
            shape.message(SHAPE_SIZE, new Message().number(SIZE_NUMBER, size));
        }
        Message tensor = new Message().number(TENSOR_ELEMENT, FLOAT).message(TENSOR_SHAPE, shape);
        return new Message().text(VALUE_NAME, name).message(VALUE_TYPE, new Message().message(TYPE_TENSOR, tensor));
    }

    /** A tensor of given numbers. */
    public Value constant(String name, float[] numbers, long... sizes) {
        graph.message(GRAPH_INITIALIZER, tensor(checked(name), FLOAT, sizes).raw(TENSOR_RAW, numbers));
        return new Value(name);
    }

    /** A single number. */
    public Value number(float number) {
        String name = "number_" + Integer.toHexString(Float.floatToIntBits(number));
        return scalars.computeIfAbsent(name, key -> constant(key, new float[] {number}));
    }

    /** Whole numbers, such as axes. */
    public Value wholes(long... numbers) {
        Value value = next();
        graph.message(
                GRAPH_INITIALIZER, tensor(value.name(), INT64, numbers.length).raw(TENSOR_RAW, numbers));
        return value;
    }

    private static Message tensor(String name, int type, long... sizes) {
        Message tensor = new Message();
        for (long size : sizes) {
            tensor.number(TENSOR_SIZES, size);
        }
        return tensor.number(TENSOR_TYPE, type).text(TENSOR_NAME, name);
    }

    /** The result of an operation without attributes. */
    public Value apply(String operation, Value... inputs) {
        return apply(operation, Map.of(), inputs);
    }

    /**
     * The result of an operation.
     *
     * @param attributes by their names
     */
    public Value apply(String operation, Map<String, Attribute> attributes, Value... inputs) {
        Value result = next();
        Message node = new Message();
        for (Value input : inputs) {
            node.text(NODE_INPUT, input.name());
        }
        node.text(NODE_OUTPUT, result.name()).text(NODE_OPERATION, operation);
        new TreeMap<>(attributes).forEach((name, attribute) -> node.message(NODE_ATTRIBUTE, attribute.message(name)));
        graph.message(GRAPH_NODE, node);
        return result;
    }

    private Value next() {
        return new Value("v" + values++);
    }

    /** A property of an operation: a whole number or a list of them. */
    public static final class Attribute {
        private final boolean list;
        private final long[] numbers;

        private Attribute(boolean list, long... numbers) {
            this.list = list;
            this.numbers = numbers;
        }

        public static Attribute number(long number) {
            return new Attribute(false, number);
        }

        public static Attribute list(long... numbers) {
            return new Attribute(true, numbers.clone());
        }

        private Message message(String name) {
            Message message = new Message().text(ATTRIBUTE_NAME, name);
            for (long number : numbers) {
                message.number(list ? ATTRIBUTE_INTS : ATTRIBUTE_INT, number);
            }
            return message.number(ATTRIBUTE_TYPE, list ? TYPE_IS_INTS : TYPE_IS_INT);
        }
    }

    /** Writes a model of the graph, whole or not at all. Equal graphs give equal bytes. */
    public void writeTo(Path file, String producer, String version) throws IOException {
        Message model = new Message()
                .number(MODEL_IR_VERSION, IR_VERSION)
                .text(MODEL_PRODUCER, producer)
                .text(MODEL_PRODUCER_VERSION, version)
                .message(MODEL_GRAPH, graph)
                .message(MODEL_OPSET, new Message().number(OPSET_VERSION, OPSET));
        metadata.forEach((key, text) ->
                model.message(MODEL_METADATA, new Message().text(1, key).text(2, text)));
        ByteBuffer bytes = ByteBuffer.wrap(model.toBytes());
        AtomicFile.write(file, channel -> {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        });
    }
}
