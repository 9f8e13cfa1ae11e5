package org.epiwrap.onnx.read;

import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;

/**
 * A plain network of a graph.
 *
 * @param linear the layers with weights, in the order of the architecture
 * @param norms the batch norms, in the order of the architecture
 * @param notes what was left out or assumed
 */
public record OnnxNetwork(Architecture architecture, List<Linear> linear, List<Norm> norms, List<String> notes) {

    public OnnxNetwork {
        linear = List.copyOf(linear);
        norms = List.copyOf(norms);
        notes = List.copyOf(notes);
    }

    /**
     * A layer with weights.
     *
     * @param name of its node
     * @param kernel outputs first
     */
    public record Linear(String name, OnnxArray kernel, Optional<OnnxArray> bias) {}

    /**
     * A batch norm.
     *
     * @param name of its node
     * @param variance larger or smaller than in the file by what the epsilon of the graph differs from ours
     */
    public record Norm(String name, OnnxArray scale, OnnxArray shift, OnnxArray mean, OnnxArray variance) {}
}
