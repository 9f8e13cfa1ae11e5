package org.epiwrap.network;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
    private final TrainingPlan plan;
    private final Batches images;
    private final int batches;
    private final Adam mu;
    private final Adam rho;
    private final Adam points;
    private long steps;
    private double epochLoss;

    /** The network must stay open as long as the trainer, which changes it. */
    public Trainer(BayesianNetwork network, Dataset data, Normalisation normalisation, TrainingPlan plan) {
        this.network = network;
        this.plan = plan;
        this.images = new Batches(data, normalisation, network.architecture(), plan.batchSize(), network.seeds());
        this.batches = images.count();
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
        while (steps < all) {
            int epoch = (int) (steps / batches);
            int batch = (int) (steps % batches);
            if (batch == 0) {
                epochLoss = 0;
            }
            double loss = step(epoch, batch, plan.learningRate().at(steps, all));
            steps++;
            epochLoss += loss;
            listener.done(new TrainingStep(epoch, plan.allEpochs(), batch, batches, loss, epochLoss / (batch + 1)));
        }
    }

    private double step(int epoch, int batch, double rate) {
        Batches.Batch current = images.get(epoch, batch);
        boolean bayesian = epoch >= plan.warmStart();
        double[] misfit = new double[1];
        double loss = Scope.get(() -> {
            Tensor input = current.input();
            float total = Gradients.backward(() -> {
                Tensor crossEntropy = current.crossEntropy(logits(input, bayesian));
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

    private Tensor logits(Tensor input, boolean bayesian) {
        return bayesian
                ? network.randomLogits(input, plan.estimator(), steps, true)
                : network.meanLogitsInTraining(input, steps);
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

    @Override
    public void close() {
        mu.close();
        rho.close();
        points.close();
    }
}
