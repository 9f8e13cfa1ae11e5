package org.epiwrap.exchange.layer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;

/** Walks an architecture in the order of its weights: the body of a residual block before its shortcut. */
public final class WeightWalk {
    private WeightWalk() {}

    /** Returns the input of each layer with weights; of a dense layer, before it was flattened. */
    public static List<Volume> inputs(Architecture architecture) {
        List<Volume> inputs = new ArrayList<>();
        addInputs(architecture.layers(), architecture.input(), inputs);
        return inputs;
    }

    private static void addInputs(List<Layer> layers, Volume input, List<Volume> inputs) {
        Volume volume = input;
        for (Layer layer : layers) {
            if (layer.role() == Layer.Role.WEIGHTS) {
                inputs.add(volume);
            } else if (layer instanceof Layer.Residual residual) {
                addInputs(residual.body(), volume, inputs);
                addInputs(residual.shortcut(), volume, inputs);
            }
            // Flattened activations keep the shape of their image.
            volume = layer.role() == Layer.Role.IDENTITY ? volume : layer.output(volume);
        }
    }

    /**
     * Returns the names of layers and norms in the order of an architecture.
     *
     * @param layers those with weights, in its order
     * @param norms likewise
     */
    public static List<String> names(Architecture architecture, List<String> layers, List<String> norms) {
        Iterator<String> nextLayer = layers.iterator();
        Iterator<String> nextNorm = norms.iterator();
        return architecture.layers().stream()
                .flatMap(Layer::leaves)
                .filter(layer -> layer.role() == Layer.Role.WEIGHTS || layer instanceof Layer.BatchNorm)
                .map(layer -> (layer.role() == Layer.Role.WEIGHTS ? nextLayer : nextNorm).next())
                .toList();
    }
}
