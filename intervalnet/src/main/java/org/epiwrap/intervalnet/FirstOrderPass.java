package org.epiwrap.intervalnet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Relu;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Centres of the activations and, to first order in the weights' radii, their radii, up to the last layer: r = |h|·ρ +
 * |W|·r' for a layer with centres W and radii ρ whose inputs are h ± r'. Exact for the first layer, and where no unit
 * changes between on and off.
 */
final class FirstOrderPass {
    /**
     * Values and how far they may be off.
     *
     * @param radius none where the values are known
     * @param nonNegative whether no value is below 0
     */
    record Spread(Tensor centre, @Nullable Tensor radius, boolean nonNegative) {
        static Spread points(Tensor values, boolean nonNegative) {
            return new Spread(values, null, nonNegative);
        }

        Tensor radiusOrZeros() {
            return radius == null ? Tensor.zeros(centre.shape()) : radius;
        }

        /** What treats centres and radii alike, and leaves signs as they are. */
        private Spread map(UnaryOperator<Tensor> both) {
            return new Spread(both.apply(centre), radius == null ? null : both.apply(radius), nonNegative);
        }

        private Spread flat() {
            return centre.rank() == 4 ? map(x -> x.reshape(x.shape()[0], -1)) : this;
        }

        private Spread relu() {
            Tensor values = centre.relu();
            return new Spread(values, radius == null ? null : radius.times(values.sign()), true);
        }

        private Spread norm(IntervalPass.Norm norm) {
            return new Spread(
                    centre.times(norm.gain()).plus(norm.offset()),
                    radius == null ? null : radius.times(norm.gain().abs()),
                    false);
        }

        private Spread plus(Spread other) {
            if (centre.rank() != other.centre.rank()) {
                return flat().plus(other.flat());
            }
            return new Spread(
                    centre.plus(other.centre),
                    radius == null && other.radius == null
                            ? null
                            : radiusOrZeros().plus(other.radiusOrZeros()),
                    nonNegative && other.nonNegative);
        }

        /** Features are channels of a single pixel. */
        private Spread image() {
            return centre.rank() == 2 ? map(x -> x.reshape(x.shape()[0], x.shape()[1], 1, 1)) : this;
        }
    }

    private final List<IntervalWeights> weights;
    private final List<IntervalPass.Norm> norms;
    /** What the layers with weights gave. */
    private final List<Spread> outputs = new ArrayList<>();

    private int normed;

    FirstOrderPass(List<IntervalWeights> weights, List<IntervalPass.Norm> norms) {
        this.weights = weights;
        this.norms = norms;
    }

    /**
     * What the last layer sees, [examples, features]: the pre-activations if a ReLU comes before it, else the values
     * themselves.
     */
    Spread lastHidden(List<Layer> layers, Spread input) {
        Spread x = input;
        @Nullable Spread beforeRelu = null;
        for (Layer layer : layers) {
            if (layer instanceof Dense && outputs.size() == weights.size() - 1) {
                return (beforeRelu == null ? x : beforeRelu).flat();
            }
            if (layer instanceof Relu) {
                beforeRelu = x;
            } else if (!(layer instanceof Dropout || layer instanceof Flatten)) {
                beforeRelu = null;
            }
            x = apply(layer, x);
        }
        throw new IllegalArgumentException("a network must end in a dense layer to be scored, but does not");
    }

    private Spread apply(Layer layer, Spread x) {
        if (layer instanceof Dense) {
            return linear(x.flat(), new LinearMap.DenseMap(1));
        } else if (layer instanceof Convolution convolution) {
            return linear(x, new LinearMap.ConvolutionMap(convolution));
        } else if (layer instanceof Relu) {
            return x.relu();
        } else if (layer instanceof AveragePool pool) {
            return x.map(values -> values.averagePool(pool.size(), pool.size()));
        } else if (layer instanceof MaxPool pool) {
            return x.map(values -> values.maxPool(pool.size(), pool.size()));
        } else if (layer instanceof BatchNorm) {
            return x.image().norm(norms.get(normed++));
        } else if (layer instanceof Residual residual) {
            return through(residual.body(), x).plus(through(residual.shortcut(), x));
        } else if (layer instanceof Flatten) {
            return x.flat();
        }
        return x;
    }

    private Spread linear(Spread x, LinearMap map) {
        Spread result = weights.get(outputs.size()).firstOrder(x, map);
        outputs.add(result);
        return result;
    }

    /** Which of the layers with weights gave something that is no finite number first; the last if what follows it did. */
    int firstNotFinite() {
        for (int i = 0; i < outputs.size(); i++) {
            if (!IntervalPass.isFinite(outputs.get(i).centre())
                    || !IntervalPass.isFinite(outputs.get(i).radiusOrZeros())) {
                return i;
            }
        }
        return outputs.size() - 1;
    }

    /** Whether nothing below 0 can come out of layers, whatever their weights. */
    static boolean isNonNegative(List<Layer> layers, boolean input) {
        boolean nonNegative = input;
        for (Layer layer : layers) {
            if (layer instanceof Relu) {
                nonNegative = true;
            } else if (layer instanceof Dense || layer instanceof Convolution || layer instanceof BatchNorm) {
                nonNegative = false;
            } else if (layer instanceof Residual residual) {
                nonNegative =
                        isNonNegative(residual.body(), nonNegative) && isNonNegative(residual.shortcut(), nonNegative);
            }
        }
        return nonNegative;
    }

    private Spread through(List<Layer> layers, Spread input) {
        Spread x = input;
        for (Layer layer : layers) {
            x = apply(layer, x);
        }
        return x;
    }
}
