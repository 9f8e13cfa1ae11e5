package org.epiwrap.onnx;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.onnx.OnnxShapes.Rank;

/** Centres and first-order radii of all activations: r = |h|·ρ + |W|·r' for a layer with centres W and radii ρ. */
final class OnnxFirstOrder extends OnnxPass<OnnxFirstOrder.Spread> {

    /**
     * The input and the output of the last layer.
     *
     * @param features the number of its inputs
     */
    record Result(Value hiddenCentre, Value hiddenRadius, int features, Value logits) {}

    /** Centres and radii of activations. */
    record Spread(Value centre, Value radius, Rank rank) {
        private Spread map(Rank newRank, UnaryOperator<Value> both) {
            return new Spread(both.apply(centre), both.apply(radius), newRank);
        }
    }

    /** What went into a ReLU, if nothing but dropout and a change of rank came after it. */
    private Optional<Spread> beforeRelu = Optional.empty();

    OnnxFirstOrder(OnnxGraph graph, OnnxWeights weights) {
        super(graph, weights);
    }

    Result of(Architecture architecture, Value input) {
        List<Layer> layers = architecture.layers();
        if (!(layers.get(layers.size() - 1) instanceof Layer.Dense last)) {
            throw new IllegalArgumentException("a network must end in a dense layer to be exported, but does not");
        }
        Spread x = new Spread(input, graph().multiply(input, graph().number(0)), Rank.IMAGES);
        Volume volume = architecture.input();
        for (Layer layer : layers.subList(0, layers.size() - 1)) {
            x = layer.accept(this, x);
            volume = layer.output(volume);
        }
        Spread hidden = flat(beforeRelu.orElse(x));
        return new Result(
                hidden.centre(),
                hidden.radius(),
                volume.size(),
                last.accept(this, x).centre());
    }

    @Override
    Spread flat(Spread x) {
        return x.rank() == Rank.IMAGES ? x.map(Rank.FEATURES, shapes()::flat) : x;
    }

    @Override
    Spread image(Spread x) {
        return x.rank() == Rank.IMAGES ? x : x.map(Rank.IMAGES, shapes()::image);
    }

    @Override
    Spread linear(Spread x, OnnxWeights.Linear own, OnnxShapes.LinearMap map) {
        beforeRelu = Optional.empty();
        Value centre = graph().add(map.of(x.centre(), own.centre()), own.biasCentre());
        Value ownRadius = map.of(graph().abs(x.centre()), own.radius());
        Value inherited = map.of(x.radius(), graph().abs(own.centre()));
        return new Spread(centre, graph().add(graph().add(ownRadius, inherited), own.biasRadius()), x.rank());
    }

    @Override
    Spread averagePool(Spread x, int size) {
        beforeRelu = Optional.empty();
        return x.map(Rank.IMAGES, value -> shapes().averagePool(value, size));
    }

    @Override
    Spread maxPool(Spread x, int size) {
        beforeRelu = Optional.empty();
        return x.map(Rank.IMAGES, value -> shapes().maxPool(value, size));
    }

    @Override
    Spread norm(Spread x, OnnxWeights.Norm norm) {
        beforeRelu = Optional.empty();
        return new Spread(
                graph().add(graph().multiply(x.centre(), norm.gain()), norm.offset()),
                graph().multiply(x.radius(), graph().abs(norm.gain())),
                Rank.IMAGES);
    }

    @Override
    public Spread relu(Layer.Relu layer, Spread x) {
        beforeRelu = Optional.of(x);
        Value rectified = graph().relu(x.centre());
        return new Spread(rectified, graph().multiply(x.radius(), graph().apply("Sign", rectified)), x.rank());
    }

    @Override
    Spread sum(Spread body, Spread shortcut) {
        beforeRelu = Optional.empty();
        if (body.rank() != shortcut.rank()) {
            return sum(flat(body), flat(shortcut));
        }
        return new Spread(
                graph().add(body.centre(), shortcut.centre()),
                graph().add(body.radius(), shortcut.radius()),
                body.rank());
    }
}
