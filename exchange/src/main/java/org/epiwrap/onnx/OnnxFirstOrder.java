package org.epiwrap.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.onnx.OnnxShapes.Rank;

/** Centres and first-order radii of all activations: r = |h|·ρ + |W|·r' for a layer with centres W and radii ρ. */
final class OnnxFirstOrder extends OnnxPass<OnnxFirstOrder.Spread> {
    /** What the layers with weights gave, each after the batch norm that follows directly. */
    private final List<Output> outputs = new ArrayList<>();
    /** Whether nothing but identities came since the last layer with weights. */
    private boolean afterWeights;

    /**
     * The input and the output of the last layer, and what every layer with weights gave.
     *
     * @param features the number of inputs of the last layer
     */
    record Result(Value hiddenCentre, Value hiddenRadius, int features, Value logits, List<Output> outputs) {}

    /**
     * The output of a layer with weights before the activation, in a residual block that of the branch alone.
     *
     * @param rank that of the layer's own outputs
     */
    record Output(Spread spread, Rank rank) {}

    /** Centres and radii of activations. */
    record Spread(Value centre, Value radius, Rank rank) implements Activations<Spread> {
        @Override
        public Spread map(Rank newRank, UnaryOperator<Value> both) {
            return new Spread(both.apply(centre), both.apply(radius), newRank);
        }
    }

    OnnxFirstOrder(OnnxGraph graph, OnnxWeights weights) {
        super(graph, weights);
    }

    Result of(Architecture architecture, Value input) {
        List<Layer> layers = architecture.layers();
        if (!(layers.get(layers.size() - 1) instanceof Layer.Dense last)) {
            throw new IllegalArgumentException("a network must end in a dense layer to be exported, but does not");
        }
        Spread x = new Spread(input, graph.multiply(input, graph.number(0)), Rank.IMAGES);
        Spread hidden = x;
        Volume volume = architecture.input();
        for (Layer layer : layers.subList(0, layers.size() - 1)) {
            Spread before = x;
            x = layer.accept(this, x);
            hidden = switch (layer.role()) {
                case ACTIVATION -> before;
                case IDENTITY -> hidden;
                default -> x;
            };
            volume = layer.output(volume);
        }
        hidden = flat(hidden);
        Value logits = last.accept(this, x).centre();
        return new Result(hidden.centre(), hidden.radius(), volume.size(), logits, List.copyOf(outputs));
    }

    @Override
    Spread linear(Spread x, OnnxWeights.Linear own, OnnxShapes.LinearMap map) {
        Value centre = graph.add(map.of(x.centre(), own.centre()), own.biasCentre());
        Value ownRadius = map.of(graph.abs(x.centre()), own.radius());
        Value inherited = map.of(x.radius(), graph.abs(own.centre()));
        Spread output = new Spread(centre, graph.add(graph.add(ownRadius, inherited), own.biasRadius()), x.rank());
        outputs.add(new Output(output, x.rank()));
        afterWeights = true;
        return output;
    }

    @Override
    Spread norm(Spread x, OnnxWeights.Norm norm) {
        Spread normed = new Spread(
                graph.add(graph.multiply(x.centre(), norm.gain()), norm.offset()),
                graph.multiply(x.radius(), graph.abs(norm.gain())),
                Rank.IMAGES);
        if (afterWeights) {
            int last = outputs.size() - 1;
            outputs.set(last, new Output(normed, outputs.get(last).rank()));
        }
        return afterOther(normed);
    }

    /** Returns the output of a layer after which a batch norm is not that of the last layer with weights. */
    private Spread afterOther(Spread output) {
        afterWeights = false;
        return output;
    }

    @Override
    public Spread averagePool(Layer.AveragePool pool, Spread x) {
        return afterOther(super.averagePool(pool, x));
    }

    @Override
    public Spread maxPool(Layer.MaxPool pool, Spread x) {
        return afterOther(super.maxPool(pool, x));
    }

    /** A norm at the start of a branch is not that of the layer before: the other branch does without it. */
    @Override
    Spread branch(List<Layer> layers, Spread x) {
        return super.branch(layers, afterOther(x));
    }

    @Override
    public Spread nonlinearity(Layer.Nonlinearity layer, Spread x) {
        OnnxArithmetic on = new OnnxSingles(graph);
        Value steepness = graph.abs(layer.activation().slope(on, x.centre()));
        return afterOther(
                new Spread(layer.activation().value(on, x.centre()), graph.multiply(x.radius(), steepness), x.rank()));
    }

    @Override
    Spread sum(Spread body, Spread shortcut) {
        return afterOther(new Spread(
                graph.add(body.centre(), shortcut.centre()), graph.add(body.radius(), shortcut.radius()), body.rank()));
    }
}
