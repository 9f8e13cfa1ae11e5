package org.epiwrap.exchange;

import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.onnx.OnnxGraph;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.jspecify.annotations.Nullable;

/** Centres and first-order radii of all activations: r = |h|·ρ + |W|·r' for a layer with centres W and radii ρ. */
final class OnnxFirstOrder {
    private final OnnxGraph graph;
    private final OnnxWeights weights;
    private final Architecture architecture;
    private int weighted;
    private int normed;

    /**
     * What the last layer sees and gives.
     *
     * @param features how many numbers it sees
     */
    record Result(Value hiddenCentre, Value hiddenRadius, int features, Value logits) {}

    /** Values and how far they may be off. */
    private record Spread(Value centre, Value radius, boolean image) {}

    OnnxFirstOrder(OnnxGraph graph, OnnxWeights weights, Architecture architecture) {
        this.graph = graph;
        this.weights = weights;
        this.architecture = architecture;
    }

    Result of(Value input) {
        List<Layer> layers = architecture.layers();
        if (!(layers.get(layers.size() - 1) instanceof Layer.Dense last)) {
            throw new IllegalArgumentException("a network must end in a dense layer to be exported, but does not");
        }
        Spread x = new Spread(input, graph.apply("Mul", input, graph.number(0)), true);
        @Nullable Spread beforeRelu = null;
        Volume volume = architecture.input();
        for (Layer layer : layers.subList(0, layers.size() - 1)) {
            if (layer instanceof Layer.Relu) {
                beforeRelu = x;
            } else if (!(layer instanceof Layer.Dropout || layer instanceof Layer.Flatten)) {
                beforeRelu = null;
            }
            x = apply(layer, x);
            volume = layer.output(volume);
        }
        Spread hidden = beforeRelu == null ? x : beforeRelu;
        return new Result(
                OnnxShapes.suited(graph, last, hidden.centre(), hidden.image()),
                OnnxShapes.suited(graph, last, hidden.radius(), hidden.image()),
                volume.size(),
                apply(last, x).centre());
    }

    private Spread through(List<Layer> layers, Spread input) {
        Spread x = input;
        for (Layer layer : layers) {
            x = apply(layer, x);
        }
        return x;
    }

    private Spread apply(Layer layer, Spread x) {
        Value centre = OnnxShapes.suited(graph, layer, x.centre(), x.image());
        Value radius = OnnxShapes.suited(graph, layer, x.radius(), x.image());
        boolean image = OnnxShapes.givesImage(layer, x.image());
        if (layer instanceof Layer.Dense || layer instanceof Layer.Convolution) {
            OnnxWeights.Linear own = weights.linear(weighted++);
            Value centres = graph.apply("Add", own.product(layer, centre, own.centre()), own.biasCentre());
            Value ownRadius = own.product(layer, graph.apply("Abs", centre), own.radius());
            Value inherited = own.product(layer, radius, own.centreSize());
            return new Spread(
                    centres, graph.apply("Add", graph.apply("Add", ownRadius, inherited), own.biasRadius()), image);
        } else if (layer instanceof Layer.Relu) {
            Value rectified = graph.apply("Relu", centre);
            return new Spread(rectified, graph.apply("Mul", radius, graph.apply("Sign", rectified)), image);
        } else if (layer instanceof Layer.AveragePool pool) {
            return new Spread(
                    OnnxShapes.averagePool(graph, centre, pool.size()),
                    OnnxShapes.averagePool(graph, radius, pool.size()),
                    image);
        } else if (layer instanceof Layer.MaxPool pool) {
            return new Spread(
                    OnnxShapes.maxPool(graph, centre, pool.size()),
                    OnnxShapes.maxPool(graph, radius, pool.size()),
                    image);
        } else if (layer instanceof Layer.BatchNorm) {
            OnnxWeights.Norm norm = weights.norm(normed++);
            return new Spread(
                    graph.apply("Add", graph.apply("Mul", centre, norm.gain()), norm.offset()),
                    graph.apply("Mul", radius, norm.size()),
                    image);
        } else if (layer instanceof Layer.Residual residual) {
            Spread body = through(residual.body(), x);
            Spread side = through(residual.shortcut(), x);
            return new Spread(
                    graph.apply("Add", body.centre(), side.centre()),
                    graph.apply("Add", body.radius(), side.radius()),
                    body.image());
        }
        return new Spread(centre, radius, image);
    }
}
