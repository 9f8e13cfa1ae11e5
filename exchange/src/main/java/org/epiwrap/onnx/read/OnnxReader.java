package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.data.Volume;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.Text;

/**
 * Reads the architecture and the weights of a plain network from an ONNX file: a chain of the layers that this library has,
 * with residual branches. Anything else is refused by the name and the operator of its node.
 */
public final class OnnxReader {
    /** Messages inside messages; a graph without subgraphs has six. */
    private static final int MAX_NESTING = 16;
    /** Far more than the deepest networks of these layers have; a walk looks at each a few times. */
    private static final int MAX_NODES = 20_000;

    /** The most that a message of this format can have. */
    private static final long MAX_BYTES = Integer.MAX_VALUE - 64;

    private OnnxReader() {}

    /**
     * Reads a file.
     *
     * @param input the shape of one example, where the graph leaves it open or has the numbers of an image in a row
     * @throws StoreException if it is not a network that this library has layers for
     */
    public static OnnxNetwork read(Path file, Optional<Volume> input) throws IOException {
        try {
            GraphProto graph = model(file).getGraph();
            Path folder = file.toAbsolutePath().getParent();
            return network(graph, new Constants(graph, new TensorReader(folder == null ? file : folder)), input);
        } catch (InvalidProtocolBufferException e) {
            throw new StoreException(file, "it is not a valid ONNX file: " + Text.shown(e), e);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static ModelProto model(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(file, "there is no such file");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new StoreException(
                    file,
                    "it must have less than 2 GB, but has " + Files.size(file)
                            + " bytes; ONNX files have external data beyond");
        }
        byte[] bytes = Files.readAllBytes(file);
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        in.setRecursionLimit(MAX_NESTING);
        return ModelProto.parser().parseFrom(in);
    }

    private static OnnxNetwork network(GraphProto graph, Constants constants, Optional<Volume> given)
            throws IOException {
        if (graph.getNodeCount() > MAX_NODES) {
            throw new IllegalArgumentException(
                    "the graph must have at most " + MAX_NODES + " nodes, but has " + graph.getNodeCount());
        }
        Set<String> stored = graph.getInitializerList().stream()
                .map(TensorProto::getName)
                .collect(Collectors.toCollection(HashSet::new));
        List<ValueInfoProto> inputs = graph.getInputList().stream()
                .filter(each -> !stored.contains(each.getName()))
                .toList();
        if (inputs.size() != 1 || graph.getOutputCount() != 1) {
            throw new IllegalArgumentException("the graph must have one input and one output, but has " + inputs.size()
                    + " and " + graph.getOutputCount());
        }
        for (NodeProto node : graph.getNodeList()) {
            if (!node.getDomain().isEmpty() && !node.getDomain().equals("ai.onnx")) {
                throw NodeReader.refused(
                        node, "is of the domain " + Text.quoted(node.getDomain()) + ", which is unknown");
            }
        }
        Shape shape = shape(inputs.get(0), given);
        return new GraphWalk(graph, constants)
                .network(inputs.get(0).getName(), graph.getOutput(0).getName(), shape.volume(), shape.isFlat());
    }

    /** The input of the graph: an image, or its numbers in a row. */
    private record Shape(Volume volume, boolean isFlat) {}

    private static Shape shape(ValueInfoProto input, Optional<Volume> given) {
        List<Dimension> sizes = input.getType().getTensorType().getShape().getDimList();
        int rank = sizes.size();
        if (rank < 2 || rank > 4) {
            throw new IllegalArgumentException("the input " + Text.quoted(input.getName())
                    + " must have the shape [examples, features] or [examples, channels, height, width], but has "
                    + rank + " sizes");
        }
        long[] known = sizes.stream().skip(1).mapToLong(Dimension::getDimValue).toArray();
        boolean isOpen = sizes.stream().skip(1).anyMatch(size -> !size.hasDimValue() || size.getDimValue() <= 0);
        if (isOpen) {
            Volume volume = given.orElseThrow(() -> new IllegalArgumentException("the graph leaves the sizes of its"
                    + " input open: the shape of an example must be given (--input)"));
            return new Shape(volume, rank == 2);
        }
        Volume own = switch (rank) {
            case 2 -> Volume.features(Math.toIntExact(known[0]));
            case 3 -> new Volume(1, Math.toIntExact(known[0]), Math.toIntExact(known[1]));
            default -> new Volume(Math.toIntExact(known[0]), Math.toIntExact(known[1]), Math.toIntExact(known[2]));
        };
        if (rank == 2 && given.isPresent() && given.get().size() == own.size()) {
            return new Shape(given.get(), true);
        }
        if (given.isPresent() && !given.get().equals(own)) {
            throw new IllegalArgumentException("the input is given as " + given.get() + ", but the graph takes " + own);
        }
        return new Shape(rank == 2 ? usual(own) : own, rank == 2);
    }

    /** The usual images of so many numbers. */
    private static Volume usual(Volume row) {
        return switch (row.size()) {
            case 784 -> new Volume(1, 28, 28);
            case 3072 -> new Volume(3, 32, 32);
            default -> row;
        };
    }
}
