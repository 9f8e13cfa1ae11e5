package org.epiwrap.network;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Adam;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Trains the posteriors of a network, and its points, on a dataset. */
public final class Trainer {
    private final BayesianNetwork network;
    private final Dataset data;
    private final Normalisation normalisation;
    private final TrainingPlan plan;
    private final Adam mu;
    private final Adam rho;
    private final Adam points;

    private Trainer(BayesianNetwork network, Dataset data, Normalisation normalisation, TrainingPlan plan) {
        this.network = network;
        this.data = data;
        this.normalisation = normalisation;
        this.plan = plan;
        this.mu = new Adam(network.mu());
        this.rho = new Adam(network.rho());
        this.points = new Adam(network.points());
    }

    public static void train(
            BayesianNetwork network,
            Dataset data,
            Normalisation normalisation,
            TrainingPlan plan,
            TrainingListener listener) {
        Trainer trainer = new Trainer(network, data, normalisation, plan);
        for (int epoch = 0; epoch < plan.epochs(); epoch++) {
            trainer.epoch(epoch, listener);
        }
    }

    private void epoch(int epoch, TrainingListener listener) {
        int[] order = permutation(data.size(), network.seeds().order(epoch));
        int batches = plan.batches(data.size());
        for (int batch = 0; batch < batches; batch++) {
            int from = batch * plan.batchSize();
            int to = Math.min(data.size(), from + plan.batchSize());
            double loss = step(order, from, to, (long) epoch * batches + batch);
            if (!Double.isFinite(loss)) {
                throw new DivergedException(epoch, batch, loss, plan.learningRate());
            }
            listener.step(epoch, batch, batches, loss);
        }
    }

    private double step(int[] order, int from, int to, long step) {
        Volume volume = network.architecture().input();
        float[] pixels = new float[(to - from) * volume.size()];
        data.pixels(order, from, to, pixels, normalisation);
        int[] labels = new int[to - from];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = data.label(order[from + i]);
        }
        return Scope.get(() -> {
            Tensor input = Tensor.of(pixels, labels.length, volume.channels(), volume.height(), volume.width());
            float loss = Gradients.backward(() -> {
                Tensor misfit = network.randomLogits(input, plan.estimator(), step, true)
                        .logSoftmax(-1)
                        .pick(labels)
                        .sum()
                        .times(Tensor.constant(-1f / labels.length));
                return misfit.plus(network.divergence().times(Tensor.constant((float) plan.klWeight())));
            });
            float rate = (float) plan.learningRate();
            mu.step(rate);
            rho.step(rate);
            points.step(rate);
            return (double) loss / network.seeds().runs();
        });
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
}
