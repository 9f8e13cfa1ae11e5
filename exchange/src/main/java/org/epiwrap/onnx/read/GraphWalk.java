package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.store.Text;

/**
 * Walks from the input of a graph to its output. Where two nodes use a value, they compose an activation, or they begin the two
 * branches of a residual block, which end where they are added.
 */
final class GraphWalk {
    /** Residual blocks inside residual blocks. */
    private static final int MAX_DEPTH = 32;

    private final Constants constants;
    private final Consumers consumers;
    private final NodeReader nodes;
    private final List<String> notes = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private int depth;

    /**
     * Part of a walk.
     *
     * @param value where it ended
     * @param sum the node at which it ended, if that adds another branch
     */
    private record Stretch(Steps steps, String value, Optional<NodeProto> sum) {}

    GraphWalk(GraphProto graph, Constants constants) {
        this.constants = constants;
        this.consumers = new Consumers(graph);
        this.nodes = new NodeReader(constants, consumers, notes);
    }

    OnnxNetwork network(String input, String output, Volume volume, boolean isFlat) throws IOException {
        Steps start = new Steps(volume, false);
        if (isFlat) {
            start.flatten();
        }
        Stretch all = walk(input, start, List.of());
        if (all.sum().isPresent()) {
            throw NodeReader.refused(all.sum().get(), "must add two branches that begin at one value");
        }
        if (!all.value().equals(output)) {
            throw new IllegalArgumentException("the nodes must lead from the input to the output " + Text.quoted(output)
                    + ", but end at " + Text.quoted(all.value()));
        }
        List<Layer> layers = all.steps().layers();
        if (layers.isEmpty() || !(layers.get(layers.size() - 1) instanceof Layer.Dense)) {
            throw new IllegalArgumentException("the network must end in a dense layer (Gemm or MatMul), but "
                    + (layers.isEmpty() ? "has no layers" : "ends in " + layers.get(layers.size() - 1)));
        }
        return new OnnxNetwork(
                new Architecture(volume, layers),
                all.steps().linear(),
                all.steps().norms(),
                notes);
    }

    /**
     * Walks to the end, or to a sum of branches.
     *
     * @param first the node to begin with, where several use the value
     */
    private Stretch walk(String from, Steps steps, List<NodeProto> first) throws IOException {
        String value = from;
        List<NodeProto> next = first.isEmpty() ? consumers.of(value) : first;
        while (!next.isEmpty()) {
            NodeProto node = next.get(0);
            if (next.size() > 1) {
                value = fork(value, steps, next);
            } else if (isSum(node)) {
                return new Stretch(steps, value, Optional.of(node));
            } else {
                value = nodes.read(node, value, steps);
            }
            if (!seen.add(value)) {
                throw new IllegalArgumentException(
                        "each value must be computed once, from others, but " + Text.quoted(value) + " is met twice");
            }
            next = consumers.of(value);
        }
        return new Stretch(steps, value, Optional.empty());
    }

    /** Whether a node adds two values that both depend on the input. */
    private boolean isSum(NodeProto node) {
        return (node.getOpType().equals("Add") || node.getOpType().equals("Sum"))
                && node.getInputCount() == 2
                && node.getInputList().stream().noneMatch(constants::contains);
    }

    private String fork(String value, Steps steps, List<NodeProto> users) throws IOException {
        Optional<ComposedActivation.Found> composed = ComposedActivation.after(value, constants, consumers);
        if (composed.isPresent()) {
            steps.add(new Layer.Nonlinearity(composed.get().activation()));
            return composed.get().result();
        }
        if (users.size() != 2) {
            throw new IllegalArgumentException("a value must be used by one node, or by the two branches of a residual"
                    + " block, but " + Text.quoted(value) + " is used by " + users.size());
        }
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "residual blocks must be at most " + MAX_DEPTH + " deep inside each other, but are deeper");
        }
        Stretch one = walk(value, steps.branch(), List.of(users.get(0)));
        Stretch other = walk(value, steps.branch(), List.of(users.get(1)));
        depth--;
        if (one.sum().isEmpty() || !one.sum().equals(other.sum())) {
            throw new IllegalArgumentException("the branches that begin at " + Text.quoted(value)
                    + " must be added (Add), and compose no known activation, but they do not meet: they begin with "
                    + NodeReader.named(users.get(0)) + " and " + NodeReader.named(users.get(1)));
        }
        // The one with more layers is the body.
        boolean swap = other.steps().layers().size() > one.steps().layers().size();
        steps.addResidual(swap ? other.steps() : one.steps(), swap ? one.steps() : other.steps());
        return one.sum().get().getOutput(0);
    }
}
