package org.epiwrap.intervalnet.pass;

import static org.epiwrap.activation.TensorArithmetic.TENSORS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Nonlinearity;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.tensor.Tensor;

/**
 * Centres of the activations and, to first order in the weights' radii, their radii, up to the last layer: r = |h|·ρ +
 * |W|·r' for a layer with centres W and radii ρ whose inputs are h ± r', and |f'|·r' for an activation f. Exact for the first
 * layer, and after a ReLU where no unit changes between on and off.
 */
public final class FirstOrderPass implements Layer.Visitor<FirstOrderPass.Spread, FirstOrderPass.Spread> {
    /**
     * Values with the radii of their intervals.
     *
     * @param radius empty where the values are known
     * @param nonNegative whether no value is below 0
     */
    public record Spread(Tensor centre, Optional<Tensor> radius, boolean nonNegative) {
        static Spread points(Tensor values, boolean nonNegative) {
            return new Spread(values, Optional.empty(), nonNegative);
        }

        /** Returns the radii, which are zero where the values are known. */
        public Tensor radiusOrZeros() {
            return radius.orElseGet(() -> Tensor.zeros(centre.shape()));
        }

        /** Applies what treats centres and radii alike, and leaves signs as they are. */
        private Spread map(UnaryOperator<Tensor> both) {
            return new Spread(both.apply(centre), radius.map(both), nonNegative);
        }

        private Spread flat() {
            return map(Tensor::flat);
        }

        private Spread apply(Activation f) {
            return new Spread(
                    f.value(TENSORS, centre),
                    radius.map(r -> r.times(f.slope(TENSORS, centre).abs())),
                    f.nonNegative());
        }

        private Spread norm(IntervalPass.Norm norm) {
            return new Spread(
                    centre.times(norm.gain()).plus(norm.offset()),
                    radius.map(r -> r.times(norm.gain().abs())),
                    false);
        }

        private Spread plus(Spread other) {
            if (centre.rank() != other.centre.rank()) {
                return flat().plus(other.flat());
            }
            return new Spread(
                    centre.plus(other.centre),
                    radius.or(other::radius).map(any -> radiusOrZeros().plus(other.radiusOrZeros())),
                    nonNegative && other.nonNegative);
        }

        private Spread image() {
            return map(Tensor::image);
        }
    }

    /**
     * What the layers of a network made of a batch.
     *
     * @param lastHidden the last layer's input, or the pre-activations if an activation comes before it
     * @param outputs of the layers with weights in the order of their parameters, the logits last: [examples, channels,
     *     height, width] of a convolution, [examples, units] of a dense layer. They are those before the activation, and after
     *     the batch norm if one follows directly; in a residual block what a branch adds to the other, not their sum
     */
    public record Outputs(Spread lastHidden, List<Spread> outputs) {
        public Outputs {
            outputs = List.copyOf(outputs);
        }
    }

    private final List<IntervalWeights> weights;
    private final List<IntervalPass.Norm> norms;
    /** What the layers with weights gave. */
    private final List<Spread> outputs = new ArrayList<>();
    /** The same, after the batch norms that follow directly. */
    private final List<Spread> normedOutputs = new ArrayList<>();
    /** Whether nothing but identities came since the last layer with weights. */
    private boolean afterWeights;

    private int normed;
    /** What an activation received, until a layer that computes something else comes after it. */
    private Optional<Spread> beforeActivation = Optional.empty();

    FirstOrderPass(List<IntervalWeights> weights, List<IntervalPass.Norm> norms) {
        this.weights = weights;
        this.norms = norms;
    }

    /** Returns the last layer's input, [examples, features], or the pre-activations if an activation comes before it. */
    Spread lastHidden(List<Layer> layers, Spread input) {
        Spread x = input;
        for (Layer layer : layers) {
            if (layer instanceof Dense && outputs.size() == weights.size() - 1) {
                return beforeActivation.orElse(x).flat();
            }
            x = layer.accept(this, x);
        }
        throw new IllegalArgumentException("a network must end in a dense layer to be scored, but does not");
    }

    /** Returns what all layers make of an input. */
    Outputs through(List<Layer> layers, Spread input) {
        int last = layers.size() - 1;
        Spread x = Layer.through(layers.subList(0, last), this, input);
        Spread hidden = beforeActivation.orElse(x).flat();
        layers.get(last).accept(this, x);
        return new Outputs(hidden, normedOutputs);
    }

    @Override
    public Spread dense(Dense layer, Spread x) {
        return linear(x.flat(), new LinearMap.DenseMap(1));
    }

    @Override
    public Spread convolution(Convolution convolution, Spread x) {
        return linear(x, new LinearMap.ConvolutionMap(convolution));
    }

    @Override
    public Spread nonlinearity(Nonlinearity layer, Spread x) {
        afterWeights = false;
        beforeActivation = Optional.of(x);
        return x.apply(layer.activation());
    }

    @Override
    public Spread averagePool(AveragePool pool, Spread x) {
        return afterOther(x.map(values -> values.averagePool(pool.size(), pool.size())));
    }

    @Override
    public Spread maxPool(MaxPool pool, Spread x) {
        return afterOther(x.map(values -> values.maxPool(pool.size(), pool.size())));
    }

    @Override
    public Spread batchNorm(BatchNorm layer, Spread x) {
        boolean direct = afterWeights;
        Spread result = afterOther(x.image().norm(norms.get(normed++)));
        if (direct) {
            normedOutputs.set(normedOutputs.size() - 1, result);
        }
        return result;
    }

    /** Nothing is dropped in prediction. */
    @Override
    public Spread dropout(Dropout layer, Spread x) {
        return x;
    }

    @Override
    public Spread flatten(Flatten layer, Spread x) {
        return x.flat();
    }

    @Override
    public Spread residual(Residual residual, Spread x) {
        Spread body = branch(residual.body(), x);
        return afterOther(body.plus(branch(residual.shortcut(), x)));
    }

    /** A norm at the start of a branch is not that of the layer before: the other branch does without it. */
    private Spread branch(List<Layer> layers, Spread x) {
        afterWeights = false;
        return Layer.through(layers, this, x);
    }

    /** Returns the output of a layer after which the values of an earlier activation are no longer the layer's input. */
    private Spread afterOther(Spread output) {
        beforeActivation = Optional.empty();
        afterWeights = false;
        return output;
    }

    private Spread linear(Spread x, LinearMap map) {
        Spread result = weights.get(outputs.size()).firstOrder(x, map);
        outputs.add(result);
        normedOutputs.add(result);
        afterOther(result);
        afterWeights = true;
        return result;
    }

    /** Returns the first of the layers with weights whose output is not finite; the last if what follows it is not. */
    int firstNotFinite() {
        for (int i = 0; i < outputs.size(); i++) {
            if (!IntervalPass.isFinite(outputs.get(i).centre())
                    || !IntervalPass.isFinite(outputs.get(i).radiusOrZeros())) {
                return i;
            }
        }
        return outputs.size() - 1;
    }
}
