package org.epiwrap.onnx;

import java.util.List;
import java.util.function.UnaryOperator;
import org.epiwrap.architecture.Layer;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.onnx.OnnxShapes.Rank;

/**
 * Walks the layers of a network and adds to the graph what each computes. To be used for one pass: layers with weights and
 * batch norms are taken in their order.
 *
 * @param <T> the activations between layers
 */
abstract class OnnxPass<T extends OnnxPass.Activations<T>> implements Layer.Visitor<T, T> {
    final OnnxGraph graph;
    final OnnxShapes shapes;
    private final OnnxWeights weights;
    private int weighted;
    private int normed;

    /** What is known of activations, as several tensors of one rank. */
    interface Activations<T> {
        Rank rank();

        /** Applies a monotone operation to each tensor. */
        T map(Rank newRank, UnaryOperator<Value> operation);
    }

    OnnxPass(OnnxGraph graph, OnnxWeights weights) {
        this.graph = graph;
        this.shapes = new OnnxShapes(graph);
        this.weights = weights;
    }

    /** Returns activations in the rank of features. */
    final T flat(T x) {
        return x.rank() == Rank.IMAGES ? x.map(Rank.FEATURES, shapes::flat) : x;
    }

    /** Returns activations in the rank of images; features become the channels of a single pixel. */
    final T image(T x) {
        return x.rank() == Rank.IMAGES ? x : x.map(Rank.IMAGES, shapes::image);
    }

    abstract T linear(T x, OnnxWeights.Linear own, OnnxShapes.LinearMap map);

    abstract T norm(T x, OnnxWeights.Norm norm);

    /** Returns the sum of what a body and its shortcut give, in the same rank. */
    abstract T sum(T body, T shortcut);

    @Override
    public final T dense(Layer.Dense layer, T x) {
        return linear(flat(x), weights.linear(weighted++), shapes.dense());
    }

    @Override
    public final T convolution(Layer.Convolution layer, T x) {
        return linear(image(x), weights.linear(weighted++), shapes.convolution(layer));
    }

    @Override
    public T averagePool(Layer.AveragePool pool, T x) {
        return image(x).map(Rank.IMAGES, value -> shapes.pool("AveragePool", value, pool.size()));
    }

    @Override
    public T maxPool(Layer.MaxPool pool, T x) {
        return image(x).map(Rank.IMAGES, value -> shapes.pool("MaxPool", value, pool.size()));
    }

    @Override
    public final T batchNorm(Layer.BatchNorm layer, T x) {
        return norm(image(x), weights.norm(normed++));
    }

    /** Nothing is dropped in prediction. */
    @Override
    public final T dropout(Layer.Dropout layer, T x) {
        return x;
    }

    @Override
    public final T flatten(Layer.Flatten layer, T x) {
        return flat(x);
    }

    @Override
    public final T residual(Layer.Residual residual, T x) {
        T body = branch(residual.body(), x);
        T shortcut = branch(residual.shortcut(), x);
        return body.rank() == shortcut.rank() ? sum(body, shortcut) : sum(flat(body), flat(shortcut));
    }

    T branch(List<Layer> layers, T x) {
        return Layer.through(layers, this, x);
    }
}
