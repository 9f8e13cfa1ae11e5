package org.epiwrap.onnx;

import org.epiwrap.architecture.Layer;

/**
 * Walks the layers of a network and adds to the graph what each computes. To be used for one pass: layers with weights and
 * batch norms are taken in their order.
 *
 * @param <T> the activations between layers
 */
abstract class OnnxPass<T> implements Layer.Visitor<T, T> {
    private final OnnxGraph graph;
    private final OnnxShapes shapes;
    private final OnnxWeights weights;
    private int weighted;
    private int normed;

    OnnxPass(OnnxGraph graph, OnnxWeights weights) {
        this.graph = graph;
        this.shapes = new OnnxShapes(graph);
        this.weights = weights;
    }

    final OnnxGraph graph() {
        return graph;
    }

    final OnnxShapes shapes() {
        return shapes;
    }

    /** Returns activations in the rank of features. */
    abstract T flat(T x);

    /** Returns activations in the rank of images; features become the channels of a single pixel. */
    abstract T image(T x);

    abstract T linear(T x, OnnxWeights.Linear own, OnnxShapes.LinearMap map);

    abstract T norm(T x, OnnxWeights.Norm norm);

    abstract T averagePool(T x, int size);

    abstract T maxPool(T x, int size);

    /** Returns the sum of what a body and its shortcut give, in whatever ranks. */
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
    public final T averagePool(Layer.AveragePool pool, T x) {
        return averagePool(image(x), pool.size());
    }

    @Override
    public final T maxPool(Layer.MaxPool pool, T x) {
        return maxPool(image(x), pool.size());
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
        return sum(Layer.through(residual.body(), this, x), Layer.through(residual.shortcut(), this, x));
    }
}
