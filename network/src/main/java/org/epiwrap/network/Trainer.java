package org.epiwrap.network;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Adam;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Trains the posteriors of a network, and its points, on a dataset. */
public final class Trainer implements AutoCloseable {
    /** No network that learns is a thousand times worse than guessing. */
    private static final double HOPELESS = 1000;

    private final BayesianNetwork network;
    private final Dataset data;
    private final Normalisation normalisation;
    private final TrainingPlan plan;
    private final int batches;
    private final Adam mu;
    private final Adam rho;
    private final Adam points;
    private long steps;
    private double epochLoss;

    /** The network must stay open as long as the trainer, which changes it. */
    public Trainer(BayesianNetwork network, Dataset data, Normalisation normalisation, TrainingPlan plan) {
        Volume input = network.architecture().input();
        Volume images = Volume.of(data.shape());
        if (!images.equals(input)) {
            throw new IllegalArgumentException(
                    "the images of " + data.name() + " must be " + input + " for this network, but are " + images);
        }
        if (data.classNames().size() > network.architecture().classes()) {
            throw new IllegalArgumentException("the classes of " + data.name() + " must be at most "
                    + network.architecture().classes() + " for this network, but are "
                    + data.classNames().size());
        }
        if (data.size() == 0) {
            throw new IllegalArgumentException("data must have at least one image, but " + data.name() + " has none");
        }
        this.network = network;
        this.data = data;
        this.normalisation = normalisation;
        this.plan = plan;
        this.batches = plan.batches(data.size());
        this.mu = new Adam(network.mu());
        this.rho = new Adam(network.rho());
        this.points = new Adam(network.points());
    }

    /** Trains from the beginning to the end. */
    public static void train(
            BayesianNetwork network,
            Dataset data,
            Normalisation normalisation,
            TrainingPlan plan,
            TrainingListener listener) {
        try (Trainer trainer = new Trainer(network, data, normalisation, plan)) {
            trainer.run(listener);
        }
    }

    /** Trains to the end, from the beginning or from where it was {@linkplain #restore restored}. */
    public void run(TrainingListener listener) {
        long all = (long) plan.allEpochs() * batches;
        int[] order = {};
        while (steps < all) {
            int epoch = (int) (steps / batches);
            int batch = (int) (steps % batches);
            if (order.length == 0 || batch == 0) {
                order = permutation(data.size(), network.seeds().order(epoch));
            }
            if (batch == 0) {
                epochLoss = 0;
            }
            double loss = step(order, epoch, batch, plan.learningRate().at(steps, all));
            steps++;
            epochLoss += loss;
            listener.done(new TrainingStep(epoch, plan.allEpochs(), batch, batches, loss, epochLoss / (batch + 1)));
        }
    }

    private double step(int[] order, int epoch, int batch, double rate) {
        int from = batch * plan.batchSize();
        int to = (int) Math.min(data.size(), (long) from + plan.batchSize());
        Volume volume = network.architecture().input();
        float[] pixels = new float[(to - from) * volume.size()];
        data.pixels(order, from, to, pixels, normalisation);
        int[] labels = new int[to - from];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = data.label(order[from + i]);
        }
        boolean bayesian = epoch >= plan.warmStart();
        double[] misfit = new double[1];
        double loss = Scope.get(() -> {
            Tensor input = Tensor.of(pixels, labels.length, volume.channels(), volume.height(), volume.width());
            float total = Gradients.backward(() -> {
                Tensor crossEntropy = crossEntropy(input, labels, bayesian);
                misfit[0] = crossEntropy.toFloat() / network.seeds().runs();
                if (!bayesian) {
                    return crossEntropy;
                }
                return crossEntropy.plus(network.divergence().times(Tensor.constant((float) plan.klWeight())));
            });
            mu.step((float) rate);
            points.step((float) rate);
            if (bayesian) {
                rho.step((float) rate);
            }
            return (double) total / network.seeds().runs();
        });
        check(epoch, batch, loss, misfit[0], rate);
        return loss;
    }

    private Tensor crossEntropy(Tensor input, int[] labels, boolean bayesian) {
        Tensor logits = bayesian
                ? network.randomLogits(input, plan.estimator(), steps, true)
                : network.meanLogitsInTraining(input, steps);
        return logits.logSoftmax(-1).pick(labels).sum().times(Tensor.constant(-1f / labels.length));
    }

    private void check(int epoch, int batch, double loss, double misfit, double rate) {
        if (!Double.isFinite(loss)) {
            throw new DivergedException(epoch, batch, "the loss", loss, rate);
        }
        if (misfit > HOPELESS * Math.log(Math.max(2, network.architecture().classes()))) {
            throw new DivergedException(epoch, batch, "the cross-entropy", misfit, rate);
        }
    }

    /** The mean loss of the last whole epoch, or of the one that is under way. */
    public double epochLoss() {
        return steps == 0 ? 0 : epochLoss / ((steps - 1) % batches + 1);
    }

    /** What a later {@link #restore} goes on from. */
    public TrainingState state() {
        Map<String, float[]> numbers = new LinkedHashMap<>();
        tensors().forEach((name, tensor) -> numbers.put(name, tensor.toArray()));
        return new TrainingState(steps, epochLoss, numbers);
    }

    /** Goes on from a state of a training with the same network, data and plan. */
    public void restore(TrainingState state) {
        long all = (long) plan.allEpochs() * batches;
        if (state.steps() < 0 || state.steps() > all) {
            throw new IllegalArgumentException(
                    "steps must be from 0 to " + all + " for this plan, but are " + state.steps());
        }
        Map<String, Tensor> tensors = tensors();
        if (!tensors.keySet().equals(state.numbers().keySet())) {
            throw new IllegalArgumentException("the state must hold " + tensors.keySet() + ", but holds "
                    + state.numbers().keySet());
        }
        tensors.forEach((name, tensor) -> {
            int length = numbers(state, name).length;
            if (length != tensor.size()) {
                throw new IllegalArgumentException(
                        name + " must have " + tensor.size() + " numbers, but has " + length);
            }
        });
        tensors.forEach((name, tensor) -> tensor.set(numbers(state, name)));
        steps = state.steps();
        epochLoss = state.epochLoss();
        long warm = Math.min(steps, (long) plan.warmStart() * batches);
        mu.setSteps(steps);
        points.setSteps(steps);
        rho.setSteps(steps - warm);
    }

    private static float[] numbers(TrainingState state, String name) {
        return Objects.requireNonNull(state.numbers().get(name));
    }

    private Map<String, Tensor> tensors() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        add(tensors, "mu", network.mu(), mu);
        add(tensors, "rho", network.rho(), rho);
        add(tensors, "points", network.points(), points);
        tensors.putAll(network.statistics());
        return tensors;
    }

    private static void add(Map<String, Tensor> tensors, String name, Tensor parameter, Adam adam) {
        tensors.put(name, parameter);
        tensors.put(name + ".adam.mean", adam.mean());
        tensors.put(name + ".adam.variance", adam.variance());
    }

    /** A random order of 0 to count - 1. */
    private static int[] permutation(int count, UniformRandomProvider random) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    @Override
    public void close() {
        mu.close();
        rho.close();
        points.close();
    }
}
