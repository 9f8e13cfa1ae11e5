package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;

/**
 * Walks an architecture in the order of its weights: the body of a residual block before its shortcut. Between layers goes the
 * shape of the activations, which remains that of an image after it was flattened.
 */
final class WeightWalk implements Layer.Visitor<Volume, Volume> {
    private final Visit linear;
    private final Visit norm;

    /** What is done at a layer, given the shape of its input. */
    private interface Visit {
        void at(Volume input);
    }

    private WeightWalk(Visit linear, Visit norm) {
        this.linear = linear;
        this.norm = norm;
    }

    /** Returns the input of each layer with weights; of a dense layer, before it was flattened. */
    static List<Volume> inputs(Architecture architecture) {
        List<Volume> inputs = new ArrayList<>();
        Layer.through(architecture.layers(), new WeightWalk(inputs::add, input -> {}), architecture.input());
        return inputs;
    }

    /**
     * Returns the names of layers and norms in the order of an architecture.
     *
     * @param layers those with weights, in its order
     * @param norms likewise
     */
    static List<String> names(Architecture architecture, List<String> layers, List<String> norms) {
        Iterator<String> nextLayer = layers.iterator();
        Iterator<String> nextNorm = norms.iterator();
        List<String> names = new ArrayList<>();
        WeightWalk walk = new WeightWalk(input -> names.add(nextLayer.next()), input -> names.add(nextNorm.next()));
        Layer.through(architecture.layers(), walk, architecture.input());
        return names;
    }

    @Override
    public Volume dense(Layer.Dense layer, Volume input) {
        linear.at(input);
        return layer.output(input);
    }

    @Override
    public Volume convolution(Layer.Convolution layer, Volume input) {
        linear.at(input);
        return layer.output(input);
    }

    @Override
    public Volume batchNorm(Layer.BatchNorm layer, Volume input) {
        norm.at(input);
        return input;
    }

    @Override
    public Volume averagePool(Layer.AveragePool layer, Volume input) {
        return layer.output(input);
    }

    @Override
    public Volume maxPool(Layer.MaxPool layer, Volume input) {
        return layer.output(input);
    }

    @Override
    public Volume relu(Layer.Relu layer, Volume input) {
        return input;
    }

    @Override
    public Volume dropout(Layer.Dropout layer, Volume input) {
        return input;
    }

    @Override
    public Volume flatten(Layer.Flatten layer, Volume input) {
        return input;
    }

    @Override
    public Volume residual(Layer.Residual layer, Volume input) {
        Layer.through(layer.body(), this, input);
        Layer.through(layer.shortcut(), this, input);
        return layer.output(input);
    }
}
