package org.epiwrap.scoring;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.FirstOrderPass;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.intervalnet.pass.Rows;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * The numbers that one first-order pass gives for each example of a batch.
 *
 * @param hidden the last layer's input, before an activation
 * @param layers of every layer with weights its output a and radius r before the activation, and after the batch norm if
 *     one follows directly: all units of a dense layer, and of a convolution the mean and the maximum of each channel
 * @param logits of the centres
 */
record LayerRows(Spread hidden, List<Spread> layers, Rows logits) {

    /** Centres and radii. */
    record Spread(Rows centres, Rows radii) {
        static Spread of(FirstOrderPass.Spread spread, int count) {
            return new Spread(
                    new Rows(spread.centre().toArray(), count),
                    new Rows(spread.radiusOrZeros().toArray(), count));
        }

        /** Returns [a, ln r] of an example. */
        double[] features(int example) {
            return FeatureDistance.features(centres.of(example), radii.of(example));
        }
    }

    /**
     * Takes a batch through a network.
     *
     * @throws IntervalOverflowException if a number leaves the range of float
     */
    static LayerRows of(IntervalNetwork network, InputBatch batch) {
        return Scope.get(() -> {
            FirstOrderPass.Outputs pass = network.passes().firstOrder(batch);
            List<Layer> kinds = weighted(network.architecture());
            List<String> names = network.design().layout().weighted();
            int count = batch.count();
            List<Spread> layers = new ArrayList<>();
            for (int l = 0; l < kinds.size(); l++) {
                FirstOrderPass.Spread output = pass.outputs().get(l);
                layers.add(new Spread(
                        rows(kinds.get(l), output.centre(), count, names.get(l)),
                        rows(kinds.get(l), output.radiusOrZeros(), count, names.get(l))));
            }
            return new LayerRows(
                    Spread.of(pass.lastHidden(), count),
                    layers,
                    layers.get(layers.size() - 1).centres());
        });
    }

    /** Returns the layers with weights, in the order of their parameters. */
    private static List<Layer> weighted(Architecture architecture) {
        return architecture
                .flattened()
                .filter(layer -> layer.role() == Layer.Role.WEIGHTS)
                .toList();
    }

    /** Returns the number of features of each layer with weights. */
    static List<Integer> features(Architecture architecture) {
        return weighted(architecture).stream()
                .map(layer -> layer instanceof Layer.Convolution convolution
                        ? Math.multiplyExact(4, convolution.outputs())
                        : Math.multiplyExact(2, ((Layer.Dense) layer).outputs()))
                .toList();
    }

    private static Rows rows(Layer kind, Tensor values, int count, String name) {
        float[] numbers = (kind instanceof Layer.Convolution ? pooled(values) : values.flat()).toArray();
        for (float number : numbers) {
            if (!Float.isFinite(number)) {
                throw new IntervalOverflowException(name);
            }
        }
        return new Rows(numbers, count);
    }

    /** Returns the mean and the maximum of each channel, [examples, 2·channels]. */
    private static Tensor pooled(Tensor image) {
        long[] shape = image.shape();
        long pixels = shape[2] * shape[3];
        Tensor flat = image.reshape(shape[0], shape[1], pixels);
        return Tensor.concat(1, flat.sum(2).times(Tensor.constant(1f / pixels)), flat.max(2));
    }
}
