package org.epiwrap.tensor;

import ai.djl.ndarray.NDArray;
import java.util.List;
import java.util.Map;

/** Adam's rule for one parameter: β₁ = 0.9, β₂ = 0.999, ε = 1e-8, bias-corrected. */
public final class Adam implements AutoCloseable {
    private static final float BETA_1 = 0.9f;
    private static final float BETA_2 = 0.999f;
    private static final float EPSILON = 1e-8f;
    /**
     * Added and taken away again, it makes 0 of numbers that are nothing beside it. Means of gradients that have ceased, as
     * of pixels that are nearly always black, would else fade into the smallest floats, which processors are slow with.
     */
    private static final float SMALL = 1e-24f;

    private final Tensor parameter;
    private final Tensor mean;
    private final Tensor variance;
    private long steps;

    public Adam(Tensor parameter) {
        this.parameter = parameter;
        this.mean = Scope.keep(Tensor.zeros(parameter.shape()));
        this.variance = Scope.keep(Tensor.zeros(parameter.shape()));
    }

    public Tensor parameter() {
        return parameter;
    }

    /** Adds the parameter and the running means of its gradient and squared gradient, by names that begin alike. */
    public void addTo(Map<String, Tensor> tensors, String name) {
        tensors.put(name, parameter);
        tensors.put(name + ".adam.mean", mean);
        tensors.put(name + ".adam.variance", variance);
    }

    /** Sets the number of steps made so far, which corrects the running means, since these begin at 0. */
    public void setSteps(long steps) {
        this.steps = steps;
    }

    /** Makes one step against the parameter's gradient, which is zero afterwards. */
    public void step(float learningRate) {
        steps++;
        double corrected =
                learningRate * Math.sqrt(1 - Math.pow(BETA_2, (double) steps)) / (1 - Math.pow(BETA_1, (double) steps));
        NDArray array = parameter.array();
        try (NDArray gradient = array.getGradient()) {
            InPlace.change(
                    List.of(array, gradient, mean.array(), variance.array()),
                    (parts, count) -> step(parts[0], parts[1], parts[2], parts[3], count, (float) corrected));
        }
    }

    private static void step(float[] weights, float[] gradient, float[] mean, float[] variance, int count, float rate) {
        for (int i = 0; i < count; i++) {
            float g = gradient[i];
            float m = BETA_1 * mean[i] + (1 - BETA_1) * g + SMALL - SMALL;
            float v = BETA_2 * variance[i] + (1 - BETA_2) * (g * g) + SMALL - SMALL;
            weights[i] -= rate * m / ((float) Math.sqrt(v) + EPSILON);
            mean[i] = m;
            variance[i] = v;
            gradient[i] = 0;
        }
    }

    @Override
    public void close() {
        mean.close();
        variance.close();
    }
}
