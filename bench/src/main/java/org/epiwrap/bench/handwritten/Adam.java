package org.epiwrap.bench.handwritten;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;

/** Adam for one array of parameters, by the engine's own update. */
final class Adam implements AutoCloseable {
    private static final float BETA_1 = 0.9f;
    private static final float BETA_2 = 0.999f;
    private static final float EPSILON = 1e-8f;

    private final NDArray parameter;
    private final NDArray mean;
    private final NDArray variance;
    private int steps;

    Adam(NDArray parameter) {
        this.parameter = parameter;
        this.mean = parameter.zerosLike();
        this.variance = parameter.zerosLike();
    }

    /** Zeroes the gradient too. */
    void step(float learningRate) {
        steps++;
        double corrected = learningRate * Math.sqrt(1 - Math.pow(BETA_2, steps)) / (1 - Math.pow(BETA_1, steps));
        parameter
                .getNDArrayInternal()
                .adamUpdate(
                        new NDList(parameter, parameter.getGradient(), mean, variance),
                        new NDList(parameter),
                        learningRate,
                        (float) corrected,
                        0,
                        1,
                        -1,
                        BETA_1,
                        BETA_2,
                        EPSILON,
                        false,
                        false);
    }

    @Override
    public void close() {
        mean.close();
        variance.close();
    }
}
