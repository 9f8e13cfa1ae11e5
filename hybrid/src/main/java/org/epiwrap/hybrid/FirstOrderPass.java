package org.epiwrap.hybrid;

import java.util.List;
import org.epiwrap.network.Layer;
import org.epiwrap.network.Layer.AveragePool;
import org.epiwrap.network.Layer.BatchNorm;
import org.epiwrap.network.Layer.Convolution;
import org.epiwrap.network.Layer.Dense;
import org.epiwrap.network.Layer.Dropout;
import org.epiwrap.network.Layer.Flatten;
import org.epiwrap.network.Layer.MaxPool;
import org.epiwrap.network.Layer.Relu;
import org.epiwrap.network.Layer.Residual;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Centres of the activations and, to first order in the weights' radii, their radii, up to the last layer: r = |h|·ρ +
 * |W|·r' for a layer with centres W and radii ρ whose inputs are h ± r'. Exact for the first layer, and where no unit
 * changes between on and off.
 */
final class FirstOrderPass {
    /** Values and how far they may be off. */
    record Spread(Tensor centre, Tensor radius) {
        Spread flat() {
            return centre.rank() == 4 ? new Spread(flat(centre), flat(radius)) : this;
        }

        private static Tensor flat(Tensor x) {
            return x.reshape(x.shape()[0], -1);
        }

        /** Features are channels of a single pixel. */
        Spread image() {
            return centre.rank() == 2 ? new Spread(image(centre), image(radius)) : this;
        }

        private static Tensor image(Tensor x) {
            return x.reshape(x.shape()[0], x.shape()[1], 1, 1);
        }
    }

    private final List<IntervalWeights> weights;
    private final List<IntervalPass.Norm> norms;
    private int weighted;
    private int normed;

    FirstOrderPass(List<IntervalWeights> weights, List<IntervalPass.Norm> norms) {
        this.weights = weights;
        this.norms = norms;
    }

    /**
     * What the last layer sees, [examples, features]: the pre-activations if a ReLU comes before it, else the values
     * themselves.
     */
    Spread lastHidden(List<Layer> layers, Tensor input) {
        Spread x = new Spread(input, Tensor.zeros(input.shape()));
        @Nullable Spread beforeRelu = null;
        for (Layer layer : layers) {
            if (layer instanceof Dense && weighted == weights.size() - 1) {
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
            return weights.get(weighted++).firstOrder(x.flat(), new LinearMap.DenseMap(1));
        } else if (layer instanceof Convolution convolution) {
            return weights.get(weighted++).firstOrder(x, new LinearMap.ConvolutionMap(convolution));
        } else if (layer instanceof Relu) {
            Tensor on = x.centre().relu().sign();
            return new Spread(x.centre().relu(), x.radius().times(on));
        } else if (layer instanceof AveragePool pool) {
            return new Spread(
                    x.centre().averagePool(pool.size(), pool.size()), x.radius().averagePool(pool.size(), pool.size()));
        } else if (layer instanceof MaxPool pool) {
            return new Spread(
                    x.centre().maxPool(pool.size(), pool.size()), x.radius().maxPool(pool.size(), pool.size()));
        } else if (layer instanceof BatchNorm) {
            IntervalPass.Norm norm = norms.get(normed++);
            Spread image = x.image();
            return new Spread(
                    image.centre().times(norm.gain()).plus(norm.offset()),
                    image.radius().times(norm.gain().abs()));
        } else if (layer instanceof Residual residual) {
            Spread body = through(residual.body(), x);
            Spread side = through(residual.shortcut(), x);
            return new Spread(body.centre().plus(side.centre()), body.radius().plus(side.radius()));
        } else if (layer instanceof Flatten) {
            return x.flat();
        }
        return x;
    }

    private Spread through(List<Layer> layers, Spread input) {
        Spread x = input;
        for (Layer layer : layers) {
            x = apply(layer, x);
        }
        return x;
    }
}
