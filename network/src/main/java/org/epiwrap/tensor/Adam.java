package org.epiwrap.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import java.util.Map;

/** Adam's rule for one parameter: β₁ = 0.9, β₂ = 0.999, ε = 1e-8, bias-corrected. */
public final class Adam implements AutoCloseable {
    private static final float BETA_1 = 0.9f;
    private static final float BETA_2 = 0.999f;
    private static final float EPSILON = 1e-8f;

    private final Tensor parameter;
    private final Tensor mean;
    private final Tensor variance;
    private long steps;

    public Adam(Tensor parameter) {
        this.parameter = parameter;
        this.mean = Scope.keep(Tensor.zeros(parameter.shape()));
        this.variance = Scope.keep(Tensor.zeros(parameter.shape()));
    }

    /** Adds the parameter and the running means of its gradient and squared gradient, by names that begin alike. */
    public void addTo(Map<String, Tensor> tensors, String name) {
        tensors.put(name, parameter);
        tensors.put(name + ".adam.mean", mean);
        tensors.put(name + ".adam.variance", variance);
    }

    /** As if so many steps had been made; they correct the running means, which begin at 0. */
    public void setSteps(long steps) {
        this.steps = steps;
    }

    /** One step against the parameter's gradient, which is zero afterwards. */
    public void step(float learningRate) {
        steps++;
        NDArray array = parameter.array();
        double corrected =
                learningRate * Math.sqrt(1 - Math.pow(BETA_2, (double) steps)) / (1 - Math.pow(BETA_1, (double) steps));
        array.getNDArrayInternal()
                .adamUpdate(
                        new NDList(array, array.getGradient(), mean.array(), variance.array()),
                        new NDList(array),
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
