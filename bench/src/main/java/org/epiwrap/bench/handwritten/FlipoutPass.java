package org.epiwrap.bench.handwritten;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;

/**
 * The layers of one Flipout step, x·μ + bias + ((x∘S)·(σ∘ε))∘R.
 *
 * @param means the kernels μ of the layers, each in its shape
 * @param deviations the perturbations σ∘ε, likewise
 */
record FlipoutPass(NDManager manager, NDList means, NDList deviations, NDList biases, Noise signs, Noise dropout) {
    private static final Shape STRIDE = new Shape(1, 1);

    NDArray dense(int layer, NDArray x) {
        NDArray mean = Linear.linear(x, means.get(layer), biases.get(layer)).singletonOrThrow();
        NDArray perturbed = Linear.linear(x.mul(randomSigns(x.getShape())), deviations.get(layer))
                .singletonOrThrow();
        return mean.add(perturbed.mul(randomSigns(perturbed.getShape())));
    }

    /** Signs are for each example and channel, the same for all pixels. */
    NDArray convolution(int layer, NDArray x, Shape padding) {
        NDArray mean = Conv2d.conv2d(x, means.get(layer), biases.get(layer), STRIDE, padding)
                .singletonOrThrow();
        NDArray flipped = x.mul(randomSigns(channels(x)));
        NDArray perturbed = Conv2d.conv2d(flipped, deviations.get(layer), null, STRIDE, padding)
                .singletonOrThrow();
        return mean.add(perturbed.mul(randomSigns(channels(perturbed))));
    }

    private static Shape channels(NDArray x) {
        return new Shape(x.getShape().get(0), x.getShape().get(1), 1, 1);
    }

    private NDArray randomSigns(Shape shape) {
        float[] values = new float[Math.toIntExact(shape.size())];
        signs.signs(values);
        return manager.create(values, shape);
    }

    NDArray dropout(NDArray x, double rate) {
        float[] mask = new float[Math.toIntExact(x.size())];
        dropout.mask(mask, rate);
        return x.mul(manager.create(mask, x.getShape()));
    }
}
