package org.epiwrap.bench.handwritten;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;

/** The perceptron 784-8-10 with dropout of 0.1. */
public final class MlpTraining extends FlipoutTraining {
    /** Creates an untrained network. */
    public MlpTraining(long seed) {
        super(seed, new Shape(8, 784), new Shape(10, 8));
    }

    @Override
    NDArray logits(FlipoutPass pass, NDArray images) {
        NDArray hidden =
                pass.dense(0, images.reshape(-1, 784)).getNDArrayInternal().relu();
        return pass.dense(1, pass.dropout(hidden, 0.1));
    }
}
