package org.epiwrap.bench.handwritten;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.network.TrainingPlan;

/**
 * Flipout training written by hand against the engine: the arithmetic of the network without its classes. It uses the
 * shortcuts that code for a single network allows: σ is computed once per step, the engine's layers add the biases, and
 * shapes are constants.
 */
public abstract class FlipoutTraining implements AutoCloseable {
    private final NDManager manager = NDManager.newBaseManager("PyTorch");
    // Arrays that outlive every step: the engine does not keep a plain number until the gradient is computed.
    private final NDArray tiny = manager.create(1e-8f).duplicate();
    private final NDArray one = manager.create(1f).duplicate();
    private final NDArray half = manager.create(0.5f).duplicate();

    private final long seed;
    private final Shape[] kernels;
    private final long[] kernelStarts;
    private final long[] biasStarts;
    private final float[] epsilon;
    private final NDArray mu;
    private final NDArray rho;
    private final NDArray bias;

    /** Takes the shapes of kernels as the engine's layers expect them, outputs first. */
    FlipoutTraining(long seed, Shape... kernels) {
        this.seed = seed;
        this.kernels = kernels;
        long[] kernelEnds = Arrays.stream(kernels).mapToLong(Shape::size).toArray();
        long[] biasEnds = Arrays.stream(kernels).mapToLong(Shape::head).toArray();
        Arrays.parallelPrefix(kernelEnds, Long::sum);
        Arrays.parallelPrefix(biasEnds, Long::sum);
        int last = kernels.length - 1;
        this.kernelStarts = Arrays.copyOf(kernelEnds, last);
        this.biasStarts = Arrays.copyOf(biasEnds, last);
        this.epsilon = new float[Math.toIntExact(kernelEnds[last])];
        Noise noise = Noise.weights(seed);
        this.mu = parameter(start(noise, 0));
        this.rho = parameter(start(noise, -3));
        this.bias = parameter(new float[Math.toIntExact(biasEnds[last])]);
    }

    private float[] start(Noise noise, double centre) {
        float[] values = new float[epsilon.length];
        noise.normals(values);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (centre + 0.1 * values[i]);
        }
        return values;
    }

    private NDArray parameter(float[] values) {
        NDArray array = manager.create(values).duplicate();
        array.setRequiresGradient(true);
        return array;
    }

    abstract NDArray logits(FlipoutPass pass, NDArray images);

    /** Trains and passes the loss of every step to {@code losses}. */
    public final void train(Dataset data, Input input, TrainingPlan plan, DoubleConsumer losses) {
        int batches = (data.size() + plan.batchSize() - 1) / plan.batchSize();
        int steps = plan.epochs() * batches;
        Input.Encoder encoder = input.encoder(data);
        try (Adam muAdam = new Adam(mu);
                Adam rhoAdam = new Adam(rho);
                Adam biasAdam = new Adam(bias);
                NDArray klWeight = manager.create((float) plan.klWeight()).duplicate()) {
            List<Adam> optimisers = List.of(muAdam, rhoAdam, biasAdam);
            for (int epoch = 0; epoch < plan.epochs(); epoch++) {
                int[] order = Noise.order(seed, epoch).order(data.size());
                for (int batch = 0; batch < batches; batch++) {
                    int from = batch * plan.batchSize();
                    int to = Math.min(order.length, from + plan.batchSize());
                    float[] pixels = new float[(to - from) * data.shape().size()];
                    long[] labels = new long[to - from];
                    for (int i = 0; i < labels.length; i++) {
                        encoder.encode(order[from + i], pixels, i * data.shape().size());
                        labels[i] = data.label(order[from + i]);
                    }
                    int step = epoch * batches + batch;
                    float rate = (float) plan.learningRate().at(step, steps);
                    float loss;
                    try (NDScope scope = new NDScope()) {
                        scope.suppressNotUsedWarning();
                        loss = backward(pixels, labels, klWeight, step);
                        optimisers.forEach(optimiser -> optimiser.step(rate));
                    }
                    if (!Float.isFinite(loss)) {
                        throw new IllegalStateException("the loss of step " + step + " is " + loss);
                    }
                    losses.accept(loss);
                }
            }
        }
    }

    private float backward(float[] pixels, long[] labels, NDArray klWeight, long step) {
        try (GradientCollector collector = manager.getEngine().newGradientCollector()) {
            NDArray sigma = rho.getNDArrayInternal().softPlus().add(tiny);
            Noise.kernels(seed, step).normals(epsilon);
            FlipoutPass pass = new FlipoutPass(
                    manager,
                    shaped(mu),
                    shaped(sigma.mul(manager.create(epsilon))),
                    bias.split(biasStarts),
                    Noise.signs(seed, step),
                    Noise.dropout(seed, step));
            NDArray misfit = logits(pass, manager.create(pixels, new Shape(labels.length, 1, 28, 28)))
                    .logSoftmax(-1)
                    .gather(manager.create(labels, new Shape(labels.length, 1)), 1)
                    .mean()
                    .neg();
            NDArray divergence = mu.square()
                    .add(sigma.square())
                    .sub(one)
                    .mul(half)
                    .sub(sigma.log())
                    .sum();
            NDArray loss = misfit.add(divergence.mul(klWeight));
            collector.backward(loss);
            return loss.getFloat();
        }
    }

    private NDList shaped(NDArray flat) {
        NDList parts = flat.split(kernelStarts);
        for (int i = 0; i < kernels.length; i++) {
            parts.set(i, parts.get(i).reshape(kernels[i]));
        }
        return parts;
    }

    @Override
    public final void close() {
        manager.close();
    }
}
