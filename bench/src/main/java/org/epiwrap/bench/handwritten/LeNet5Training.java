package org.epiwrap.bench.handwritten;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.pooling.Pool;

/** LeNet-5 for images of 28×28. */
public final class LeNet5Training extends FlipoutTraining {
    private static final Shape TWO = new Shape(2, 2);
    private static final Shape NONE = new Shape(0, 0);

    /** Creates an untrained network. */
    public LeNet5Training(long seed) {
        super(
                seed,
                new Shape(6, 1, 5, 5),
                new Shape(16, 6, 5, 5),
                new Shape(120, 400),
                new Shape(84, 120),
                new Shape(10, 84));
    }

    @Override
    NDArray logits(FlipoutPass pass, NDArray images) {
        NDArray x = pool(relu(pass.convolution(0, images, TWO)));
        x = pool(relu(pass.convolution(1, x, NONE)));
        x = relu(pass.dense(2, x.reshape(-1, 400)));
        x = relu(pass.dense(3, x));
        return pass.dense(4, x);
    }

    private static NDArray relu(NDArray x) {
        return x.getNDArrayInternal().relu();
    }

    private static NDArray pool(NDArray x) {
        return Pool.avgPool2d(x, TWO, TWO, NONE, false, true);
    }
}
